package io.tollgate.dashboard;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import io.tollgate.dashboard.EditorSchema.Found;
import io.tollgate.platform.clock.TimeZones;
import io.tollgate.platform.input.SubmittedForm;
import io.tollgate.platform.schema.Field;
import io.tollgate.platform.schema.Type;
import java.time.ZoneId;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/**
 * The values that a form of the editor changes in a record. Values that equal the stored ones are not sent, so that a
 * form that is saved unchanged changes nothing. Objects of lists keep what the form does not ask for.
 *
 * @param fields that the body of the write accepts
 * @param record as it is stored
 * @param currency of amounts whose object has none
 * @param apart whether the objects of lists have endpoints of their own, so that a list has only what changes of them
 */
record EditorForm(
        List<EditorPart> parts, List<Field> fields, ObjectNode record, String currency, ZoneId zone, boolean apart) {
    /** The member of an object that has its place in the stored list; absent in a new object. */
    static final String PLACE = "#";

    /** The time zone of an event, beside the times that are in it. */
    private static final String ZONE = "eventDetails.timezone";

    /** @param problems of inputs that stand for no value, by name */
    record Changes(ObjectNode body, Map<String, String> problems) {}

    /** Returns the changed fields of the record. Those that are objects have all values that the form asks for. */
    Changes changes(SubmittedForm form) {
        Reader reader = new Reader(form);
        ObjectNode body = reader.object("", parts, fields, record, JsonNodeFactory.instance.objectNode(), false);
        return new Changes(body, reader.problems);
    }

    /** Returns the text of the input of a stored value. */
    String shown(EditorPart part, Found found, JsonNode value, String unit) {
        if (found.isLines()) {
            StringBuilder lines = new StringBuilder();
            value.forEach(
                    one -> lines.append(found.isLabels() ? one.path("label").asText() : one.asText())
                            .append('\n'));
            return lines.toString().strip();
        }
        boolean missing = value.isMissingNode() || value.isNull();
        if (found.type().kind() == Type.Kind.BOOLEAN) {
            return missing ? Boolean.toString(part.first().equals("true")) : value.asText();
        }
        return FormValue.shown(found.type(), value, unit, zone)
                .replace("\r\n", "\n")
                .strip();
    }

    /** Returns the currency of the amounts of an object: its own, or else that of the record. */
    String currency(SubmittedForm form, String prefix, JsonNode object) {
        String sent = form.text(prefix + "currency");
        String own = sent == null ? object.path("currency").asText() : sent;
        return (own.isEmpty() ? currency : own).strip().toLowerCase(Locale.ROOT);
    }

    /** Reads one form. */
    private final class Reader {
        private final SubmittedForm form;
        private final Map<String, String> problems = new HashMap<>();

        Reader(SubmittedForm form) {
            this.form = form;
        }

        /**
         * Sets the values that differ from the stored ones.
         *
         * @param prefix of the names of the inputs
         * @param stored the object before the change; missing if it is new
         * @param target which is changed and returned
         */
        ObjectNode object(
                String prefix,
                List<EditorPart> own,
                List<Field> among,
                JsonNode stored,
                ObjectNode target,
                boolean item) {
            Set<String> changed = new HashSet<>();
            for (EditorPart part : own) {
                if (differs(prefix, part, among, stored, target)) {
                    changed.add(part.top());
                }
            }
            for (EditorPart part : own) {
                if (!item && changed.contains(part.top()) && !part.path().equals(part.top())) {
                    complete(part, stored, target);
                }
            }
            return target;
        }

        /** Sends an unchanged value of an object of which others change, because bodies can require it. */
        private void complete(EditorPart part, JsonNode stored, ObjectNode target) {
            JsonNode value = stored.at(EditorSchema.pointer(part.path()));
            int dot = part.path().lastIndexOf('.');
            JsonNode parent = target.at(EditorSchema.pointer(part.path().substring(0, dot)));
            if (parent instanceof ObjectNode object
                    && !object.has(part.path().substring(dot + 1))
                    && !part.isList()
                    && value.isValueNode()
                    && !value.isNull()) {
                object.set(part.path().substring(dot + 1), value);
            }
        }

        private boolean differs(String prefix, EditorPart part, List<Field> among, JsonNode stored, ObjectNode target) {
            Found found = EditorSchema.find(among, part.path());
            if (found == null) {
                return false;
            }
            JsonNode former = stored.at(EditorSchema.pointer(part.path()));
            String name = prefix + part.path();
            if (part.isList()) {
                ArrayNode before = JsonNodeFactory.instance.arrayNode();
                former.forEach(one ->
                        before.add(EditorSchema.accepted(one, found.type().element())));
                ArrayNode after = rows(name, part, found.type().element(), former);
                return !before.equals(after) && set(target, part.path(), after);
            }
            boolean flag = found.type().kind() == Type.Kind.BOOLEAN;
            String text = flag
                    ? Boolean.toString(form.has(name))
                    : Objects.requireNonNullElse(form.raw(name), "").strip();
            String unit = currency(form, prefix, stored);
            boolean isNew = stored.isMissingNode();
            // An amount in another currency is another amount.
            String before = isNew ? "" : shown(part, found, former, currency(SubmittedForm.EMPTY, prefix, stored));
            boolean moved = found.type().kind() == Type.Kind.MONEY
                    ? !unit.equals(currency(SubmittedForm.EMPTY, prefix, stored))
                    // A time of day is meant in the zone that was sent with it.
                    : found.type().kind() == Type.Kind.TIME && !zone.equals(sentZone());
            if (text.equals(before) && !(moved && !text.isEmpty())) {
                return false;
            }
            return value(name, part, found, text, unit, former, target);
        }

        private boolean value(
                String name,
                EditorPart part,
                Found found,
                String text,
                String unit,
                JsonNode former,
                ObjectNode target) {
            if (found.type().kind() == Type.Kind.BOOLEAN) {
                return set(target, part.path(), JsonNodeFactory.instance.booleanNode(Boolean.parseBoolean(text)));
            }
            if (found.isLines()) {
                return set(target, part.path(), found.isLabels() ? labels(text, former) : lines(text));
            }
            if (text.isEmpty()) {
                return cleared(name, part, found, target);
            }
            try {
                String plain = part.path().endsWith("currency") ? text.toLowerCase(Locale.ROOT) : text;
                return set(target, part.path(), FormValue.parse(found.type(), plain, unit, sentZone()));
            } catch (IllegalArgumentException invalid) {
                problems.put(name, String.valueOf(invalid.getMessage()));
                return true;
            }
        }

        private ZoneId sentZone() {
            String sent = form.text(ZONE);
            return sent != null && TimeZones.has(sent) ? ZoneId.of(sent) : zone;
        }

        private boolean cleared(String name, EditorPart part, Found found, ObjectNode target) {
            if (found.field().clearable()) {
                return set(target, part.path(), JsonNodeFactory.instance.nullNode());
            }
            int dot = part.path().lastIndexOf('.');
            if (dot < 0 || !found.optional()) {
                problems.put(name, "must not be empty");
                return true;
            }
            // Without any of its values, the object itself is cleared.
            String object = part.path().substring(0, dot);
            boolean empty = parts(name, part).stream().allMatch(other -> form.text(other) == null);
            if (empty) {
                return set(target, object, JsonNodeFactory.instance.nullNode());
            }
            problems.put(name, "must not be empty");
            return true;
        }

        /** Returns the names of the inputs of the same object. */
        private List<String> parts(String name, EditorPart part) {
            String prefix = name.substring(0, name.lastIndexOf('.') + 1);
            String before = name.substring(0, name.length() - part.path().length());
            return form.values().keySet().stream()
                    .filter(one -> one.startsWith(prefix) && one.startsWith(before))
                    .toList();
        }

        private ArrayNode rows(String name, EditorPart part, Type type, JsonNode stored) {
            ArrayNode rows = JsonNodeFactory.instance.arrayNode();
            for (int i = 0; i < FormRows.count(form, name); i++) {
                String row = name + "[" + i + "]";
                int at = EditorSchema.place(stored, Objects.requireNonNullElse(form.text(row + FormRows.AT), ""));
                JsonNode former = at < 0 ? MissingNode.getInstance() : stored.path(at);
                ObjectNode before = EditorSchema.accepted(former, type);
                ObjectNode after = object(row + ".", part.parts(), type.fields(), former, before.deepCopy(), true);
                if (apart && !former.isMissingNode()) {
                    // Its own write sends only what changes.
                    after.properties().removeIf(member -> member.getValue().equals(before.get(member.getKey())));
                    after.put(PLACE, at);
                }
                rows.add(after);
            }
            return rows;
        }

        private boolean set(ObjectNode target, String path, JsonNode value) {
            ObjectNode object = target;
            String[] names = path.split("\\.");
            for (int i = 0; i < names.length - 1; i++) {
                object = object.path(names[i]) instanceof ObjectNode inner ? inner : object.putObject(names[i]);
            }
            object.set(names[names.length - 1], value);
            return true;
        }

        private ArrayNode lines(String text) {
            ArrayNode lines = JsonNodeFactory.instance.arrayNode();
            text.lines().map(String::strip).filter(line -> !line.isEmpty()).forEach(lines::add);
            return lines;
        }

        /** Returns options by their labels. One with a stored label, or else in its place, is the stored one. */
        private ArrayNode labels(String text, JsonNode stored) {
            List<String> labels = text.lines()
                    .map(String::strip)
                    .filter(line -> !line.isEmpty())
                    .toList();
            ArrayNode options = JsonNodeFactory.instance.arrayNode();
            for (int i = 0; i < labels.size(); i++) {
                String label = labels.get(i);
                JsonNode same = stored.valueStream()
                        .filter(one -> one.path("label").equals(TextNode.valueOf(label)))
                        .findFirst()
                        .orElse(MissingNode.getInstance());
                JsonNode inPlace = labels.size() == stored.size()
                                && !labels.contains(stored.path(i).path("label").asText())
                        ? stored.path(i)
                        : MissingNode.getInstance();
                JsonNode kept = same.isMissingNode() ? inPlace : same;
                ObjectNode option = options.addObject().put("label", label);
                if (kept.isObject()) {
                    option.set("id", kept.path("id"));
                    option.set("value", kept.path("value"));
                }
            }
            return options;
        }
    }
}
