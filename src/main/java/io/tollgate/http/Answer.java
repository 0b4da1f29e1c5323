package io.tollgate.http;

import io.vertx.core.MultiMap;
import io.vertx.core.buffer.Buffer;

/** What an endpoint answers: status, headers of its own, body. */
public record Answer(int status, MultiMap headers, Buffer body) {
    private static final String JSON = "application/json";

    public static Answer ok(Buffer json) {
        return new Answer(200, MultiMap.caseInsensitiveMultiMap().add("Content-Type", JSON), json);
    }

    /** Bytes of another type than JSON. */
    public static Answer ok(String contentType, Buffer body) {
        return new Answer(200, MultiMap.caseInsensitiveMultiMap().add("Content-Type", contentType), body);
    }

    public Answer with(String header, String value) {
        headers.set(header, value);
        return this;
    }
}
