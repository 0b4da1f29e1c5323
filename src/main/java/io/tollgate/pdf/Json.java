package io.tollgate.pdf;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.vertx.core.buffer.Buffer;
import java.io.IOException;
import java.io.UncheckedIOException;

/** Parses the JSON content of documents. */
final class Json {
    private static final ObjectMapper MAPPER = new ObjectMapper();

    private Json() {}

    static JsonNode read(Buffer json) {
        try {
            return MAPPER.readTree(json.getBytes());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
