package io.tollgate.input;

import io.tollgate.error.ApiError;
import io.tollgate.http.Sha256;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.json.JsonObject;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The key under which a caller may send a write again, with the print of the request that it came
 * with: method, path, query and body. A slash at the end makes no other path.
 */
public record IdempotencyKey(String text, byte[] request) {
    public static final String HEADER = "Idempotency-Key";
    private static final int LENGTH_MAX = 255;

    /** The key of a request, null where it has none; 400 where it is malformed. */
    public static @Nullable IdempotencyKey of(Request request) {
        HttpServerRequest http = request.context().request();
        String key = text(http.headers().getAll(HEADER));
        if (key == null) {
            return null;
        }
        MessageDigest digest = Sha256.digest();
        String query = http.query() == null ? "" : "?" + http.query();
        String path = http.path().replaceFirst("/$", "");
        digest.update((http.method().name() + " " + path + query + "\n").getBytes(StandardCharsets.UTF_8));
        return new IdempotencyKey(
                key, digest.digest(BodyReader.of(request.context()).getBytes()));
    }

    /**
     * The one value that a header with a key has.
     *
     * @param headers all values that were sent
     */
    public static @Nullable String text(List<String> headers) {
        if (headers.isEmpty()) {
            return null;
        }
        String key = headers.get(0);
        boolean right = headers.size() == 1
                && !key.isEmpty()
                && key.length() <= LENGTH_MAX
                && key.chars().allMatch(c -> c >= 0x20 && c <= 0x7e);
        if (!right) {
            throw ApiError.invalid(
                    HEADER, "must be given once, as 1 to " + LENGTH_MAX + " printable ASCII characters", key);
        }
        return key;
    }

    /** The number under which requests with this key of this seller and mode exclude each other. */
    public long lock(String sellerId, boolean live) {
        byte[] name = (sellerId + " " + live + " " + text).getBytes(StandardCharsets.UTF_8);
        return ByteBuffer.wrap(Sha256.digest().digest(name)).getLong();
    }

    /** For the note of what is to be done after the request. */
    public JsonObject json() {
        return new JsonObject().put("text", text).put("request", request);
    }

    public static @Nullable IdempotencyKey of(@Nullable JsonObject json) {
        return json == null ? null : new IdempotencyKey(json.getString("text"), json.getBinary("request"));
    }

    public boolean isOf(byte[] other) {
        return MessageDigest.isEqual(request, other);
    }
}
