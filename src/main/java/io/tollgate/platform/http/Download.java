package io.tollgate.platform.http;

import io.vertx.core.MultiMap;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.ext.web.RoutingContext;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A document for download. Supports ranges, so that an interrupted download can resume, and conditional requests.
 *
 * @param etag strong ETag with its quotes
 * @param fileName ASCII name for clients that do not support {@code filename*}
 * @param title display name in any script, without a file extension
 * @param cacheControl value of the Cache-Control header
 */
public record Download(String contentType, String etag, String fileName, String title, String cacheControl) {
    /** A single range. Requests for several ranges get the whole document. */
    private static final Pattern RANGE = Pattern.compile("bytes=(\\d{0,15})-(\\d{0,15})");

    private static final int TITLE_MAX = 80;

    /** Returns whether {@code If-None-Match} matches this document. */
    public boolean isKnownTo(RoutingContext ctx) {
        return Etag.isKnown(ctx.request().headers().getAll("If-None-Match"), etag);
    }

    public ApiResponse notModified() {
        return new ApiResponse(304, headers(), Buffer.buffer());
    }

    /** Returns the whole document or the requested range. Takes ownership of one use of the body. */
    public ApiResponse answer(HttpServerRequest request, StoredBody body) {
        MultiMap headers = headers()
                .set("Content-Type", contentType)
                .set("Content-Disposition", disposition())
                .set("X-Content-Type-Options", "nosniff");
        boolean whole = request.method() != HttpMethod.GET;
        long[] range = whole ? null : range(request.getHeader("Range"), request.getHeader("If-Range"), body.length());
        if (range == null) {
            return answer(200, headers, body, 0, body.length());
        }
        if (range[0] > range[1]) {
            body.release();
            headers.set("Content-Range", "bytes */" + body.length());
            return new ApiResponse(416, headers.remove("Content-Disposition"), Buffer.buffer());
        }
        headers.set("Content-Range", "bytes " + range[0] + "-" + range[1] + "/" + body.length());
        return answer(206, headers, body, range[0], range[1] - range[0] + 1);
    }

    private static ApiResponse answer(int status, MultiMap headers, StoredBody body, long from, long length) {
        Buffer memory = body.memory();
        return memory == null
                ? new ApiResponse(status, headers, new ApiResponse.FilePart(body, from, length))
                : new ApiResponse(status, headers, memory.slice((int) from, (int) (from + length)));
    }

    private MultiMap headers() {
        return MultiMap.caseInsensitiveMultiMap()
                .set("ETag", etag)
                .set("Accept-Ranges", "bytes")
                .set("Cache-Control", cacheControl);
    }

    /**
     * Returns the first and last byte of the range. The first is after the last if the range is not satisfiable. Null
     * for the whole document.
     */
    private long @Nullable [] range(@Nullable String rangeHeader, @Nullable String ifRange, long length) {
        Matcher parts = rangeHeader == null ? null : RANGE.matcher(rangeHeader.strip());
        if (parts == null || !parts.matches() || ifRange != null && !ifRange.equals(etag)) {
            return null;
        }
        String first = parts.group(1);
        String last = parts.group(2);
        if (first.isEmpty() && last.isEmpty()) {
            return null;
        }
        if (first.isEmpty()) {
            long tail = Math.min(Long.parseLong(last), length);
            return tail == 0 ? new long[] {1, 0} : new long[] {length - tail, length - 1};
        }
        long from = Long.parseLong(first);
        long to = last.isEmpty() ? length - 1 : Math.min(Long.parseLong(last), length - 1);
        if (!last.isEmpty() && Long.parseLong(last) < from) {
            return null;
        }
        return from >= length ? new long[] {1, 0} : new long[] {from, to};
    }

    private String disposition() {
        String plain = title.replaceAll("[\\p{Cntrl}/\\\\:*?\"<>|]+", " ").strip();
        String shortened = plain.codePoints()
                .limit(TITLE_MAX)
                .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
                .toString();
        String encoded = URLEncoder.encode(shortened + ".pdf", StandardCharsets.UTF_8)
                .replace("+", "%20")
                .replace("*", "%2A");
        return "attachment; filename=\"" + fileName + "\"; filename*=UTF-8''" + encoded;
    }
}
