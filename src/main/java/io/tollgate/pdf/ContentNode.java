package io.tollgate.pdf;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import java.math.BigDecimal;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A node of the JSON content of a document. An absent or null field reads as empty, 0 or false. */
public record ContentNode(JsonNode node) {

    public ContentNode at(String name) {
        JsonNode child = node.get(name);
        return new ContentNode(child == null ? MissingNode.getInstance() : child);
    }

    public String text(String name) {
        return at(name).node.asText("");
    }

    /** Returns an amount in the smallest unit of the currency. */
    public long amount(String name) {
        return at(name).node.asLong(0);
    }

    public @Nullable BigDecimal number(String name) {
        JsonNode number = at(name).node;
        return number.isNumber() ? number.decimalValue() : null;
    }

    public boolean is(String name) {
        return at(name).node.asBoolean(false);
    }

    public boolean has(String name) {
        JsonNode child = at(name).node;
        return !child.isMissingNode() && !child.isNull() && !child.asText("x").isBlank();
    }

    public @Nullable Instant time(String name) {
        try {
            return has(name) ? Instant.parse(text(name)) : null;
        } catch (DateTimeException e) {
            return null;
        }
    }

    public List<ContentNode> list(String name) {
        List<ContentNode> items = new ArrayList<>();
        at(name).node.forEach(item -> items.add(new ContentNode(item)));
        return items;
    }
}
