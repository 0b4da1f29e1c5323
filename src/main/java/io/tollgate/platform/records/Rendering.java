package io.tollgate.platform.records;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.util.ByteArrayBuilder;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tollgate.platform.schema.Field;
import io.tollgate.platform.schema.Type;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Renders a record as JSON: every declared field, in declared order. A field without a value is null, or an empty list
 * if its type allows one. An undeclared field or a value of another type is a defect of the writer and throws.
 */
public final class Rendering {
    private static final ObjectMapper MAPPER = new ObjectMapper();
    private static final JsonFactory FACTORY = MAPPER.getFactory();
    private static final int USUAL_SIZE = 4096;

    private Rendering() {}

    public static byte[] render(List<Field> fields, ObjectNode record) {
        ByteArrayBuilder bytes = new ByteArrayBuilder(null, USUAL_SIZE);
        try (JsonGenerator json = FACTORY.createGenerator(bytes)) {
            object(json, fields, record, "");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return bytes.toByteArray();
    }

    /**
     * Renders an object. Fields usually arrive in declared order. Iterating over both orders in parallel saves a map
     * lookup per field, which is most of the cost of rendering.
     */
    private static void object(JsonGenerator json, List<Field> fields, JsonNode value, String path) throws IOException {
        json.writeStartObject();
        int written = 0;
        Iterator<Map.Entry<String, JsonNode>> given = value.properties().iterator();
        Map.Entry<String, JsonNode> next = given.hasNext() ? given.next() : null;
        for (Field field : fields) {
            JsonNode child;
            if (next != null && next.getKey().equals(field.name())) {
                child = next.getValue();
                next = given.hasNext() ? given.next() : null;
            } else {
                child = written == value.size() ? null : value.get(field.name());
            }
            if (child != null) {
                written++;
            }
            if (child != null || !field.maybeAbsent()) {
                json.writeFieldName(field.name());
                value(json, field.type(), child, path, field.name());
            }
        }
        if (written < value.size()) {
            throw new IllegalArgumentException(path + " has an undeclared field among " + names(value));
        }
        json.writeEndObject();
    }

    private static void value(JsonGenerator json, Type type, @Nullable JsonNode value, String path, String name)
            throws IOException {
        if (value == null || value.isNull()) {
            absent(json, type);
            return;
        }
        switch (type.kind()) {
            case ID, TEXT, EMAIL, CODE, ENUM, TIME ->
                json.writeString(expect(value.isTextual(), value, path, name).textValue());
            case BOOLEAN ->
                json.writeBoolean(expect(value.isBoolean(), value, path, name).booleanValue());
            case MONEY, INTEGER ->
                json.writeNumber(
                        expect(value.isIntegralNumber(), value, path, name).longValue());
            case NUMBER -> MAPPER.writeTree(json, expect(value.isNumber(), value, path, name));
            case OBJECT -> object(json, type.fields(), expect(value.isObject(), value, path, name), path + "." + name);
            case LIST -> {
                json.writeStartArray();
                for (JsonNode item : expect(value.isArray(), value, path, name)) {
                    value(json, type.element(), item, path, name);
                }
                json.writeEndArray();
            }
            case MAP -> {
                json.writeStartObject();
                for (Map.Entry<String, JsonNode> entry :
                        expect(value.isObject(), value, path, name).properties()) {
                    json.writeFieldName(entry.getKey());
                    value(json, type.element(), entry.getValue(), path, name);
                }
                json.writeEndObject();
            }
            case ANY -> MAPPER.writeTree(json, value);
            default -> throw new IllegalArgumentException(path + "." + name + " is a " + type.kind() + " of a body");
        }
    }

    private static void absent(JsonGenerator json, Type type) throws IOException {
        if (type.kind() == Type.Kind.LIST && !type.isNeverEmpty()) {
            json.writeStartArray();
            json.writeEndArray();
        } else {
            json.writeNull();
        }
    }

    private static JsonNode expect(boolean right, JsonNode value, String path, String name) {
        if (!right) {
            throw new IllegalArgumentException(path + "." + name + " cannot be a " + value.getNodeType());
        }
        return value;
    }

    private static String names(JsonNode value) {
        StringBuilder names = new StringBuilder();
        value.fieldNames().forEachRemaining(name -> names.append(' ').append(name));
        return names.toString();
    }
}
