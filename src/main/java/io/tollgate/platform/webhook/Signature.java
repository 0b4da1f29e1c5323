package io.tollgate.platform.webhook;

import io.tollgate.platform.secret.Secrets;
import io.tollgate.platform.webhook.WebhookSecrets.Signers;
import io.vertx.core.buffer.Buffer;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.time.Instant;
import java.util.Base64;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The headers that prove the origin of a delivery: those of Tollgate, and those of the Standard Webhooks specification.
 */
public final class Signature {
    /** Secrets in the form of the specification hold the key itself, in Base64. */
    static final String PREFIX = "whsec_";

    private static final int KEY_BYTES = 32;
    private static final SecureRandom RANDOM = new SecureRandom();

    private Signature() {}

    /** Returns a new secret. */
    static String newSecret() {
        byte[] key = new byte[KEY_BYTES];
        RANDOM.nextBytes(key);
        return PREFIX + Base64.getEncoder().encodeToString(key);
    }

    /** Returns whether a secret is text, or a key in the form of the specification. */
    static boolean isValid(String secret) {
        if (!secret.startsWith(PREFIX)) {
            return true;
        }
        try {
            return Base64.getDecoder().decode(secret.substring(PREFIX.length())).length > 0;
        } catch (IllegalArgumentException notBase64) {
            return false;
        }
    }

    /**
     * Returns the headers of an attempt.
     *
     * @param id of the event, the same in every attempt
     * @param attempt 1, 2, 3 and so on
     * @param signers all that are valid. Signatures under keys take milliseconds: do not call on an event loop
     */
    static Map<String, String> headers(String id, Instant at, int attempt, Buffer body, Signers signers) {
        List<String> secrets = signers.secrets();
        String time = String.valueOf(at.getEpochSecond());
        Map<String, String> headers = new LinkedHashMap<>();
        headers.put("x-webhook-signature", "sha256=" + plain(secrets.get(0), body));
        if (secrets.size() > 1) {
            headers.put("x-webhook-signature-former", "sha256=" + plain(secrets.get(1), body));
        }
        headers.put("x-webhook-timestamp", time);
        headers.put("x-webhook-delivery-attempt", String.valueOf(attempt));
        headers.put("webhook-id", id);
        headers.put("webhook-timestamp", time);
        byte[] message = Buffer.buffer(id + "." + time + ".").appendBuffer(body).getBytes();
        Stream<String> symmetric = secrets.stream().map(secret -> "v1," + standard(secret, message));
        Stream<String> asymmetric = signers.keys().stream().map(key -> "v1a," + key.sign(message));
        headers.put("webhook-signature", Stream.concat(symmetric, asymmetric).collect(Collectors.joining(" ")));
        return headers;
    }

    /** Returns the HMAC of the body under the text of the secret, in hexadecimal digits. */
    private static String plain(String secret, Buffer body) {
        return HexFormat.of()
                .formatHex(Secrets.mac(secret.getBytes(StandardCharsets.UTF_8)).doFinal(body.getBytes()));
    }

    private static String standard(String secret, byte[] message) {
        return Base64.getEncoder().encodeToString(Secrets.mac(key(secret)).doFinal(message));
    }

    private static byte[] key(String secret) {
        return secret.startsWith(PREFIX)
                ? Base64.getDecoder().decode(secret.substring(PREFIX.length()))
                : secret.getBytes(StandardCharsets.UTF_8);
    }
}
