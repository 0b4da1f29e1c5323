package io.tollgate.app.cli;

import io.tollgate.platform.config.StartRefused;
import io.tollgate.platform.secret.Secrets;
import io.tollgate.platform.webhook.WebhookSecrets;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/** Re-encrypts the signing secrets of webhooks, for the CLI. Blocks. */
public final class WebhookRegister {
    private static final String ALL = "SELECT seller_id, id, secret, former_secret FROM webhook ORDER BY seller_id, id";
    private static final String RESEAL = "UPDATE webhook SET secret = ?, former_secret = ?"
            + " WHERE seller_id = ? AND id = ? AND secret = ? AND former_secret IS NOT DISTINCT FROM ?";

    private final String jdbcUrl;
    private final WebhookSecrets secrets;

    public WebhookRegister(String jdbcUrl, Secrets secrets) {
        this.jdbcUrl = jdbcUrl;
        this.secrets = new WebhookSecrets(secrets);
    }

    /**
     * Re-encrypts all secrets under the newest master secret and returns the number of webhooks. Does not change a
     * webhook whose secret is rotated meanwhile. Reports webhooks whose secret cannot be decrypted after all others are
     * done.
     */
    public int reseal() {
        List<String> problems = new ArrayList<>();
        try (Connection connection = DriverManager.getConnection(jdbcUrl);
                PreparedStatement all = connection.prepareStatement(ALL);
                PreparedStatement update = connection.prepareStatement(RESEAL);
                ResultSet rows = all.executeQuery()) {
            int resealed = 0;
            while (rows.next()) {
                String seller = rows.getString(1);
                String id = rows.getString(2);
                byte[] sealed = rows.getBytes(3);
                byte[] sealedFormer = rows.getBytes(4);
                String secret = secrets.openOrNull(seller, id, sealed);
                String former = sealedFormer == null ? null : secrets.openOrNull(seller, id, sealedFormer);
                if (secret == null || (former == null && sealedFormer != null)) {
                    problems.add("the secret of webhook %s is encrypted under another secret; rotate it".formatted(id));
                    continue;
                }
                update.setBytes(1, secrets.seal(seller, id, secret));
                update.setBytes(2, former == null ? null : secrets.seal(seller, id, former));
                update.setString(3, seller);
                update.setString(4, id);
                update.setBytes(5, sealed);
                update.setBytes(6, sealedFormer);
                resealed += update.executeUpdate();
            }
            if (!problems.isEmpty()) {
                problems.add(resealed + " other secrets of webhooks were re-encrypted");
                throw new StartRefused(problems);
            }
            return resealed;
        } catch (SQLException failed) {
            throw new StartRefused("database error: " + StartRefused.reason(failed), failed);
        }
    }
}
