package io.tollgate.order;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tollgate.error.ApiError.Problem;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What a buyer answered to the fields of a page: all that must be answered is, and each as its field asks. */
public final class Answers {
    private final List<ObjectNode> rows;

    private Answers(List<ObjectNode> rows) {
        this.rows = rows;
    }

    /**
     * Holds answers to the fields of a page.
     *
     * @param fields as the page has them
     * @param sent as {@link AnswerKeys#FIELDS} describes them
     * @param all everything that is wrong or missing joins these problems
     */
    public static Answers of(JsonNode fields, JsonNode sent, List<Problem> all) {
        List<Problem> problems = new ArrayList<>();
        Map<String, ObjectNode> rows = new HashMap<>();
        Set<String> wrong = answered(fields, sent, rows, problems);
        Visibility visibility = new Visibility(fields, chosen(fields, rows));
        List<ObjectNode> ordered = new ArrayList<>();
        for (JsonNode field : fields) {
            String id = field.path("id").asText();
            if (rows.containsKey(id)) {
                ordered.add(rows.get(id));
            } else if (isNeeded(field, visibility) && !wrong.contains(id)) {
                String name = field.path("label").asText() + " ("
                        + field.path("reference").asText() + ")";
                problems.add(new Problem("fields", "must answer " + name, null));
            }
        }
        Answers answers = new Answers(ordered);
        if (problems.isEmpty() && answers.ofType("email") == null) {
            problems.add(new Problem("fields", "must answer the field with the buyer's e-mail address", null));
        }
        all.addAll(problems);
        return answers;
    }

    /** Puts a row for each field that is answered well; gives the fields whose answers are wrong. */
    private static Set<String> answered(
            JsonNode fields, JsonNode sent, Map<String, ObjectNode> rows, List<Problem> problems) {
        Set<String> tried = new HashSet<>();
        for (int i = 0; i < sent.size(); i++) {
            JsonNode one = sent.get(i);
            String path = "fields[" + i + "]";
            String key = one.hasNonNull("fieldId") ? "fieldId" : "reference";
            String name = one.path(key).asText();
            JsonNode field = find(fields, key.equals("fieldId") ? "id" : key, name);
            if (!one.hasNonNull(key)) {
                problems.add(new Problem(path + ".fieldId", "is required, or reference: it names the field", null));
            } else if (field == null) {
                problems.add(new Problem(path + "." + key, "names no field of this page", name));
            } else if (one.hasNonNull("reference") && !one.get("reference").equals(field.get("reference"))) {
                String reference = one.get("reference").asText();
                problems.add(new Problem(path + ".reference", "names another field than fieldId", reference));
            } else if (!tried.add(field.path("id").asText())) {
                problems.add(new Problem(path + "." + key, "names a field that is answered above", name));
            } else {
                int before = problems.size();
                ObjectNode row = FieldAnswer.row(field, one, path, problems);
                if (row != null) {
                    rows.put(field.path("id").asText(), row);
                } else if (problems.size() == before) {
                    tried.remove(field.path("id").asText());
                }
            }
        }
        return tried;
    }

    private static @Nullable JsonNode find(JsonNode among, String key, String value) {
        for (JsonNode one : among) {
            if (one.path(key).asText().equals(value)) {
                return one;
            }
        }
        return null;
    }

    /** Answers as what waits for them names them: rows keep the label of an option, logic its id. */
    private static Map<String, Set<String>> chosen(JsonNode fields, Map<String, ObjectNode> rows) {
        Map<String, Set<String>> chosen = new HashMap<>();
        for (JsonNode field : fields) {
            ObjectNode row = rows.get(field.path("id").asText());
            if (row != null) {
                String value = row.path("value").asText();
                JsonNode option = find(field.path("options"), "label", value);
                chosen.put(
                        field.path("id").asText(),
                        Set.of(option == null ? value : option.path("id").asText()));
            }
        }
        return chosen;
    }

    /** What a buyer is not shown, nobody has to answer. */
    private static boolean isNeeded(JsonNode field, Visibility visibility) {
        return field.path("required").asBoolean() && !field.path("hidden").asBoolean() && visibility.shows(field);
    }

    /** As records keep them, in the order of the page. */
    public List<ObjectNode> rows() {
        return rows;
    }

    /** The answer to the field of this type, or null. */
    public @Nullable String ofType(String type) {
        return rows.stream()
                .filter(row -> row.path("type").asText().equals(type))
                .map(row -> row.path("value").asText())
                .findFirst()
                .orElse(null);
    }

    /** The answer to the first field of this element, with all that records keep of it, or null. */
    public @Nullable ObjectNode ofElement(String element) {
        return rows.stream()
                .filter(row -> row.path("element").asText().equals(element))
                .findFirst()
                .orElse(null);
    }
}
