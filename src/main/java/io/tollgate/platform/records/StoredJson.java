package io.tollgate.platform.records;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.vertx.core.buffer.Buffer;
import java.io.IOException;
import java.io.UncheckedIOException;

/** Parses stored records and documents, which are JSON objects. */
public final class StoredJson {
    private static final ObjectMapper MAPPER = new ObjectMapper();
    private static final String DAMAGED = "a stored document is not JSON";

    private StoredJson() {}

    public static ObjectNode parse(Buffer json) {
        return parse(json.getBytes());
    }

    public static ObjectNode parse(String json) {
        try {
            return (ObjectNode) MAPPER.readTree(json);
        } catch (JsonProcessingException e) {
            throw new UncheckedIOException(DAMAGED, e);
        }
    }

    /** Parses a list within a stored record. */
    public static ArrayNode parseList(String json) {
        try {
            return (ArrayNode) MAPPER.readTree(json);
        } catch (JsonProcessingException e) {
            throw new UncheckedIOException(DAMAGED, e);
        }
    }

    public static ObjectNode parse(byte[] json) {
        try {
            return (ObjectNode) MAPPER.readTree(json);
        } catch (IOException e) {
            throw new UncheckedIOException(DAMAGED, e);
        }
    }
}
