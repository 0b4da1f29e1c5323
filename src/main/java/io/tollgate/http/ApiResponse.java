package io.tollgate.http;

import io.tollgate.api.Endpoint;
import io.vertx.core.MultiMap;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpServerRequest;
import org.jspecify.annotations.Nullable;

/**
 * What an endpoint answers: status, headers of its own, body.
 *
 * @param body empty if the body is in a file
 * @param file sent in place of {@code body} and then released; null if the body is in memory
 */
public record ApiResponse(
        int status, MultiMap headers, Buffer body, @Nullable FilePart file) {
    private static final String JSON = "application/json";

    public ApiResponse(int status, MultiMap headers, Buffer body) {
        this(status, headers, body, null);
    }

    /** Bytes of a file, which this response uses once. */
    public record FilePart(StoredBody body, long from, long length) {}

    /** JSON under any status. */
    public static ApiResponse of(int status, Buffer json) {
        return new ApiResponse(status, MultiMap.caseInsensitiveMultiMap().add("Content-Type", JSON), json);
    }

    public static ApiResponse ok(Buffer json) {
        return of(200, json);
    }

    /** Bytes of another type than JSON. */
    public static ApiResponse ok(String contentType, Buffer body) {
        return new ApiResponse(200, MultiMap.caseInsensitiveMultiMap().add("Content-Type", contentType), body);
    }

    /** One record under {@code data}, with the name of its state. */
    public static ApiResponse record(int status, Buffer record) {
        return record(status, record, record);
    }

    /**
     * The same, of a record that is not shown as it is stored.
     *
     * @param stored names the state
     */
    public static ApiResponse record(int status, Buffer stored, Buffer record) {
        Buffer body = Buffer.buffer(record.length() + 16)
                .appendString("{\"data\":")
                .appendBuffer(record)
                .appendString("}");
        return of(status, body).with("ETag", Etag.of(stored));
    }

    /**
     * One record with nothing around it, with the name of its state.
     *
     * @param state names the state; it may leave out live numbers that the record shows
     */
    public static ApiResponse bare(Buffer state, Buffer record) {
        return ok(record).with("ETag", Etag.of(state));
    }

    /** That a record is gone, in the form of {@link Endpoint.Schema#DELETED}. */
    public static ApiResponse deleted(String noun) {
        return ok(Buffer.buffer("{\"data\":{\"success\":true,\"message\":\"" + noun + " deleted\"}}"));
    }

    /** Part of a record under {@code data}, with the name of the state of the whole, which it shares. */
    public static ApiResponse part(int status, Buffer part, Buffer whole) {
        return record(status, part).with("ETag", Etag.of(whole));
    }

    /** Or 304 where the caller has it: to be asked where the tag tells of all that is shown. */
    public ApiResponse orNotModified(HttpServerRequest request) {
        String tag = headers.get("ETag");
        if (tag == null || !Etag.isKnown(request.headers().getAll("If-None-Match"), tag)) {
            return this;
        }
        return new ApiResponse(304, MultiMap.caseInsensitiveMultiMap(), Buffer.buffer()).with("ETag", tag);
    }

    public ApiResponse with(String header, String value) {
        headers.set(header, value);
        return this;
    }
}
