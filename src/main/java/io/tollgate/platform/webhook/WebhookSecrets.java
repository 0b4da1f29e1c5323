package io.tollgate.platform.webhook;

import io.tollgate.platform.secret.Sealing;
import io.tollgate.platform.secret.Secrets;
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

    /** Returns the secrets that sign, newest first; empty if the newest cannot be decrypted. */
    List<String> valid(String sellerId, String webhookId, byte[] sealed, byte @Nullable [] former) {
        String secret = openOrNull(sellerId, webhookId, sealed);
        String other = former == null ? null : openOrNull(sellerId, webhookId, former);
        return secret == null ? List.of() : other == null ? List.of(secret) : List.of(secret, other);
    }

    private static String bound(String sellerId, String webhookId) {
        return sellerId + " " + webhookId;
    }
}
