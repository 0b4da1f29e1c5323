package io.tollgate.app.cli;

import io.tollgate.platform.db.SealedTable;
import io.tollgate.platform.secret.Secrets;
import io.tollgate.platform.webhook.WebhookSecrets;
import java.sql.ResultSet;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/** Re-encrypts the signing secrets and keys of webhooks, for the CLI. Blocks. */
public final class WebhookRegister {
    private static final String ALL = "SELECT seller_id, id, secret, former_secret FROM webhook ORDER BY seller_id, id";
    private static final String RESEAL = "UPDATE webhook SET secret = ?, former_secret = ?"
            + " WHERE seller_id = ? AND id = ? AND secret = ? AND former_secret IS NOT DISTINCT FROM ?";

    private static final String KEYS = "SELECT seller_id, id, signing_key, former_signing_key FROM webhook"
            + " WHERE signing_key IS NOT NULL ORDER BY seller_id, id";
    private static final String RESEAL_KEYS = "UPDATE webhook SET signing_key = ?, former_signing_key = ?"
            + " WHERE seller_id = ? AND id = ? AND signing_key = ? AND former_signing_key IS NOT DISTINCT FROM ?";

    private final String jdbcUrl;
    private final WebhookSecrets secrets;

    public WebhookRegister(String jdbcUrl, Secrets secrets) {
        this.jdbcUrl = jdbcUrl;
        this.secrets = new WebhookSecrets(secrets);
    }

    /**
     * Re-encrypts all secrets and keys under the newest master secret and returns the number of webhooks. Does not
     * change a webhook whose secret is rotated meanwhile. Reports webhooks whose secret cannot be decrypted after all
     * others are done.
     */
    public int reseal() {
        int webhooks = new SealedTable(ALL, RESEAL, new SealedWebhook(), "other secrets of webhooks were re-encrypted")
                .reseal(jdbcUrl);
        new SealedTable(KEYS, RESEAL_KEYS, new SealedKey(), "other keys of webhooks were re-encrypted").reseal(jdbcUrl);
        return webhooks;
    }

    private final class SealedKey implements SealedTable.Row {
        @Override
        public byte @Nullable [] resealed(ResultSet row, byte[] sealed, boolean isFirst) throws SQLException {
            return secrets.resealedKey(row.getString(1), row.getString(2), sealed);
        }

        @Override
        public String problem(ResultSet row) throws SQLException {
            return "the key of webhook %s is encrypted under another secret; rotate it".formatted(row.getString(2));
        }
    }

    private final class SealedWebhook implements SealedTable.Row {
        @Override
        public byte @Nullable [] resealed(ResultSet row, byte[] sealed, boolean isFirst) throws SQLException {
            String sellerId = row.getString(1);
            String id = row.getString(2);
            String secret = secrets.openOrNull(sellerId, id, sealed);
            return secret == null ? null : secrets.seal(sellerId, id, secret);
        }

        @Override
        public String problem(ResultSet row) throws SQLException {
            return "the secret of webhook %s is encrypted under another secret; rotate it".formatted(row.getString(2));
        }
    }
}
