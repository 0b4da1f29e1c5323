package io.tollgate.catalog.page;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tollgate.platform.input.Input;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Resolves redirect tokens: values of a purchase that are added to the URL to which the buyer is redirected. A token
 * for a page field is stored with the id of that field.
 */
final class RedirectTokens {
    private static final List<String> LISTS = List.of("redirectUrlPath", "redirectUrlQuery");
    private static final List<String> STEP_LISTS = List.of("path", "query");
    private static final String FIELDS = "fields";

    private final FieldDocuments fields;
    private final String fieldKey;
    private final Set<String> storedIds = new HashSet<>();

    /**
     * Creates a resolver for one request.
     *
     * @param former the page before the change
     * @param fieldKey the key with which tokens in the body refer to a field
     */
    RedirectTokens(JsonNode former, FieldDocuments fields, String fieldKey) {
        this.fields = fields;
        this.fieldKey = fieldKey;
        LISTS.forEach(list -> addStoredIds(former.path(list)));
        for (JsonNode step : former.path("funnelSteps")) {
            LISTS.forEach(list -> addStoredIds(step.path("config").path(list)));
            STEP_LISTS.forEach(list -> addStoredIds(step.at("/config/redirect").path(list)));
        }
    }

    /** Adds the field ids of stored tokens, which callers may send back as they were read. */
    private void addStoredIds(JsonNode tokens) {
        for (JsonNode token : tokens) {
            if (token.path("key").asText().equals(FIELDS)) {
                storedIds.add(token.path("identifier").asText());
            }
        }
    }

    /** @param page the page, or the {@code config} of a confirmation step */
    void apply(Input input, ObjectNode page) {
        LISTS.forEach(list -> resolve(input, list, page));
    }

    /** @param redirect the {@code redirect} of a funnel step in the body */
    void applyToStep(Input redirect, ObjectNode stored) {
        STEP_LISTS.forEach(list -> resolve(redirect, list, stored));
    }

    private void resolve(Input input, String list, ObjectNode holder) {
        if (!input.has(list)) {
            return;
        }
        ArrayNode tokens = JsonNodeFactory.instance.arrayNode();
        for (Input token : input.objects(list)) {
            ObjectNode stored = tokens.addObject();
            if (!list.toLowerCase(Locale.ROOT).endsWith("path")) {
                stored.put("parameter", token.text("parameter"));
            }
            stored.put("key", token.text("key"));
            stored.put("identifier", identifier(token));
        }
        holder.set(list, tokens);
    }

    private @Nullable String identifier(Input token) {
        String key = Objects.requireNonNullElse(token.text("key"), "");
        String named = token.text(fieldKey);
        if (!key.equals(FIELDS)) {
            token.rule(named == null, fieldKey, "is allowed only with the key fields");
            token.rule(token.hasValue("identifier"), "identifier", "is required");
            return token.text("identifier");
        }
        String asRead = token.text("identifier");
        if (named == null && asRead != null && storedIds.contains(asRead)) {
            return asRead;
        }
        token.rule(
                !token.sets("identifier"),
                "identifier",
                "is not allowed with the key fields: send " + fieldKey + " instead");
        ObjectNode field = named == null ? null : fields.resolve(named);
        if (field == null) {
            token.problem(fieldKey, "must refer to a field of the page");
            return null;
        }
        return FieldDocuments.id(field);
    }

    /** Removes the tokens of fields that no longer exist. */
    static void removeDeleted(ObjectNode page, FieldDocuments fields) {
        LISTS.forEach(list -> removeDeleted(page, list, fields));
        for (JsonNode step : page.path("funnelSteps")) {
            if (step.path("config") instanceof ObjectNode config) {
                LISTS.forEach(list -> removeDeleted(config, list, fields));
            }
            if (step.at("/config/redirect") instanceof ObjectNode redirect) {
                STEP_LISTS.forEach(list -> removeDeleted(redirect, list, fields));
            }
        }
    }

    private static void removeDeleted(ObjectNode holder, String list, FieldDocuments fields) {
        if (holder.get(list) instanceof ArrayNode tokens) {
            ArrayNode kept = holder.arrayNode();
            for (JsonNode token : tokens) {
                boolean deleted = token.path("key").asText().equals(FIELDS)
                        && fields.byId(token.path("identifier").asText()) == null;
                if (!deleted) {
                    kept.add(token);
                }
            }
            holder.set(list, kept);
        }
    }
}
