package io.tollgate.accounts.apikey;

import io.tollgate.platform.clock.Clock;
import io.tollgate.platform.config.StartRefused;
import io.tollgate.platform.db.Ids;
import io.tollgate.platform.secret.RotatingKey;
import io.tollgate.platform.secret.Secrets;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Timestamp;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Creates and revokes keys for commands. Blocks. */
public final class KeyRing {
    private static final Pattern SELLER_NAME = Pattern.compile("[a-z0-9][a-z0-9-]{0,62}");
    private static final int LABEL_LENGTH_MAX = 200;
    private static final String NO_SUCH_TABLE = "42P01";

    private final String jdbcUrl;
    private final RotatingKey pepper;

    public KeyRing(String jdbcUrl, Secrets secrets) {
        this.jdbcUrl = jdbcUrl;
        this.pepper = secrets.keyPepper();
    }

    /** Returns whether a database has any key. Without keys, nothing depends on the secret. */
    public static boolean hasAny(String jdbcUrl) {
        return transaction(jdbcUrl, connection -> {
            try (PreparedStatement statement = connection.prepareStatement("SELECT FROM api_key LIMIT 1");
                    ResultSet rows = statement.executeQuery()) {
                return rows.next();
            }
        });
    }

    /** A created key. Its complete text is available only here. */
    public record NewKey(String key, String id, String prefix, String last4, boolean sellerCreated) {
        @Override
        public String toString() {
            return prefix + "…" + last4;
        }
    }

    /** Creates a key that may do everything, and the seller if it does not exist. */
    public NewKey create(String sellerName, boolean live, String label) {
        return create(sellerName, live, label, null, null);
    }

    /**
     * Creates a key, and the seller if it does not exist.
     *
     * @param scopes what the key may do; null for everything
     * @param expiresAt null for a key that does not expire
     */
    public NewKey create(
            String sellerName, boolean live, String label, @Nullable List<String> scopes, @Nullable Instant expiresAt) {
        checkName(sellerName);
        if (label.length() > LABEL_LENGTH_MAX) {
            throw new StartRefused("label: must have at most " + LABEL_LENGTH_MAX + " characters");
        }
        Instant now = Clock.SYSTEM.now();
        String key = KeyFormat.generate(live);
        String id = Ids.next(now);
        boolean sellerCreated = transaction(connection -> {
            boolean isNew = createSeller(connection, sellerName, now);
            insert(connection, sellerName, new Granted(live, label, scopes, expiresAt), key, id, now);
            return isNew;
        });
        return new NewKey(key, id, KeyFormat.prefix(key), KeyFormat.last4(key), sellerCreated);
    }

