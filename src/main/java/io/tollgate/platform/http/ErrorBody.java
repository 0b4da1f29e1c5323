package io.tollgate.platform.http;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tollgate.platform.error.ApiError;
import org.jspecify.annotations.Nullable;

/** The JSON body of an error response. */
public final class ErrorBody {
    private static final ObjectMapper MAPPER = new ObjectMapper();

    private ErrorBody() {}

    public static String of(ApiError error, @Nullable String requestId) {
        ObjectNode body = MAPPER.createObjectNode()
                .put("status", "error")
                .put("type", "error")
                .put("message", error.getMessage());
        ArrayNode errors = body.putArray("errors");
        for (ApiError.Problem problem : error.problems()) {
            ObjectNode entry = errors.addObject()
                    .put("param", ApiError.shortened(problem.param()))
                    .put("message", problem.message());
            entry.set("value", MAPPER.valueToTree(shown(problem.value())));
        }
        body.put("code", error.code()).put("requestId", requestId);
        try {
            return MAPPER.writeValueAsString(body);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("an error body is always JSON", e);
        }
    }

    private static @Nullable Object shown(@Nullable Object value) {
        return value instanceof String text ? ApiError.shortened(text) : value;
    }
}
