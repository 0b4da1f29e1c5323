package io.tollgate.platform.webhook;

import io.tollgate.platform.input.Input;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.util.HashMap;
import java.util.Map;

/** The secret and the key pair of a webhook that is created or whose secret is replaced. */
record NewCredentials(String secret, SigningKey key) {
    /** Records the problem of the secret in a body. */
    static void validate(Input input) {
        String sent = input.text("secret");
        input.rule(
                sent == null || Signature.isValid(sent),
                "secret",
                "must be Base64 after whsec_, or begin with something else");
    }

    /** Returns the secret of a body, or a new one. */
    static String secret(Input input) {
        String sent = input.text("secret");
        return sent == null ? Signature.newSecret() : sent;
    }

    /** Adds a new key, which a worker creates. */
    static Future<NewCredentials> of(Vertx vertx, String secret) {
        return vertx.executeBlocking(SigningKey::create, false).map(key -> new NewCredentials(secret, key));
    }

    /** Returns the columns of a webhook, encrypted, to which more can be added. */
    Map<String, Object> columns(WebhookSecrets secrets, String sellerId, String webhookId) {
        return new HashMap<>(Map.of(
                "secret",
                secrets.seal(sellerId, webhookId, secret),
                "signing_key",
                secrets.seal(sellerId, webhookId, key),
                "public_key",
                key.publicKey()));
    }
}
