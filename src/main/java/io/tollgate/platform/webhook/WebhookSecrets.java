package io.tollgate.platform.webhook;

import io.tollgate.platform.secret.Sealing;
import io.tollgate.platform.secret.Secrets;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Encrypts the signing secrets of webhooks for the database. */
public final class WebhookSecrets {
    private final Sealing sealing;
    private final Sealing responses;

    public WebhookSecrets(Secrets secrets) {
        sealing = new Sealing(secrets.rotating("webhook signing secrets"));
        responses = Sealing.ofResponses(secrets);
    }

    /** Encrypts responses that have a secret. */
    Sealing responses() {
        return responses;
    }

    public byte[] seal(String sellerId, String webhookId, String secret) {
        return sealing.seal(bound(sellerId, webhookId), secret);
    }

    /** Returns null if the secret was encrypted under a master secret that is not configured. */
    public @Nullable String openOrNull(String sellerId, String webhookId, byte[] sealed) {
        return sealing.openOrNull(bound(sellerId, webhookId), sealed);
    }

    byte[] seal(String sellerId, String webhookId, SigningKey key) {
        return sealing.seal(boundKey(sellerId, webhookId), key.secret());
    }

    /** Encrypts a signing key again; null if it was encrypted under a master secret that is not configured. */
    public byte @Nullable [] resealedKey(String sellerId, String webhookId, byte[] sealed) {
        String key = sealing.openOrNull(boundKey(sellerId, webhookId), sealed);
        return key == null ? null : sealing.seal(boundKey(sellerId, webhookId), key);
    }

    /** What was stored of one webhook, encrypted; null without a former secret, and without keys. */
    record Sealed(byte[] secret, byte @Nullable [] formerSecret, byte @Nullable [] key, byte @Nullable [] formerKey) {}

    /**
     * What signs, newest first.
     *
     * @param secrets empty if the newest cannot be decrypted
     */
    record Signers(List<String> secrets, List<SigningKey> keys) {}

    Signers valid(String sellerId, String webhookId, Sealed sealed) {
        String secret = openOrNull(sellerId, webhookId, sealed.secret);
        List<String> secrets = new ArrayList<>();
        List<SigningKey> keys = new ArrayList<>();
        if (secret != null) {
            secrets.add(secret);
            if (sealed.formerSecret != null) {
                addIfKnown(secrets, openOrNull(sellerId, webhookId, sealed.formerSecret));
            }
            for (byte[] key : new byte[][] {sealed.key, sealed.formerKey}) {
                String opened = key == null ? null : sealing.openOrNull(boundKey(sellerId, webhookId), key);
                addIfKnown(keys, opened == null ? null : SigningKey.of(opened));
            }
        }
        return new Signers(secrets, keys);
    }

    private static <T> void addIfKnown(List<T> all, @Nullable T one) {
        if (one != null) {
            all.add(one);
        }
    }

    private static String boundKey(String sellerId, String webhookId) {
        return bound(sellerId, webhookId) + " key";
    }

    private static String bound(String sellerId, String webhookId) {
        return sellerId + " " + webhookId;
    }
}
