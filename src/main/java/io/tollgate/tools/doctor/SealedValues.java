package io.tollgate.tools.doctor;

import io.tollgate.platform.resource.Scope;
import io.tollgate.platform.secret.RotatingKey;
import io.tollgate.platform.secret.Secrets;
import io.tollgate.platform.webhook.WebhookSecrets;
import io.tollgate.processor.AccountKeys;
import java.sql.SQLException;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Decrypts everything stored under the master secret and reports what the configured secrets cannot decrypt. */
record SealedValues(Sql sql, Findings findings, Secrets secrets) {
    static final String ACCOUNTS = "processor accounts: key is usable";
    static final String WEBHOOKS = "webhooks: signing secret is usable";
    static final String KEYS = "api keys: hashed under a configured secret";

    void check() throws SQLException {
        checkAccounts();
        checkWebhooks();
        checkKeys();
    }

    private void checkAccounts() throws SQLException {
        AccountKeys keys = new AccountKeys(secrets);
        findings.checking(ACCOUNTS);
        String all = """
                SELECT seller.name, seller.id, livemode, secret_key, simulated, webhook_secret
                FROM processor_account JOIN seller ON seller.id = seller_id
                """;
        sql.each(all, row -> {
            Scope scope = new Scope(row.getString(2), row.getBoolean(3));
            byte[] webhook = row.getBytes(6);
            String unusable = keys.problem(scope, row.getBytes(4), row.getBoolean(5));
            String problem = unusable == null && webhook != null && keys.openWebhookSecret(scope, webhook) == null
                    ? "its signing secret is encrypted under a secret that is not configured; connect the account again"
                    : unusable;
            if (problem != null) {
                findings.violation(
                        ACCOUNTS,
                        "seller " + row.getString(1) + ", " + (scope.live() ? "live" : "test") + ": " + problem);
            }
        });
    }

    private void checkWebhooks() throws SQLException {
        WebhookSecrets webhooks = new WebhookSecrets(secrets);
        findings.checking(WEBHOOKS);
        String all = """
                SELECT seller_id, id, secret, former_secret, signing_key, former_signing_key FROM webhook
                """;
        sql.each(all, row -> {
            byte[] former = row.getBytes(4);
            String seller = row.getString(1);
            String id = row.getString(2);
            if (webhooks.openOrNull(seller, id, row.getBytes(3)) == null
                    || (former != null && webhooks.openOrNull(seller, id, former) == null)
                    || isUnusable(webhooks, seller, id, row.getBytes(5))
                    || isUnusable(webhooks, seller, id, row.getBytes(6))) {
                findings.violation(
                        WEBHOOKS,
                        "webhook %s: its secret or key is encrypted under a secret that is not configured; rotate it"
                                .formatted(id));
            }
        });
    }

    private static boolean isUnusable(WebhookSecrets webhooks, String seller, String id, byte @Nullable [] sealedKey) {
        return sealedKey != null && webhooks.resealedKey(seller, id, sealedKey) == null;
    }

    /** Reports keys hashed under unknown secrets. The secret of a key that was not used since V013 is not recorded. */
    private void checkKeys() throws SQLException {
        Set<String> set = secrets.keyPepper().versions().stream()
                .map(RotatingKey.Version::id)
                .collect(Collectors.toSet());
        findings.checking(KEYS);
        String working = """
                SELECT seller.name, prefix, last4, pepper_id
                FROM api_key JOIN seller ON seller.id = seller_id
                WHERE revoked_at IS NULL AND pepper_id IS NOT NULL
                """;
        sql.each(working, row -> {
            if (!set.contains(row.getString(4))) {
                findings.violation(
                        KEYS,
                        "%s..%s of seller %s is hashed under secret %s; replace and revoke it"
                                .formatted(row.getString(2), row.getString(3), row.getString(1), row.getString(4)));
            }
        });
    }
}
