package io.tollgate.order;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/**
 * Which fields of a page, or variants of a product, a buyer is shown: each may wait for an answer to another of
 * them. Nobody can answer what is not shown, so an answer to such a one counts as none.
 */
final class Visibility {
    /** Nobody can leave a checkbox empty: it is ticked or it is not. */
    private static final Set<String> UNTICKED = Set.of("FALSE");

    private final Map<String, JsonNode> parts = new HashMap<>();
    private final Map<String, Set<String>> answers;

    /**
     * Of what is answered.
     *
     * @param parts the fields, or the variants
     * @param answers by the id of the part; options by their ids
     */
    Visibility(JsonNode parts, Map<String, Set<String>> answers) {
        parts.forEach(part -> this.parts.put(part.path("id").asText(), part));
        this.answers = answers;
    }

    boolean shows(JsonNode part) {
        return shows(part, new HashSet<>());
    }

    /** @param waiting those that wait for this one: were it to wait for one of them, it would wait for itself */
    private boolean shows(JsonNode part, Set<String> waiting) {
        JsonNode logic = part.path("showHideLogic");
        JsonNode trigger = logic.path("element").path("elementId");
        if (!logic.path("enabled").asBoolean() || !trigger.isTextual()) {
            return true;
        }
        if (!waiting.add(part.path("id").asText())) {
            return false;
        }
        Set<String> given = given(trigger.asText(), waiting);
        String expected = expected(trigger.asText(), logic.path("value").asText());
        return switch (logic.path("comparison").asText("is")) {
            case "is_not" -> !given.equals(Set.of(expected));
            case "is_empty" -> given.isEmpty();
            case "is_not_empty" -> !given.isEmpty();
            case "contains" -> given.contains(expected);
            default -> given.equals(Set.of(expected));
        };
    }

    private Set<String> given(String trigger, Set<String> waiting) {
        JsonNode part = parts.get(trigger);
        if (part == null) {
            return Set.of();
        }
        Set<String> unanswered = part.path("element").asText().equals("checkbox") ? UNTICKED : Set.of();
        return shows(part, waiting) ? answers.getOrDefault(trigger, unanswered) : unanswered;
    }

    /** A variant may wait for an option by its name, which nothing has turned into an id. */
    private String expected(String trigger, String value) {
        JsonNode part = parts.get(trigger);
        if (part != null) {
            for (JsonNode option : part.path("options")) {
                if (option.path("name").asText().equals(value)) {
                    return option.path("id").asText();
                }
            }
        }
        return value;
    }
}
