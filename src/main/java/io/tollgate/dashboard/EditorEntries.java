package io.tollgate.dashboard;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import io.tollgate.dashboard.ActionView.Input;
import io.tollgate.dashboard.EditorEntry.Row;
import io.tollgate.dashboard.EditorEntry.Rows;
import io.tollgate.dashboard.EditorSchema.Found;
import io.tollgate.dashboard.ListView.Choice;
import io.tollgate.platform.input.SubmittedForm;
import io.tollgate.platform.schema.Field;
import io.tollgate.platform.schema.Type;
import io.tollgate.pricing.Currency;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/**
 * The inputs of a section of the editor: with the stored values, or with those of a form that was not saved.
 *
 * @param problems of inputs, by name
 * @param compared whether stored values that differ from the entered ones are shown, after a conflict
 * @param choices of inputs that would need to be known, by path
 */
record EditorEntries(
        EditorForm editor,
        SubmittedForm form,
        Map<String, String> problems,
        boolean compared,
        Map<String, List<Choice>> choices) {
    List<EditorEntry> all() {
        return entries("", editor.parts(), editor.fields(), editor.record(), !form.isSubmitted(), false);
    }

    /**
     * @param fresh whether the inputs have the stored values, because the form has none of them
     * @param added whether the object is new, so that its inputs have the first values
     */
    private List<EditorEntry> entries(
            String prefix, List<EditorPart> parts, List<Field> among, JsonNode stored, boolean fresh, boolean added) {
        List<EditorEntry> entries = new ArrayList<>();
        for (EditorPart part : parts) {
            Found found = EditorSchema.find(among, part.path());
            if (found == null) {
                continue;
            }
            JsonNode value = stored.at(EditorSchema.pointer(part.path()));
            String name = prefix + part.path();
            if (part.isList()) {
                entries.add(
                        new EditorEntry(null, "", rows(name, part, found.type().element(), value, fresh)));
            } else {
                entries.add(entry(prefix, name, part, found, stored, value, fresh, added));
            }
        }
        return entries;
    }

    private Rows rows(String name, EditorPart part, Type type, JsonNode stored, boolean fresh) {
        List<Row> rows = new ArrayList<>();
        if (fresh) {
            for (int i = 0; i < stored.size(); i++) {
                rows.add(row(name, i, EditorSchema.key(stored, i), part, type, stored, true));
            }
        } else {
            Set<String> known = new HashSet<>();
            for (int i = 0; i < FormRows.count(form, name); i++) {
                String at = Objects.requireNonNullElse(form.text(name + "[" + i + "]" + FormRows.AT), "");
                known.add(at);
                rows.add(row(name, i, at, part, type, stored, false));
            }
            for (int i = 0; compared && i < stored.size(); i++) {
                String key = EditorSchema.key(stored, i);
                // Somebody else may have added it, so that a second save must not remove it unseen.
                if (stored.path(i).has("id") && !known.contains(key)) {
                    rows.add(row(name, rows.size(), key, part, type, stored, true));
                }
            }
        }
        String problem = problems.getOrDefault(name, "");
        return new Rows(name, part.label(), part.help(), part.noun(), part.ordered(), problem, rows);
    }

    private Row row(String list, int index, String at, EditorPart part, Type type, JsonNode stored, boolean fresh) {
        String name = list + "[" + index + "]";
        int place = EditorSchema.place(stored, at);
        JsonNode former = place < 0 ? MissingNode.getInstance() : stored.path(place);
        boolean added = at.equals(FormRows.ADDED);
        boolean wrong = problems.keySet().stream().anyMatch(param -> param.startsWith(name + "."));
        List<EditorEntry> entries = entries(name + ".", part.parts(), type.fields(), former, fresh, added);
        boolean open = wrong || place < 0 || stored.size() == 1;
        return new Row(name, title(part, entries, index), place < 0 ? "" : at, open, entries);
    }

    /** Returns the names of all inputs and lists of these entries. */
    static Set<String> names(List<EditorEntry> entries) {
        Set<String> names = new HashSet<>();
        for (EditorEntry entry : entries) {
            Rows rows = entry.rows();
            Input input = entry.input();
            if (input != null) {
                names.add(input.name());
            } else if (rows != null) {
                names.add(rows.name());
                rows.rows().forEach(row -> names.addAll(names(row.entries())));
            }
        }
        return names;
    }

    /** Returns the first values of an object, such as its name. */
    private static String title(EditorPart part, List<EditorEntry> entries, int index) {
        List<String> texts = entries.stream()
                .map(EditorEntry::input)
                .filter(input -> input != null
                        && !input.value().isEmpty()
                        && !input.type().equals("checkbox"))
                .limit(2)
                .map(input -> Objects.requireNonNull(input).value())
                .toList();
        String title = String.join(" · ", texts);
        return title.isEmpty() ? ValueFormat.words(part.noun()) + " " + (index + 1) : title;
    }

    private static boolean isShort(Input input) {
        return !input.type().equals("checkbox") && !input.type().equals("textarea");
    }

    private EditorEntry entry(
            String prefix,
            String name,
            EditorPart part,
            Found found,
            JsonNode stored,
            JsonNode current,
            boolean fresh,
            boolean added) {
        String unit = editor.currency(fresh || added ? SubmittedForm.EMPTY : form, prefix, stored);
        String saved = editor.shown(part, found, current, editor.currency(SubmittedForm.EMPTY, prefix, stored));
        boolean flag = found.type().kind() == Type.Kind.BOOLEAN;
        String value;
        if (fresh) {
            value = saved;
        } else if (added) {
            value = first(part, unit);
        } else {
            value = flag ? Boolean.toString(form.has(name)) : Objects.requireNonNullElse(form.raw(name), "");
        }
        boolean overwritten = compared && !stored.isMissingNode() && !saved.equals(value.strip());
        String shownSaved = flag ? saved.equals("true") ? "On" : "Off" : saved.isEmpty() ? "Nothing" : saved;
        return new EditorEntry(input(name, part, found, value, unit), overwritten ? shownSaved : "", null);
    }

    private static String first(EditorPart part, String unit) {
        return part.path().equals("currency") ? unit : part.first();
    }

    private Input input(String name, EditorPart part, Found found, String value, String unit) {
        List<Choice> known = choices.getOrDefault(part.path(), List.of());
        Type.Kind kind = found.type().kind();
        String type = known.isEmpty() ? type(found) : "select";
        return new Input(
                name,
                part.label(),
                hint(part, kind, unit),
                type,
                value,
                isRequired(found),
                known.isEmpty() ? choices(found, value) : Choice.with(known, value),
                problems.getOrDefault(name, ""));
    }

    private static String type(Found found) {
        return switch (found.type().kind()) {
            case BOOLEAN -> "checkbox";
            case ENUM, CHOICE -> "select";
            case PROSE, LIST -> "textarea";
            case TIME -> "datetime-local";
            default -> "text";
        };
    }

    private static boolean isRequired(Found found) {
        Type type = found.type();
        return !found.optional()
                && switch (type.kind()) {
                    case LINE -> type.min() > 0;
                    case ENUM, CHOICE -> !type.values().contains("");
                    default -> found.field().required();
                };
    }

    private static String hint(EditorPart part, Type.Kind kind, String unit) {
        if (kind != Type.Kind.MONEY) {
            return part.help();
        }
        String example = Currency.isKnown(unit)
                ? "In " + unit.toUpperCase(Locale.ROOT) + ", such as "
                        + Currency.of(unit).major(1_250).toPlainString() + "."
                : "Choose a currency first.";
        return part.help().isEmpty() ? example : part.help() + " " + example;
    }

    private static List<Choice> choices(Found found, String value) {
        List<Choice> choices = found.type().values().stream()
                .filter(one -> !one.isEmpty())
                .map(one -> new Choice(one, ValueFormat.words(one)))
                .toList();
        return choices.isEmpty() ? choices : Choice.with(choices, value);
    }
}
