package io.tollgate.page;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import io.tollgate.input.Input;
import io.tollgate.schema.Field;
import io.tollgate.schema.Type;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Validates read-only fields that a body may send back ({@link Field#roundTrip}). Callers read an object, edit it and
 * send all of it: each such field is accepted with the value that is read, and rejected with another.
 */
public final class RoundTrip {
    private RoundTrip() {}

    /**
     * Notes each of these fields that was sent with a value that is not read.
     *
     * @param fields of the body
     * @param before what the caller may have read
     * @param after what is read after the change
     */
    public static void validate(List<Field> fields, Input input, JsonNode before, JsonNode after) {
        for (Field field : fields) {
            String name = field.name();
            JsonNode was = before.path(name);
            JsonNode is = after.path(name);
            Type item = field.type().item();
            if (field.readBack()) {
                JsonNode sent = input.values().path(name);
                boolean asRead = !input.has(name) || same(sent, was) || same(sent, is);
                input.rule(asRead, name, "is read-only: leave it out, or send it as it is read");
            } else if (item == null) {
                validate(field.type().fields(), input.object(name), was, is);
            } else {
                List<Input> items = input.objects(name);
                for (int i = 0; i < items.size(); i++) {
                    JsonNode former = item(was, items.get(i).text("id"), i);
                    validate(item.fields(), items.get(i), former, is.path(i));
                }
            }
        }
    }

    /** The same one before: by its id where such items have ids, else by its place. */
    private static JsonNode item(JsonNode was, @Nullable String id, int place) {
        for (JsonNode one : was) {
            if (Objects.equals(one.path("id").textValue(), id) && id != null) {
                return one;
            }
        }
        return was.path(place).has("id") ? MissingNode.getInstance() : was.path(place);
    }

    /** Whether a value is the one that is read, however its numbers are held; what is not there is read as null. */
    private static boolean same(JsonNode sent, JsonNode read) {
        if (sent.isObject()) {
            return sent.properties().stream().allMatch(each -> same(each.getValue(), read.path(each.getKey())));
        }
        if (sent.isNumber() && read.isNumber()) {
            return sent.decimalValue().compareTo(read.decimalValue()) == 0;
        }
        return sent.isNull() ? read.isMissingNode() || read.isNull() : sent.equals(read);
    }
}
