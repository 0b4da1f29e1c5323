package io.tollgate.processor;

import io.tollgate.platform.clock.Clock;
import io.tollgate.platform.config.StartRefused;
import io.tollgate.platform.db.SealedTable;
import io.tollgate.platform.resource.Scope;
import io.tollgate.platform.secret.Secrets;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Timestamp;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Connects sellers' processor accounts, for the CLI and the demo. Blocks. */
public final class AccountRegister {
    private static final Pattern LIVE_KEY = Pattern.compile("[sr]k_live_[A-Za-z0-9_]{10,240}");
    private static final Pattern LIVE_PUBLISHABLE = Pattern.compile("pk_live_[A-Za-z0-9_]{10,240}");
    private static final Pattern TEST_PUBLISHABLE = Pattern.compile("pk_test_[A-Za-z0-9_]{10,240}");
    private static final Pattern WEBHOOK_SECRET = Pattern.compile("whsec_[A-Za-z0-9+/=_-]{10,240}");
    private static final Pattern TEST_KEY = Pattern.compile("[sr]k_test_[A-Za-z0-9_]{10,240}");

    private static final String FIND = "SELECT id FROM seller WHERE name = ?";
    private static final String CONNECT = """
            INSERT INTO processor_account
                (seller_id, livemode, secret_key, publishable_key, webhook_secret, simulated, created_at)
            VALUES (?, ?, ?, ?, ?, ?, ?)
            ON CONFLICT (seller_id, livemode)
            DO UPDATE SET secret_key = EXCLUDED.secret_key, publishable_key = EXCLUDED.publishable_key,
                          webhook_secret = EXCLUDED.webhook_secret, simulated = EXCLUDED.simulated
            """;
    private static final String ALL = """
            SELECT seller_id, livemode, secret_key, webhook_secret, simulated, seller.name
            FROM processor_account JOIN seller ON seller.id = seller_id
            """;
    private static final String RESEAL = "UPDATE processor_account SET secret_key = ?, webhook_secret = ?"
            + " WHERE seller_id = ? AND livemode = ? AND secret_key = ? AND webhook_secret IS NOT DISTINCT FROM ?";
    private static final String RETRY = """
            UPDATE processor_task
            SET due_at = now(), attempts = 1, failing_since = NULL, failed_at = NULL, last_error = NULL
            WHERE seller_id = ? AND failed_at IS NOT NULL
            """;
    private static final String DISCONNECT = "DELETE FROM processor_account WHERE seller_id = ? AND livemode = ?";

    private final String jdbcUrl;
    private final AccountKeys keys;

    public AccountRegister(String jdbcUrl, Secrets secrets) {
        this.jdbcUrl = jdbcUrl;
        this.keys = new AccountKeys(secrets);
    }

    /**
     * Connects an account by its keys, whose mode must match.
     *
     * @param publishableKey the key that browsers use; null if hosted pages do not take cards
     * @param webhookSecret signs the events of the account; null if it sends none
     * @return the path to which the processor sends the events of the account
     */
    public String connect(
            String sellerName,
            boolean live,
            String secretKey,
            @Nullable String publishableKey,
            @Nullable String webhookSecret) {
        requireValid(live, secretKey, publishableKey, webhookSecret);
        Scope[] connected = new Scope[1];
        in(sellerName, (connection, sellerId) -> {
            connected[0] = new Scope(sellerId, live);
            insert(connection, connected[0], secretKey, publishableKey, webhookSecret, false);
        });
        return ProcessorAccount.eventPath(connected[0]);
    }

    private static void requireValid(
            boolean live, String secretKey, @Nullable String publishableKey, @Nullable String webhookSecret) {
        if (!(live ? LIVE_KEY : TEST_KEY).matcher(secretKey).matches()) {
            String prefix = live ? "_live_" : "_test_";
            throw new StartRefused(
                    "the key must be a secret key of this mode: sk" + prefix + "... or rk" + prefix + "...");
        }
        if (publishableKey != null
                && !(live ? LIVE_PUBLISHABLE : TEST_PUBLISHABLE)
                        .matcher(publishableKey)
                        .matches()) {
            throw new StartRefused(
                    "the publishable key must be one of this mode: pk" + (live ? "_live_" : "_test_") + "...");
        }
        if (webhookSecret != null && !WEBHOOK_SECRET.matcher(webhookSecret).matches()) {
            throw new StartRefused("the signing secret of events must have the form whsec_...");
        }
    }