    private boolean createSeller(Connection connection, String name, Instant now) throws SQLException {
        String sql = """
                INSERT INTO seller (id, name, display_name, created_at)
                VALUES (?, ?, ?, ?)
                ON CONFLICT (name) DO NOTHING
                """;
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            bind(statement, Ids.next(now), name, name, Timestamp.from(now));
            return statement.executeUpdate() == 1;
        }
    }

    private record Granted(
            boolean live,
            String label,
            @Nullable List<String> scopes,
            @Nullable Instant expiresAt) {}

    private void insert(Connection connection, String seller, Granted granted, String key, String id, Instant now)
            throws SQLException {
        String sql = """
                INSERT INTO api_key (key_hash, pepper_id, id, seller_id, livemode, label, prefix, last4, created_at,
                                     scopes, expires_at)
                SELECT ?, ?, ?, seller.id, ?, ?, ?, ?, ?, ?, ?::timestamptz
                FROM seller
                WHERE seller.name = ?
                """;
        List<String> scopes = granted.scopes();
        Instant expiresAt = granted.expiresAt();
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            bind(
                    statement,
                    KeyFormat.hash(pepper.current().bytes(), key),
                    pepper.current().id(),
                    id,
                    granted.live(),
                    granted.label(),
                    KeyFormat.prefix(key),
                    KeyFormat.last4(key),
                    Timestamp.from(now),
                    scopes == null ? null : connection.createArrayOf("text", scopes.toArray()),
                    expiresAt == null ? null : Timestamp.from(expiresAt),
                    seller);
            statement.executeUpdate();
        }
    }

    /** Revokes all active keys of a seller, mode and label, and returns their number. */
    public int revoke(String sellerName, boolean live, String label) {
        checkName(sellerName);
        String sql = """
                UPDATE api_key
                SET revoked_at = ?
                FROM seller
                WHERE seller.id = api_key.seller_id
                  AND seller.name = ?
                  AND livemode = ?
                  AND label = ?
                  AND revoked_at IS NULL
                """;
        return transaction(connection -> {
            requireSeller(connection, sellerName);
            try (PreparedStatement statement = connection.prepareStatement(sql)) {
                bind(statement, Timestamp.from(Clock.SYSTEM.now()), sellerName, live, label);
                return statement.executeUpdate();
            }
        });
    }

    /** Returns whether a complete key exists in this database, is not revoked and has not expired. */
    public boolean works(String key) {
        return transaction(connection -> {
            String sql = "SELECT FROM api_key WHERE key_hash = ANY (?) AND revoked_at IS NULL"
                    + " AND (expires_at IS NULL OR expires_at > now())";
            try (PreparedStatement statement = connection.prepareStatement(sql)) {
                bind(statement, connection.createArrayOf("text", KeyFormat.hashes(pepper, key)));
                try (ResultSet rows = statement.executeQuery()) {
                    return rows.next();
                }
            }
        });
    }

    /** Returns the number of active keys by the id of their secret; a dash stands for an unknown secret. */
    public Map<String, Long> secretsInUse() {
        String sql = """
                SELECT coalesce(pepper_id, '-'), count(*)
                FROM api_key
                WHERE revoked_at IS NULL AND (expires_at IS NULL OR expires_at > now())
                GROUP BY 1
                """;
        return transaction(connection -> {
            Map<String, Long> keys = new TreeMap<>();
            pepper.versions().forEach(version -> keys.put(version.id(), 0L));
            try (PreparedStatement statement = connection.prepareStatement(sql);
                    ResultSet rows = statement.executeQuery()) {
                while (rows.next()) {
                    keys.put(rows.getString(1), rows.getLong(2));
                }
            }
            return keys;
        });
    }

    /** Returns the id of the secret that hashes new keys. */
    public String currentSecret() {
        return pepper.current().id();
    }

    /**
     * Returns the names of at most two sellers, enough to distinguish an empty database, a single seller and several.
     */
    public List<String> someSellers() {
        return transaction(connection -> {
            List<String> names = new ArrayList<>();
            try (PreparedStatement statement =
                            connection.prepareStatement("SELECT name FROM seller ORDER BY created_at LIMIT 2");
                    ResultSet rows = statement.executeQuery()) {
                while (rows.next()) {
                    names.add(rows.getString(1));
                }
            }
            return names;
        });
    }

    static void checkName(String sellerName) {
        if (!SELLER_NAME.matcher(sellerName).matches()) {
            throw new StartRefused(
                    "seller: must be 1 to 63 lowercase letters, digits and hyphens, and must not start with a hyphen");
        }
    }

    static void requireSeller(Connection connection, String name) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement("SELECT FROM seller WHERE name = ?")) {
            bind(statement, name);
            try (ResultSet rows = statement.executeQuery()) {
                if (!rows.next()) {
                    throw new StartRefused("no seller named " + name);
                }
            }
        }
    }

    private static void bind(PreparedStatement statement, @Nullable Object... values) throws SQLException {
        for (int i = 0; i < values.length; i++) {
            statement.setObject(i + 1, values[i]);
        }
    }

    /** Work in one transaction. */
    interface ConnectionTask<T> {
        T in(Connection connection) throws SQLException;
    }

    private <T> T transaction(ConnectionTask<T> work) {
        return transaction(jdbcUrl, work);
    }

    static <T> T transaction(String jdbcUrl, ConnectionTask<T> work) {
        try (Connection connection = DriverManager.getConnection(jdbcUrl)) {
            connection.setAutoCommit(false);
            T result = work.in(connection);
            connection.commit();
            return result;
        } catch (SQLException failed) {
            throw refused(failed);
        }
    }

    private static StartRefused refused(SQLException failed) {
        if (NO_SUCH_TABLE.equals(failed.getSQLState())) {
            return new StartRefused("the database schema is outdated; run `db migrate`", failed);
        }
        String reason = String.valueOf(failed.getMessage()).lines().findFirst().orElse("");
        return new StartRefused("database error: " + reason, failed);
    }
}
