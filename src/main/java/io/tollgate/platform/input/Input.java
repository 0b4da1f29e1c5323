package io.tollgate.platform.input;

import com.fasterxml.jackson.core.JsonPointer;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tollgate.platform.error.ApiError;
import io.tollgate.platform.error.ApiError.Problem;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The values of a request body and its problems by path, such as {@code productData.price.amount}. Reading the body
 * records violations of its {@link Body}; features add violations of rules between fields. {@link #check} rejects the
 * request with all of them.
 *
 * <p>Values are in their stored form. A key that was not sent has no value. A key that was sent as null has the value
 * null, which clears the field.
 */
public final class Input {
    private final List<Problem> problems;
    private final ObjectNode values;
    private final String path;

    private Input(List<Problem> problems, ObjectNode values, String path) {
        this.problems = problems;
        this.values = values;
        this.path = path;
    }

    /** Validates a body, and adds its problems to the list. Does not throw: see {@link #check}. */
    public static Input of(Body body, @Nullable JsonNode sent, List<Problem> problems) {
        ValueValidation validation = new ValueValidation(problems);
        ObjectNode values = JsonNodeFactory.instance.objectNode();
        if (sent == null) {
            return new Input(problems, values, "");
        }
        if (!sent.isObject()) {
            validation.problem("body", "must be an object", sent);
        } else if (sent.isEmpty() && !body.empty()) {
            validation.problem("body", "must change at least one field", null);
        } else {
            values = validation.object(body.fields(), sent, "");
        }
        return new Input(problems, values, "");
    }

    /** Returns whether the key has a valid value or null. */
    public boolean has(String name) {
        return values.has(name);
    }

    /** Returns whether the key has a valid value other than null. */
    public boolean hasValue(String name) {
        return values.hasNonNull(name);
    }

    /**
     * Returns whether the value of the key sets something. Null, {@code false}, 0, an empty text, list or object, and
     * an object of such values set nothing. They are accepted even if the setting does not apply.
     */
    public boolean sets(String name) {
        return sets(values.path(name));
    }

    /** Returns whether an optional key was sent with an invalid value, or with one that {@link #sets} something. */
    public boolean applies(String name) {
        return wasSent(name) && (sets(name) || !hasValue(name));
    }

    private static boolean sets(JsonNode value) {
        return switch (value.getNodeType()) {
            case BOOLEAN -> value.booleanValue();
            case NUMBER -> value.decimalValue().signum() != 0;
            case STRING -> !value.textValue().isEmpty();
            case ARRAY -> !value.isEmpty();
            case OBJECT -> value.properties().stream().anyMatch(each -> sets(each.getValue()));
            default -> false;
        };
    }

    /**
     * Returns whether an optional key was sent with a value other than null, valid or not. An invalid value must not
     * also be reported as missing.
     */
    public boolean wasSent(String name) {
        String key = path + name;
        return hasValue(name)
                || problems.stream().anyMatch(problem -> problem.param().equals(key));
    }

    /** Returns whether no problem is recorded for the key or a path that begins with it. */
    public boolean isValid(String name) {
        return problems.stream().noneMatch(problem -> problem.param().startsWith(path + name));
    }

    public @Nullable String text(String name) {
        return hasValue(name) ? values.get(name).textValue() : null;
    }

    /** Returns the texts of a list; empty if it is not sent. */
    public List<String> texts(String name) {
        List<String> texts = new ArrayList<>();
        values.path(name).forEach(value -> texts.add(value.asText()));
        return List.copyOf(texts);
    }

    public @Nullable Long integer(String name) {
        return hasValue(name) ? Long.valueOf(values.get(name).longValue()) : null;
    }

    public boolean bool(String name, boolean defaultValue) {
        return hasValue(name) ? values.get(name).booleanValue() : defaultValue;
    }

    /** Returns the object of a key, or an object without values if it was not sent. Shares the list of problems. */
    public Input object(String name) {
        JsonNode value = values.get(name);
        ObjectNode object = value instanceof ObjectNode sent ? sent : JsonNodeFactory.instance.objectNode();
        return new Input(problems, object, path + name + ".");
    }

    /** Returns the valid objects of a list in order, or an empty list if it was not sent. */
    public List<Input> objects(String name) {
        List<Input> objects = new ArrayList<>();
        JsonNode list = values.path(name);
        for (int i = 0; i < list.size(); i++) {
            if (list.get(i) instanceof ObjectNode object) {
                objects.add(new Input(problems, object, path + name + "[" + i + "]."));
            }
        }
        return objects;
    }

    /** Returns a copy of all values by key. */
    public ObjectNode values() {
        return values.deepCopy();
    }

    /** Records a problem of a key if a rule is violated. */
    public Input rule(boolean satisfied, String name, String message) {
        return satisfied ? this : problem(name, message);
    }

    /** Records a problem of a key, unless the key already has one. */
    public Input problem(String name, String message) {
        JsonNode value = values.has(name) ? values.get(name) : values.at(pointer(name));
        if (problems.stream().noneMatch(recorded -> recorded.param().equals(path + name))) {
            new ValueValidation(problems).problem(path + name, message, value);
        }
        return this;
    }

    /** Converts a path such as {@code imageIds[0]} to a JSON pointer. */
    private static JsonPointer pointer(String path) {
        String steps = path.replace("~", "~0").replace("/", "~1").replaceAll("\\[(\\d+)]", ".$1");
        return JsonPointer.compile("/" + steps.replace('.', '/'));
    }

    /** Throws a 400 with all recorded problems, if there are any. */
    public Input check() {
        if (!problems.isEmpty()) {
            throw ApiError.invalid(problems);
        }
        return this;
    }

    /**
     * Applies the body to a record. Fields that were not sent keep their values, null clears a field, objects merge
     * recursively, and lists are replaced.
     */
    public void mergeInto(ObjectNode record) {
        mergeInto(record, JsonNodeFactory.instance.objectNode());
    }

    /**
     * Applies the body to a record as {@link #mergeInto(ObjectNode)} does, except that null restores the default of a
     * field. A field that is null already stays null, so that a record can be sent back as it was read.
     *
     * @param defaults a new record
     */
    public void mergeInto(ObjectNode record, JsonNode defaults) {
        merge(values, record, defaults);
    }

    private static void merge(ObjectNode from, ObjectNode into, JsonNode defaults) {
        from.properties().forEach(change -> {
            String name = change.getKey();
            JsonNode value = change.getValue();
            JsonNode defaultValue = defaults.path(name);
            if (value instanceof ObjectNode object) {
                ObjectNode target =
                        into.get(name) instanceof ObjectNode kept ? kept : putObject(into, name, defaultValue);
                merge(object, target, defaultValue);
            } else if (value.isNull() && into.hasNonNull(name) && !defaultValue.isMissingNode()) {
                into.set(name, defaultValue.deepCopy());
            } else {
                into.set(name, value.deepCopy());
            }
        });
    }

    private static ObjectNode putObject(ObjectNode into, String name, JsonNode defaults) {
        ObjectNode created = defaults instanceof ObjectNode object ? object.deepCopy() : into.objectNode();
        into.set(name, created);
        return created;
    }
}
