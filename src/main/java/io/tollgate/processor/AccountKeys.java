package io.tollgate.processor;

import io.tollgate.platform.resource.Scope;
import io.tollgate.platform.secret.RotatingKey;
import io.tollgate.platform.secret.Sealing;
import io.tollgate.platform.secret.Secrets;
import java.util.HexFormat;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Encrypts the secret keys of processor accounts for the database, bound to seller and mode. Also derives the keys of
 * simulated accounts.
 */
public final class AccountKeys {
    private static final int SIMULATED_PROOF_DIGITS = 32;

    /** Distinguishes encrypted signing secrets from encrypted secret keys of the same account. */
    private static final String WEBHOOK = " webhook";

    private final Sealing sealing;
    private final RotatingKey simulated;

    public AccountKeys(Secrets secrets) {
        sealing = new Sealing(secrets.rotating("processor account keys"));
        simulated = secrets.rotating("simulated processor accounts");
    }

    /** Returns the key of a scope's simulated account. It names the scope and cannot be guessed. */
    public String simulatedKey(Scope scope) {
        return simulatedKey(simulated.current(), scope);
    }

    /** Returns whether a key belongs to a scope's simulated account, under the current or a previous secret. */
    public boolean isSimulatedKey(Scope scope, String key) {
        return simulated.matches(key, version -> simulatedKey(version, scope));
    }

    /** Returns the publishable key of a scope's simulated account, which the buyer's browser uses. */
    public String simulatedPublishableKey(Scope scope) {
        return publishableKey(simulated.current(), scope);
    }

    /** Returns whether a publishable key belongs to a scope's simulated account. */
    public boolean isSimulatedPublishableKey(Scope scope, String key) {
        return simulated.matches(key, version -> publishableKey(version, scope));
    }

    /** Returns the signing secret of the events of a scope's simulated account. */
    public String simulatedWebhookSecret(Scope scope) {
        return webhookSecret(simulated.current(), scope);
    }

    /** Returns the signing secrets of a scope's simulated account, under the current and the previous secrets. */
    public List<String> simulatedWebhookSecrets(Scope scope) {
        return simulated.versions().stream()
                .map(version -> webhookSecret(version, scope))
                .toList();
    }

    private static String webhookSecret(RotatingKey.Version version, Scope scope) {
        return proven(version, "whsec_" + (scope.live() ? "live" : "test") + scope.sellerId());
    }

    private static String publishableKey(RotatingKey.Version version, Scope scope) {
        return proven(version, (scope.live() ? "pk_live_" : "pk_test_") + "sim" + scope.sellerId());
    }

    private static String simulatedKey(RotatingKey.Version version, Scope scope) {
        return proven(version, (scope.live() ? "sk_live_" : "sk_test_") + "sim" + scope.sellerId());
    }

    private static String proven(RotatingKey.Version version, String name) {
        String proof = HexFormat.of().formatHex(Secrets.hmac(version.bytes(), name));
        return name + proof.substring(0, SIMULATED_PROOF_DIGITS);
    }

    public byte[] seal(Scope scope, String key) {
        return sealing.seal(bound(scope), key);
    }

    byte[] sealWebhookSecret(Scope scope, String secret) {
        return sealing.seal(bound(scope) + WEBHOOK, secret);
    }

    String open(Scope scope, byte[] sealed) {
        String key = openOrNull(scope, sealed);
        if (key == null) {
            throw new IllegalStateException(
                    "an encrypted key cannot be decrypted: it belongs to another secret or account");
        }
        return key;
    }

    /** Returns why a stored key cannot be used, or null if it can. */
    public @Nullable String problem(Scope scope, byte[] sealed, boolean simulatedAccount) {
        String key = openOrNull(scope, sealed);
        if (key == null) {
            return "encrypted under a secret that is not configured; connect the account again";
        }
        return simulatedAccount && !isSimulatedKey(scope, key)
                ? "the simulator rejects its key, whose secret is not configured; run `processor reseal`"
                : null;
    }

    /**
     * Decrypts a key. Returns null if it was encrypted under a secret that is not configured, or for another account.
     */
    @Nullable
    String openOrNull(Scope scope, byte[] sealed) {
        return sealing.openOrNull(bound(scope), sealed);
    }

    /** Decrypts the signing secret of an account. Returns null as {@link #openOrNull} does. */
    public @Nullable String openWebhookSecret(Scope scope, byte[] sealed) {
        return sealing.openOrNull(bound(scope) + WEBHOOK, sealed);
    }

    private static String bound(Scope scope) {
        return scope.sellerId() + " " + scope.live();
    }
}
