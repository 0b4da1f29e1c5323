package io.tollgate.catalog.page;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import io.tollgate.platform.clock.Times;
import io.tollgate.platform.write.WriteContext;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;

/**
 * Copies the documents of a page. Pages, products, groups and all their parts get new ids, and references among them
 * name the new ones. References to other records, such as files, stay.
 */
public final class PageCopy {
    private static final Pattern ID = Pattern.compile("\\b[0-9a-f]{24}\\b");
    private static final List<String> TIMES = List.of("createdAt", "updatedAt", "enabledAt", "testmodeEnabledAt");

    private final Map<String, String> ids = new HashMap<>();
    private final String now;

    /** @param documents the page and its parts, whose ids the copy replaces */
    public PageCopy(WriteContext write, List<ObjectNode> documents) {
        this.now = Times.text(write.now());
        Set<String> own = new TreeSet<>();
        documents.forEach(document -> document.findValuesAsText("id").forEach(own::add));
        own.stream().filter(id -> ID.matcher(id).matches()).forEach(id -> ids.put(id, write.newId()));
    }

    /** Returns a copy of a document, with new ids and times. */
    public ObjectNode of(ObjectNode document) {
        String text =
                ID.matcher(document.toString()).replaceAll(found -> ids.getOrDefault(found.group(), found.group()));
        ObjectNode copy = Templates.of(text);
        setTimes(copy);
        return copy;
    }

    private void setTimes(JsonNode node) {
        if (node instanceof ObjectNode object) {
            for (String name : TIMES) {
                if (object.hasNonNull(name)) {
                    object.set(name, TextNode.valueOf(now));
                }
            }
        }
        node.forEach(this::setTimes);
    }
}