    /** Connects a simulated account in both modes; always the same account. */
    public void connectSimulator(String sellerName) {
        in(sellerName, (connection, sellerId) -> {
            for (boolean live : new boolean[] {true, false}) {
                Scope scope = new Scope(sellerId, live);
                insert(connection, scope, keys.simulatedKey(scope), null, null, true);
            }
        });
    }

    /**
     * Re-encrypts the keys of all accounts under the newest secret and returns their number. Replaces the keys of
     * simulated accounts, which are derived from the secret. Does not change an account that is reconnected
     * meanwhile. Reports accounts that cannot be decrypted after all others are done.
     */
    public int reseal() {
        return new SealedTable(ALL, RESEAL, new SealedAccount(), "other accounts were re-encrypted").reseal(jdbcUrl);
    }

    private final class SealedAccount implements SealedTable.Row {
        @Override
        public byte @Nullable [] resealed(ResultSet row, byte[] sealed, boolean isFirst) throws SQLException {
            Scope scope = new Scope(row.getString(1), row.getBoolean(2));
            if (isFirst) {
                String key = keys.openOrNull(scope, sealed);
                return key == null ? null : keys.seal(scope, row.getBoolean(5) ? keys.simulatedKey(scope) : key);
            }
            String webhook = keys.openWebhookSecret(scope, sealed);
            return webhook == null ? null : keys.sealWebhookSecret(scope, webhook);
        }

        @Override
        public String problem(ResultSet row) throws SQLException {
            return "the %s account of seller %s is encrypted under another secret; connect it again"
                    .formatted(row.getBoolean(2) ? "live" : "test", row.getString(6));
        }
    }

    /** Makes all tasks of a seller due that were given up, in both modes, and returns their number. */
    public int retryFailedTasks(String sellerName) {
        int[] retried = new int[1];
        in(sellerName, (connection, sellerId) -> {
            try (PreparedStatement statement = connection.prepareStatement(RETRY)) {
                statement.setString(1, sellerId);
                retried[0] = statement.executeUpdate();
            }
        });
        return retried[0];
    }

    /** Deletes the account of a mode. */
    public void disconnect(String sellerName, boolean live) {
        in(sellerName, (connection, sellerId) -> {
            try (PreparedStatement statement = connection.prepareStatement(DISCONNECT)) {
                statement.setString(1, sellerId);
                statement.setBoolean(2, live);
                if (statement.executeUpdate() == 0) {
                    throw new StartRefused("seller %s has no account connected for %s mode"
                            .formatted(sellerName, live ? "live" : "test"));
                }
            }
        });
    }

    private void insert(
            Connection connection,
            Scope scope,
            String secretKey,
            @Nullable String publishableKey,
            @Nullable String webhookSecret,
            boolean simulated)
            throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(CONNECT)) {
            statement.setString(1, scope.sellerId());
            statement.setBoolean(2, scope.live());
            statement.setBytes(3, keys.seal(scope, secretKey));
            statement.setString(4, publishableKey);
            statement.setBytes(5, webhookSecret == null ? null : keys.sealWebhookSecret(scope, webhookSecret));
            statement.setBoolean(6, simulated);
            statement.setTimestamp(7, Timestamp.from(Clock.SYSTEM.now()));
            statement.executeUpdate();
        }
    }

    /** Work on one seller in one transaction. */
    private interface ConnectionWork {
        void with(Connection connection, String sellerId) throws SQLException;
    }

    private void in(String sellerName, ConnectionWork work) {
        try (Connection connection = DriverManager.getConnection(jdbcUrl)) {
            connection.setAutoCommit(false);
            work.with(connection, sellerId(connection, sellerName));
            connection.commit();
        } catch (SQLException failed) {
            throw new StartRefused("database error: " + StartRefused.reason(failed), failed);
        }
    }

    private static String sellerId(Connection connection, String name) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(FIND)) {
            statement.setString(1, name);
            try (ResultSet rows = statement.executeQuery()) {
                if (!rows.next()) {
                    throw new StartRefused("no seller named " + name);
                }
                return rows.getString(1);
            }
        }
    }
}
