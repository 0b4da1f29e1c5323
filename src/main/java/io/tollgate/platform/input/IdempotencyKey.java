package io.tollgate.platform.input;

import io.tollgate.platform.error.ApiError;
import io.tollgate.platform.http.Sha256;
import io.vertx.core.json.JsonObject;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The {@code Idempotency-Key} of a write, with the hash of its request.
 *
 * @param request the SHA-256 hash of method, path, query and body; a trailing slash of the path does not change it
 */
public record IdempotencyKey(String text, byte[] request) {
    public static final String HEADER = "Idempotency-Key";
    private static final int LENGTH_MAX = 255;

    /** Returns the key of a request, or null if it has none. A malformed key is a 400. */
    public static @Nullable IdempotencyKey of(Request request) {
        String key = text(request.headers(HEADER));
        if (key == null) {
            return null;
        }
        MessageDigest digest = Sha256.digest();
        String query = request.query() == null ? "" : "?" + request.query();
        String path = request.path().replaceFirst("/$", "");
        digest.update((request.method().name() + " " + path + query + "\n").getBytes(StandardCharsets.UTF_8));
        return new IdempotencyKey(key, digest.digest(request.body().getBytes()));
    }

    /**
     * Returns the value of the header, or null if it was not sent. A malformed or repeated header is a 400.
     *
     * @param headers all values that were sent
     */
    public static @Nullable String text(List<String> headers) {
        if (headers.isEmpty()) {
            return null;
        }
        String key = headers.get(0);
        boolean valid = headers.size() == 1
                && !key.isEmpty()
                && key.length() <= LENGTH_MAX
                && key.chars().allMatch(c -> c >= 0x20 && c <= 0x7e);
        if (!valid) {
            throw ApiError.invalid(
                    HEADER, "must be sent at most once, as 1 to " + LENGTH_MAX + " printable ASCII characters", key);
        }
        return key;
    }

    /** Returns the number of the advisory lock that serializes requests of a seller and mode with this key. */
    public long lock(String sellerId, boolean live) {
        byte[] name = (sellerId + " " + live + " " + text).getBytes(StandardCharsets.UTF_8);
        return ByteBuffer.wrap(Sha256.digest().digest(name)).getLong();
    }

    /** Returns the JSON form, which a processor task stores. */
    public JsonObject json() {
        return new JsonObject().put("text", text).put("request", request);
    }

    public static @Nullable IdempotencyKey of(@Nullable JsonObject json) {
        return json == null ? null : new IdempotencyKey(json.getString("text"), json.getBinary("request"));
    }

    /** Returns whether the key was sent with the request of this hash. Compares in constant time. */
    public boolean isOf(byte[] other) {
        return MessageDigest.isEqual(request, other);
    }
}
