package io.tollgate.sales.cart;

import io.tollgate.catalog.file.BuyerUpload;
import io.tollgate.catalog.model.BuyerField;
import io.tollgate.platform.error.ApiError.Problem;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** The validated answers of a buyer to the fields of a page. */
public final class Answers {
    private final List<Answer> all;

    private Answers(List<Answer> all) {
        this.all = List.copyOf(all);
    }

    /**
     * Validates answers.
     *
     * @param all receives a problem for each invalid or missing answer
     */
    public static Answers of(List<BuyerField> fields, List<SubmittedAnswer> submitted, List<Problem> all) {
        List<Problem> problems = new ArrayList<>();
        Map<String, Answer> byField = new HashMap<>();
        Set<String> tried = validate(fields, submitted, byField, problems);
        Visibility visibility = new Visibility(fields, triggers(byField));
        List<Answer> ordered = new ArrayList<>();
        for (BuyerField field : fields) {
            Answer answer = byField.get(field.id());
            if (answer != null) {
                ordered.add(answer);
            } else if (field.required() && !field.hidden() && visibility.shows(field) && !tried.contains(field.id())) {
                problems.add(missing(field, submitted));
            }
        }
        Answers answers = new Answers(ordered);
        if (problems.isEmpty() && answers.ofType("email") == null) {
            problems.add(new Problem("fields", "must include the buyer's e-mail address", null));
        }
        all.addAll(problems);
        return answers;
    }

    /** Returns the problem of a required field without an answer, at its empty answer if there is one. */
    private static Problem missing(BuyerField field, List<SubmittedAnswer> submitted) {
        for (int i = 0; i < submitted.size(); i++) {
            SubmittedAnswer one = submitted.get(i);
            if (field.id().equals(one.fieldId()) || field.reference().equals(one.reference())) {
                return new Problem("fields[" + i + "].value", "is required", null);
            }
        }
        String name = field.label() + " (" + field.reference() + ")";
        return new Problem("fields", "must include an answer to " + name, null);
    }

    /**
     * Adds the valid answers to the map.
     *
     * @param byField receives the valid answers by field id
     * @return the ids of all fields with a non-empty answer, valid or not
     */
    private static Set<String> validate(
            List<BuyerField> fields,
            List<SubmittedAnswer> submitted,
            Map<String, Answer> byField,
            List<Problem> problems) {
        Set<String> tried = new HashSet<>();
        for (int i = 0; i < submitted.size(); i++) {
            SubmittedAnswer one = submitted.get(i);
            String path = "fields[" + i + "]";
            BuyerField field = field(fields, one, path, problems);
            if (field == null) {
                continue;
            }
            if (!tried.add(field.id())) {
                String key = one.fieldId() != null ? "fieldId" : "reference";
                String name = one.fieldId() != null ? one.fieldId() : one.reference();
                problems.add(new Problem(path + "." + key, "names a field that is already answered", name));
                continue;
            }
            int before = problems.size();
            Answer answer = new FieldAnswer(field, path, problems).validate(one);
            if (answer != null) {
                byField.put(field.id(), answer);
            } else if (problems.size() == before) {
                tried.remove(field.id());
            }
        }
        return tried;
    }

    private static @Nullable BuyerField field(
            List<BuyerField> fields, SubmittedAnswer one, String path, List<Problem> problems) {
        if (one.fieldId() == null && one.reference() == null) {
            problems.add(new Problem(path + ".fieldId", "or reference is required", null));
            return null;
        }
        boolean byId = one.fieldId() != null;
        Predicate<BuyerField> named = byId
                ? field -> field.id().equals(one.fieldId())
                : field -> field.reference().equals(one.reference());
        BuyerField field = fields.stream().filter(named).findFirst().orElse(null);
        if (field == null) {
            String name = byId ? one.fieldId() : one.reference();
            problems.add(new Problem(path + (byId ? ".fieldId" : ".reference"), "no such field on this page", name));
            return null;
        }
        if (one.reference() != null && !one.reference().equals(field.reference())) {
            problems.add(new Problem(path + ".reference", "names a different field than fieldId", one.reference()));
            return null;
        }
        return field;
    }

    /** Returns answers as {@link Visibility} compares them: a selected option by its id, other answers by value. */
    private static Map<String, Set<String>> triggers(Map<String, Answer> byField) {
        Map<String, Set<String>> triggers = new HashMap<>();
        byField.forEach((id, answer) -> {
            String value = answer.field().options().stream()
                    .filter(option -> option.label().equals(answer.value()))
                    .map(BuyerField.Option::id)
                    .findFirst()
                    .orElse(answer.value());
            triggers.put(id, Set.of(value));
        });
        return triggers;
    }

    /** Returns these answers without those to file fields. */
    public Answers withoutFiles() {
        return new Answers(all.stream().filter(answer -> answer.files() == null).toList());
    }

    /** Returns the files of all answers. */
    public List<BuyerUpload> files() {
        return all.stream()
                .map(Answer::files)
                .filter(Objects::nonNull)
                .flatMap(List::stream)
                .toList();
    }

    /** Returns the answers in the order of the fields of the page. */
    public List<Answer> all() {
        return all;
    }

    /** Returns the value of the first answer to a field of this type; null if there is none. */
    public @Nullable String ofType(String type) {
        Answer answer = first(one -> type.equals(one.field().type()));
        return answer == null ? null : answer.value();
    }

    /** Returns the answer with the buyer's purchase order number; null if there is none. */
    public @Nullable Answer purchaseOrder() {
        return ofElement(BuyerField.Element.PO_NUMBER);
    }

    /** Returns the first answer to a field with this input control; null if there is none. */
    public @Nullable Answer ofElement(BuyerField.Element element) {
        return first(one -> one.field().element() == element);
    }

    private @Nullable Answer first(Predicate<Answer> condition) {
        return all.stream().filter(condition).findFirst().orElse(null);
    }
}
