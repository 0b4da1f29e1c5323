package io.tollgate.http;

import io.vertx.core.MultiMap;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpMethod;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A document to be downloaded: sent whole, in part to those who go on after an interruption, or not
 * at all to those who have it.
 *
 * @param etag strong, with its quotes
 * @param fileName plain ASCII, for programs that know no more
 * @param title what people call it, in any script, without an ending
 * @param cacheControl who may keep it
 */
public record Download(String contentType, String etag, String fileName, String title, String cacheControl) {
    /** One range; callers that ask for several at once get the whole. */
    private static final Pattern RANGE = Pattern.compile("bytes=(\\d{0,15})-(\\d{0,15})");

    private static final int TITLE_MAX = 80;

    /** Whether the caller has this very document. */
    public boolean isKnownTo(Request request) {
        return Etag.isKnown(request.headers("If-None-Match"), etag);
    }

    public ApiResponse notModified() {
        return new ApiResponse(304, headers(), Buffer.buffer());
    }

    /** The bytes, or those of the range that was asked for. */
    public ApiResponse answer(Request request, Buffer bytes) {
        MultiMap headers = headers()
                .set("Content-Type", contentType)
                .set("Content-Disposition", disposition())
                .set("X-Content-Type-Options", "nosniff");
        boolean whole = request.context().request().method() != HttpMethod.GET;
        long[] range = whole ? null : range(request.header("Range"), request.header("If-Range"), bytes.length());
        if (range == null) {
            return new ApiResponse(200, headers, bytes);
        }
        if (range[0] > range[1]) {
            headers.set("Content-Range", "bytes */" + bytes.length());
            return new ApiResponse(416, headers.remove("Content-Disposition"), Buffer.buffer());
        }
        headers.set("Content-Range", "bytes " + range[0] + "-" + range[1] + "/" + bytes.length());
        return new ApiResponse(206, headers, bytes.slice((int) range[0], (int) range[1] + 1));
    }

    private MultiMap headers() {
        return MultiMap.caseInsensitiveMultiMap()
                .set("ETag", etag)
                .set("Accept-Ranges", "bytes")
                .set("Cache-Control", cacheControl);
    }

    /** First and last byte, the first behind the last where there are no such; null for the whole. */
    private long @Nullable [] range(@Nullable String asked, @Nullable String condition, int length) {
        Matcher parts = asked == null ? null : RANGE.matcher(asked.strip());
        if (parts == null || !parts.matches() || condition != null && !condition.equals(etag)) {
            return null;
        }
        String first = parts.group(1);
        String last = parts.group(2);
        if (first.isEmpty() && last.isEmpty()) {
            return null;
        }
        if (first.isEmpty()) {
            long tail = Math.min(Long.parseLong(last), length);
            return tail == 0 ? new long[] {1, 0} : new long[] {length - tail, length - 1L};
        }
        long from = Long.parseLong(first);
        long to = last.isEmpty() ? length - 1L : Math.min(Long.parseLong(last), length - 1L);
        if (!last.isEmpty() && Long.parseLong(last) < from) {
            return null;
        }
        return from >= length ? new long[] {1, 0} : new long[] {from, to};
    }

    private String disposition() {
        String plain = title.replaceAll("[\\p{Cntrl}/\\\\:*?\"<>|]+", " ").strip();
        String kept = plain.codePoints()
                .limit(TITLE_MAX)
                .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
                .toString();
        String encoded = URLEncoder.encode(kept + ".pdf", StandardCharsets.UTF_8)
                .replace("+", "%20")
                .replace("*", "%2A");
        return "attachment; filename=\"" + fileName + "\"; filename*=UTF-8''" + encoded;
    }
}
