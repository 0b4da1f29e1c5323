package io.tollgate.page;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tollgate.http.Input;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What the address that a buyer is sent on to tells of the purchase. A token of a field is stored
 * with the id of the field, however the request named it.
 */
final class RedirectTokens {
    private static final List<String> LISTS = List.of("redirectUrlPath", "redirectUrlQuery");
    private static final String FIELDS = "fields";

    private RedirectTokens() {}

    /** @param means the key of the body that names a field */
    static void apply(Input input, ObjectNode page, FieldDocuments fields, String means) {
        for (String list : LISTS) {
            if (input.hasValue(list)) {
                Set<String> told = told(page.path(list));
                ArrayNode tokens = page.putArray(list);
                for (Input token : input.objects(list)) {
                    ObjectNode stored = tokens.addObject();
                    if (token.has("parameter")) {
                        stored.put("parameter", token.text("parameter"));
                    }
                    stored.put("key", token.text("key"));
                    stored.put("identifier", identifier(token, fields, means, told));
                }
            }
        }
    }

    /** Fields of which an address tells already, as they are read: by their ids. */
    private static Set<String> told(JsonNode tokens) {
        Set<String> told = new HashSet<>();
        for (JsonNode token : tokens) {
            if (token.path("key").asText().equals(FIELDS)) {
                told.add(token.path("identifier").asText());
            }
        }
        return told;
    }

    private static @Nullable String identifier(Input token, FieldDocuments fields, String means, Set<String> told) {
        String key = Objects.requireNonNullElse(token.text("key"), "");
        String named = token.text(means);
        if (!key.equals(FIELDS)) {
            token.rule(named == null, means, "is for the key fields only");
            token.rule(token.hasValue("identifier"), "identifier", "is required");
            return token.text("identifier");
        }
        String asRead = token.text("identifier");
        if (named == null && asRead != null && told.contains(asRead)) {
            return asRead;
        }
        token.rule(!token.has("identifier"), "identifier", "is not taken with the key fields: name the field");
        ObjectNode field = named == null ? null : fields.named(named);
        if (field == null) {
            token.problem(means, "must name a field of the page");
            return null;
        }
        return FieldDocuments.id(field);
    }

    /** Drops what would tell of a field that is there no more. */
    static void mend(ObjectNode page, FieldDocuments fields) {
        for (String list : LISTS) {
            if (page.get(list) instanceof ArrayNode tokens) {
                ArrayNode kept = page.arrayNode();
                for (JsonNode token : tokens) {
                    boolean gone = token.path("key").asText().equals(FIELDS)
                            && fields.byId(token.path("identifier").asText()) == null;
                    if (!gone) {
                        kept.add(token);
                    }
                }
                page.set(list, kept);
            }
        }
    }
}
