package io.tollgate.page;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tollgate.input.Input;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What the address that a buyer is sent on to tells of the purchase, after a payment or as an upsell. A token of a
 * field is stored with the id of the field, however the request named it.
 */
final class RedirectTokens {
    private static final List<String> LISTS = List.of("redirectUrlPath", "redirectUrlQuery");
    private static final List<String> OF_STEPS = List.of("path", "query");
    private static final String FIELDS = "fields";

    private final FieldDocuments fields;
    private final String means;
    private final Set<String> told = new HashSet<>();

    /**
     * Resolves the tokens of one request.
     *
     * @param former the page before the change
     * @param means the key of the body that names a field
     */
    RedirectTokens(JsonNode former, FieldDocuments fields, String means) {
        this.fields = fields;
        this.means = means;
        LISTS.forEach(list -> tell(former.path(list)));
        for (JsonNode step : former.path("funnelSteps")) {
            OF_STEPS.forEach(list -> tell(step.at("/config/redirect").path(list)));
        }
    }

    /** Fields of which an address tells already, as they are read: by their ids. */
    private void tell(JsonNode tokens) {
        for (JsonNode token : tokens) {
            if (token.path("key").asText().equals(FIELDS)) {
                told.add(token.path("identifier").asText());
            }
        }
    }

    void apply(Input input, ObjectNode page) {
        LISTS.forEach(list -> resolve(input, list, page));
    }

    /** @param redirect of the step of a funnel, as it was sent */
    void applyToStep(Input redirect, ObjectNode stored) {
        OF_STEPS.forEach(list -> resolve(redirect, list, stored));
    }

    private void resolve(Input input, String list, ObjectNode holder) {
        if (!input.has(list)) {
            return;
        }
        ArrayNode tokens = JsonNodeFactory.instance.arrayNode();
        for (Input token : input.objects(list)) {
            ObjectNode stored = tokens.addObject();
            if (token.has("parameter")) {
                stored.put("parameter", token.text("parameter"));
            }
            stored.put("key", token.text("key"));
            stored.put("identifier", identifier(token));
        }
        holder.set(list, tokens);
    }

    private @Nullable String identifier(Input token) {
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
        token.rule(!token.sets("identifier"), "identifier", "is not taken with the key fields: name the field");
        ObjectNode field = named == null ? null : fields.named(named);
        if (field == null) {
            token.problem(means, "must name a field of the page");
            return null;
        }
        return FieldDocuments.id(field);
    }

    /** Drops what would tell of a field that is there no more. */
    static void mend(ObjectNode page, FieldDocuments fields) {
        LISTS.forEach(list -> mend(page, list, fields));
        for (JsonNode step : page.path("funnelSteps")) {
            if (step.at("/config/redirect") instanceof ObjectNode redirect) {
                OF_STEPS.forEach(list -> mend(redirect, list, fields));
            }
        }
    }

    private static void mend(ObjectNode holder, String list, FieldDocuments fields) {
        if (holder.get(list) instanceof ArrayNode tokens) {
            ArrayNode kept = holder.arrayNode();
            for (JsonNode token : tokens) {
                boolean gone = token.path("key").asText().equals(FIELDS)
                        && fields.byId(token.path("identifier").asText()) == null;
                if (!gone) {
                    kept.add(token);
                }
            }
            holder.set(list, kept);
        }
    }
}
