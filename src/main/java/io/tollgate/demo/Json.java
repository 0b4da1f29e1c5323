package io.tollgate.demo;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.BooleanNode;
import com.fasterxml.jackson.databind.node.DecimalNode;
import com.fasterxml.jackson.databind.node.IntNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.LongNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import java.math.BigDecimal;
import java.util.Collection;
import org.jspecify.annotations.Nullable;

/** Writes records as pairs of names and values. A value that is null is left out. */
final class Json {
    private Json() {}

    static ObjectNode of(@Nullable Object... pairs) {
        return put(JsonNodeFactory.instance.objectNode(), pairs);
    }

    static ObjectNode put(ObjectNode node, @Nullable Object... pairs) {
        for (int i = 0; i < pairs.length; i += 2) {
            Object value = pairs[i + 1];
            if (value != null) {
                node.set((String) pairs[i], node(value));
            }
        }
        return node;
    }

    static ArrayNode list(Object... items) {
        ArrayNode list = JsonNodeFactory.instance.arrayNode(items.length);
        for (Object item : items) {
            list.add(node(item));
        }
        return list;
    }

    private static JsonNode node(Object value) {
        if (value instanceof String text) {
            return TextNode.valueOf(text);
        } else if (value instanceof JsonNode node) {
            return node;
        } else if (value instanceof Integer number) {
            return IntNode.valueOf(number);
        } else if (value instanceof Long number) {
            return LongNode.valueOf(number);
        } else if (value instanceof Boolean bool) {
            return BooleanNode.valueOf(bool);
        } else if (value instanceof BigDecimal number) {
            return DecimalNode.valueOf(number);
        } else if (value instanceof Collection<?> items) {
            return list(items.toArray());
        }
        throw new IllegalArgumentException("no JSON for " + value.getClass());
    }
}
