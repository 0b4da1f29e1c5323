package io.tollgate.dashboard;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tollgate.dashboard.ActionView.Input;
import io.tollgate.dashboard.ListView.Choice;
import io.tollgate.platform.input.SubmittedForm;
import io.tollgate.platform.schema.Field;
import io.tollgate.platform.schema.Type;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The body of a write that a form stands for. An input that is left empty is not sent, unless the form edits a record.
 *
 * @param problems of inputs that stand for no value, by name
 */
record ActionForm(ObjectNode json, Map<String, String> problems) {
    /** @param edit whether the form changes fields of the record, so that an empty input clears one */
    static ActionForm read(List<Field> fields, SubmittedForm form, boolean edit, JsonNode record, ZoneId zone) {
        String currency = currency(form, record);
        ObjectNode json = JsonNodeFactory.instance.objectNode();
        Map<String, String> problems = new HashMap<>();
        for (Field field : fields) {
            if (field.type().kind() == Type.Kind.LIST) {
                list(json, problems, field, form.all(field.name()), edit, record);
                continue;
            }
            if (CeilingInputs.is(field)) {
                CeilingInputs.read(json, problems, form, edit, record);
                continue;
            }
            String text = field.type().kind() == Type.Kind.PROSE ? form.raw(field.name()) : form.text(field.name());
            if (field.type().kind() == Type.Kind.BOOLEAN) {
                json.put(field.name(), form.has(field.name()));
            } else if (edit && field.clearable() && (text == null || text.isBlank())) {
                json.putNull(field.name());
            } else if (text != null && !text.isBlank()) {
                try {
                    put(json, field, text.strip(), currency, zone);
                } catch (IllegalArgumentException invalid) {
                    problems.put(field.name(), String.valueOf(invalid.getMessage()));
                }
            }
        }
        return new ActionForm(json, problems);
    }

    /** Returns the currency of the record, or that of the form if it creates one. */
    private static String currency(SubmittedForm form, JsonNode record) {
        String sent = form.text("currency");
        return record.has("currency") || sent == null
                ? record.path("currency").asText()
                : sent.strip().toLowerCase(Locale.ROOT);
    }

    /** Returns whether a field lists pages. Without a value it stands for all of them. */
    static boolean isOfPages(String field) {
        return field.equals("pages") || field.equals("pageIds");
    }

    /** Sends the chosen values. A list without a value would stand for everything, which a missing choice must not. */
    private static void list(
            ObjectNode json,
            Map<String, String> problems,
            Field field,
            List<String> chosen,
            boolean edit,
            JsonNode record) {
        if (!chosen.isEmpty()) {
            chosen.forEach(json.withArray("/" + field.name())::add);
        } else if (edit && record.path(field.name()).isArray()) {
            if (isOfPages(field.name())) {
                json.putNull(field.name());
            } else {
                problems.put(field.name(), "Choose at least one.");
            }
        }
    }

    private static void put(ObjectNode json, Field field, String text, String currency, ZoneId zone) {
        // The amount of a refund is declared as a number.
        Type type = field.name().equals("amount") ? Type.MONEY : field.type();
        json.set(field.name(), FormValue.parse(type, text, currency, zone));
    }

    /**
     * Returns the inputs of a form.
     *
     * @param record whose values a form that changes it begins with
     * @param changes whether the form changes fields of the record
     * @param pages to choose from
     */
    static List<Input> inputs(
            List<Field> fields,
            SubmittedForm form,
            Map<String, String> problems,
            boolean changes,
            JsonNode record,
            List<Choice> pages,
            ZoneId zone) {
        String currency = record.path("currency").asText();
        List<Input> inputs = new ArrayList<>();
        for (Field field : fields) {
            JsonNode current = changes ? record.path(field.name()) : null;
            if (CeilingInputs.is(field)) {
                inputs.addAll(CeilingInputs.of(field, form, problems, current));
            } else if (field.type().kind() == Type.Kind.LIST) {
                inputs.add(choices(field, form, problems, current, pages));
            } else {
                inputs.add(input(field, form, problems, current, currency, zone));
            }
        }
        return inputs;
    }

    private static Input choices(
            Field field,
            SubmittedForm form,
            Map<String, String> problems,
            @Nullable JsonNode current,
            List<Choice> pages) {
        List<String> chosen = new ArrayList<>();
        if (form.isSubmitted()) {
            chosen.addAll(form.all(field.name()));
        } else if (current != null) {
            current.forEach(value -> chosen.add(value.asText()));
        }
        List<String> values = field.type().element().values();
        List<Choice> all = new ArrayList<>(
                values.isEmpty()
                        ? pages
                        : values.stream().map(value -> new Choice(value, value)).toList());
        // What was chosen stays a choice, also if it is not among those that the member sees.
        chosen.stream()
                .filter(value -> all.stream().noneMatch(choice -> choice.value().equals(value)))
                .forEach(value -> all.add(new Choice(value, value)));
        String problem = problems.entrySet().stream()
                .filter(entry ->
                        entry.getKey().equals(field.name()) || entry.getKey().startsWith(field.name() + "["))
                .map(Map.Entry::getValue)
                .findFirst()
                .orElse("");
        return new Input(
                field.name(),
                ValueFormat.label(field.name()),
                values.isEmpty()
                        ? field.name().equals("pages")
                                ? "Without a choice: all pages, and everything else."
                                : "Without a choice: all pages."
                        : hint(field, ""),
                "checkboxes",
                String.join("\n", chosen),
                field.required(),
                all,
                problem);
    }

    private static Input input(
            Field field,
            SubmittedForm form,
            Map<String, String> problems,
            @Nullable JsonNode current,
            String currency,
            ZoneId zone) {
        Type type = field.type();
        String first = current != null && current.isValueNode() && !current.isNull()
                ? type.kind() == Type.Kind.TIME ? FormValue.time(current.asText(), zone) : current.asText()
                : preset(field);
        String value = form.isSubmitted()
                ? type.kind() == Type.Kind.BOOLEAN
                        ? Boolean.toString(form.has(field.name()))
                        : Objects.requireNonNullElse(form.raw(field.name()), "")
                : first;
        return new Input(
                field.name(),
                ValueFormat.label(field.name()),
                hint(field, currency),
                switch (type.kind()) {
                    case BOOLEAN -> "checkbox";
                    case ENUM, CHOICE -> "select";
                    case PROSE -> "textarea";
                    case TIME -> "datetime-local";
                    case EMAIL -> "email";
                    default -> "text";
                },
                value,
                field.required(),
                type.values().stream()
                        .map(choice -> new Choice(
                                choice,
                                field.name().equals("currency")
                                        ? choice.toUpperCase(Locale.ROOT)
                                        : ValueFormat.words(choice)))
                        .toList(),
                problems.getOrDefault(field.name(), ""));
    }

    private static String preset(Field field) {
        if (field.name().equals("livemode")) {
            return "true";
        }
        JsonNode preset = field.preset();
        return preset == null || preset.isNull() ? "" : preset.asText();
    }

    /** Returns the first sentence of the documentation. */
    private static String hint(Field field, String currency) {
        if (field.name().equals("amount")) {
            return "In " + currency.toUpperCase(Locale.ROOT) + ", such as 12.50. Empty: everything that is left.";
        }
        if (field.type().kind() == Type.Kind.MONEY) {
            return "With decimals, such as 12.50.";
        }
        String doc = Objects.requireNonNullElse(field.doc().description(), "");
        int end = doc.indexOf(". ");
        return (end < 0 ? doc : doc.substring(0, end + 1)).replace("`", "");
    }
}
