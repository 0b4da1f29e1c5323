package io.tollgate.catalog.page;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import io.tollgate.platform.input.Input;
import io.tollgate.platform.schema.Field;
import io.tollgate.platform.schema.Type;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Validates read-only fields that a body may send back ({@link Field#roundTrip}). Callers read an object, edit it and
 * send all of it. Such a field is accepted with the value in the response, and rejected with any other value.
 */
public final class RoundTrip {
    private RoundTrip() {}

    /**
     * Records a problem for each such field whose value differs from the object before and after the change.
     *
     * @param fields the fields of the body
     * @param before the object before the change
     * @param after the object after the change
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
                input.rule(asRead, name, "is read-only: omit it, or send its current value");
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

    /** Returns the item before the change with the same id or, if the items have no ids, in the same position. */
    private static JsonNode item(JsonNode was, @Nullable String id, int place) {
        for (JsonNode one : was) {
            if (Objects.equals(one.path("id").textValue(), id) && id != null) {
                return one;
            }
        }
        return was.path(place).has("id") ? MissingNode.getInstance() : was.path(place);
    }

    /** Returns whether a value equals the one in a response. Compares numbers by value; an absent value equals null. */
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
