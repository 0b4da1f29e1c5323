package io.tollgate.support;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tollgate.resource.Field;
import io.tollgate.resource.Resource;
import io.tollgate.resource.Type;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

/** Records with a value in every field, made from the definitions. */
public final class Samples {
    private static final JsonNodeFactory JSON = JsonNodeFactory.instance;
    private static final AtomicInteger NUMBER = new AtomicInteger();

    private Samples() {}

    public static ObjectNode record(Resource resource) {
        return object(resource.fields());
    }

    private static ObjectNode object(List<Field> fields) {
        ObjectNode object = JSON.objectNode();
        fields.forEach(field -> object.set(field.name(), value(field.name(), field.type())));
        return object;
    }

    private static JsonNode value(String name, Type type) {
        return switch (type.kind()) {
            case ID, ENUM, TIME -> JSON.textNode(type.sample());
            case TEXT -> JSON.textNode(name.equals("invoiceUrl") ? "" : "sample of " + name);
            case MONEY, INTEGER -> JSON.numberNode(7L);
            case NUMBER -> JSON.numberNode(2.5);
            case BOOLEAN -> JSON.booleanNode(true);
            case OBJECT -> object(type.fields());
            case LIST -> JSON.arrayNode().add(value(name, type.element()));
            case MAP -> JSON.objectNode().set("one", value(name, type.element()));
            case ANY -> JSON.objectNode().put("any", "thing");
        };
    }

    /** Gives what must be unique for a seller a value of its own. */
    static void unique(Resource resource, ObjectNode record) {
        int number = NUMBER.incrementAndGet();
        for (String name : List.of("ticketShortId", "checkInCode", "invoiceNumber", "email")) {
            if (record.has(name)) {
                record.put(name, name + number);
            }
        }
        if (record.has("orderId")) {
            record.put("orderId", "%08d".formatted(number));
        }
    }
}
