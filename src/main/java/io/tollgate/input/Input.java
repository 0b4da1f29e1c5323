package io.tollgate.input;

import com.fasterxml.jackson.core.JsonPointer;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tollgate.error.ApiError;
import io.tollgate.error.ApiError.Problem;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A checked body. Problems are collected, by paths like {@code productData.price.amount}, and
 * {@link #check} refuses all of them at once: the definition's own when the body is read, and those
 * of rules between fields that a feature adds.
 *
 * <p>Values are in the form in which they are stored. A key that was not sent has no value; one sent
 * as null is there and null, which clears.
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

    /** Holds what was sent against a definition; nothing is refused before {@link #check}. */
    public static Input of(Body body, @Nullable JsonNode sent, List<Problem> problems) {
        ValueValidation checking = new ValueValidation(problems);
        ObjectNode values = JsonNodeFactory.instance.objectNode();
        if (sent == null) {
            return new Input(problems, values, "");
        }
        if (!sent.isObject()) {
            checking.problem("body", "must be an object", sent);
        } else if (sent.isEmpty() && !body.empty()) {
            checking.problem("body", "must change at least one field", null);
        } else {
            values = checking.object(body.keys(), sent, "");
        }
        return new Input(problems, values, "");
    }

    /** Whether the key was sent, null included. */
    public boolean has(String name) {
        return values.has(name);
    }

    /** Whether the key was sent with a value. */
    public boolean hasValue(String name) {
        return values.hasNonNull(name);
    }

    /**
     * Whether the key was sent with a value that sets something. Null, {@code false}, 0, an empty text, list or
     * object, and an object of such values set nothing: they are accepted even if the setting does not apply.
     */
    public boolean sets(String name) {
        return sets(values.path(name));
    }

    /** Whether an optional key was sent with a value that {@link #sets} something, or with a wrong one. */
    public boolean applies(String name) {
        return wasMeant(name) && (sets(name) || !hasValue(name));
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

    /** Whether an optional key was sent, be it with a wrong value: whoever sends one means it. */
    public boolean wasMeant(String name) {
        String key = path + name;
        return hasValue(name)
                || problems.stream().anyMatch(problem -> problem.param().equals(key));
    }

    /** Whether nothing is noted of the key, nor of anything under it. */
    public boolean isSound(String name) {
        return problems.stream().noneMatch(problem -> problem.param().startsWith(path + name));
    }

    public @Nullable String text(String name) {
        return hasValue(name) ? values.get(name).textValue() : null;
    }

    public @Nullable Long integer(String name) {
        return hasValue(name) ? Long.valueOf(values.get(name).longValue()) : null;
    }

    public boolean bool(String name, boolean otherwise) {
        return hasValue(name) ? values.get(name).booleanValue() : otherwise;
    }

    /** The object under a key; one without values where it was not sent. Its problems join these. */
    public Input object(String name) {
        JsonNode value = values.get(name);
        ObjectNode object = value instanceof ObjectNode there ? there : JsonNodeFactory.instance.objectNode();
        return new Input(problems, object, path + name + ".");
    }

    /** The objects of a list, in order; none where it was not sent. */
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

    /** The values under their keys, for what is stored as it was sent. */
    public ObjectNode values() {
        return values.deepCopy();
    }

    /** Notes a problem with a key unless the rule holds. */
    public Input rule(boolean holds, String name, String message) {
        return holds ? this : problem(name, message);
    }

    /** Notes a problem with a key. Of what is wrong in itself, nothing more is said. */
    public Input problem(String name, String message) {
        JsonNode value = values.has(name) ? values.get(name) : values.at(pointer(name));
        if (problems.stream().noneMatch(noted -> noted.param().equals(path + name))) {
            new ValueValidation(problems).problem(path + name, message, value);
        }
        return this;
    }

    /** Where a path like {@code imageIds[0]} leads. */
    private static JsonPointer pointer(String path) {
        String steps = path.replace("~", "~0").replace("/", "~1").replaceAll("\\[(\\d+)]", ".$1");
        return JsonPointer.compile("/" + steps.replace('.', '/'));
    }

    /** Refuses the request with every problem noted so far. */
    public Input check() {
        if (!problems.isEmpty()) {
            throw ApiError.invalid(problems);
        }
        return this;
    }

    /**
     * Changes a record: what was not sent is kept, null clears, an object changes only the keys that
     * it holds, a list is replaced whole.
     */
    public void mergeInto(ObjectNode record) {
        mergeInto(record, JsonNodeFactory.instance.objectNode());
    }

    /**
     * Changes a record as {@link #mergeInto(ObjectNode)} does, but null restores the default. A key without a
     * value stays without one, so that a record can be sent back as it was read.
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
            JsonNode otherwise = defaults.path(name);
            if (value instanceof ObjectNode object) {
                ObjectNode there = into.get(name) instanceof ObjectNode kept ? kept : fresh(into, name, otherwise);
                merge(object, there, otherwise);
            } else if (value.isNull() && into.hasNonNull(name) && !otherwise.isMissingNode()) {
                into.set(name, otherwise.deepCopy());
            } else {
                into.set(name, value.deepCopy());
            }
        });
    }

    private static ObjectNode fresh(ObjectNode into, String name, JsonNode otherwise) {
        ObjectNode fresh = otherwise instanceof ObjectNode object ? object.deepCopy() : into.objectNode();
        into.set(name, fresh);
        return fresh;
    }
}
