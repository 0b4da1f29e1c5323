package io.tollgate.platform.http;

import io.tollgate.platform.api.Endpoint;
import io.vertx.core.MultiMap;
import io.vertx.core.buffer.Buffer;
import io.vertx.ext.web.RoutingContext;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The response of an endpoint: status, headers and body.
 *
 * @param body empty if the body is in a file or is streamed
 * @param file sent instead of {@code body} and then released; null if the body is not in a file
 * @param streamed sent instead of {@code body}; null if the body is known when the response begins
 */
public record ApiResponse(
        int status,
        MultiMap headers,
        Buffer body,
        @Nullable FilePart file,
        @Nullable StreamedBody streamed) {
    static final String JSON = "application/json";

    public ApiResponse(int status, MultiMap headers, Buffer body) {
        this(status, headers, body, null, null);
    }

    ApiResponse(int status, MultiMap headers, FilePart file) {
        this(status, headers, Buffer.buffer(), file, null);
    }

    /** Returns a 200 response whose body is produced while it is sent. */
    public static ApiResponse streamed(MultiMap headers, StreamedBody body) {
        return new ApiResponse(200, headers, Buffer.buffer(), null, body);
    }

    /** A body of unknown length. */
    public interface StreamedBody {
        /** Sends the body; for HEAD only the headers. The caller has set the status and the other headers. */
        void send(RoutingContext ctx);
    }

    /** A range of a file, which this response uses once. */
    public record FilePart(StoredBody body, long from, long length) {}

    /** Returns a JSON response with any status. */
    public static ApiResponse of(int status, Buffer json) {
        return new ApiResponse(status, MultiMap.caseInsensitiveMultiMap().add("Content-Type", JSON), json);
    }

    public static ApiResponse ok(Buffer json) {
        return of(200, json);
    }

    /** Returns a 200 response with a content type other than JSON. */
    public static ApiResponse ok(String contentType, Buffer body) {
        return new ApiResponse(200, MultiMap.caseInsensitiveMultiMap().add("Content-Type", contentType), body);
    }

    /** Returns a record in {@code data} with its ETag. */
    public static ApiResponse record(int status, Buffer record) {
        return record(status, record, record);
    }

    /**
     * Returns a record in {@code data} with the ETag of its stored bytes, which differ from the rendered ones.
     *
     * @param stored the bytes that determine the ETag
     */
    public static ApiResponse record(int status, Buffer stored, Buffer record) {
        Buffer body = Buffer.buffer(record.length() + 16)
                .appendString("{\"data\":")
                .appendBuffer(record)
                .appendString("}");
        return of(status, body).with("ETag", Etag.of(stored));
    }

    /**
     * Returns a record without {@code data} around it, with its ETag.
     *
     * @param state the bytes that determine the ETag; may exclude live counts that the record includes
     */
    public static ApiResponse withoutData(Buffer state, Buffer record) {
        return ok(record).with("ETag", Etag.of(state));
    }

    /** Returns the response to a deletion, in the schema {@link Endpoint.Schema#DELETED}. */
    public static ApiResponse deleted(String noun) {
        return ok(Buffer.buffer("{\"data\":{\"success\":true,\"message\":\"" + noun + " deleted\"}}"));
    }

    /** Returns a part of a record in {@code data} with the ETag of the whole record. */
    public static ApiResponse part(int status, Buffer part, Buffer whole) {
        return record(status, part).with("ETag", Etag.of(whole));
    }

    /**
     * Returns 304 if {@code If-None-Match} matches the ETag, otherwise this response. Call only if the ETag covers the
     * whole response.
     */
    public ApiResponse orNotModified(List<String> ifNoneMatch) {
        String tag = headers.get("ETag");
        if (tag == null || !Etag.isKnown(ifNoneMatch, tag)) {
            return this;
        }
        return new ApiResponse(304, MultiMap.caseInsensitiveMultiMap(), Buffer.buffer())
                .with("ETag", tag)
                .with("Vary", "Accept-Encoding");
    }

    public ApiResponse with(String header, String value) {
        headers.set(header, value);
        return this;
    }
}
