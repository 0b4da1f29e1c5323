package io.tollgate.fuzz;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.MissingNode;
import io.tollgate.support.RawHttp;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A response as received, and its duration. */
record Reply(int status, List<String> headers, byte[] body, long millis) {
    private static final ObjectMapper MAPPER = JsonMapper.builder()
            .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
            .build();

    @Nullable
    String header(String name) {
        return RawHttp.header(headers, name);
    }

    boolean isJson() {
        String type = header("Content-Type");
        return type != null && type.startsWith("application/json");
    }

    String text() {
        return new String(body, StandardCharsets.UTF_8);
    }

    /** Returns the tree of the body, or a missing node if it is not JSON. */
    JsonNode json() {
        try {
            return MAPPER.readTree(text());
        } catch (JsonProcessingException e) {
            return MissingNode.getInstance();
        }
    }

    /** Returns status and body without the values that differ for each request. */
    String fingerprint() {
        if (!isJson()) {
            return status + " " + body.length;
        }
        return status + " "
                + text().replaceAll("\"requestId\":\"[^\"]*\"", "")
                        .replaceAll("expires=\\d+&signature=[^\"]*", "")
                        .replaceAll("\"expiresAt\":\"[^\"]*\"", "");
    }
}
