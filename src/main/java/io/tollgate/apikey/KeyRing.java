package io.tollgate.apikey;

import io.tollgate.clock.Clock;
import io.tollgate.config.StartRefused;
import io.tollgate.db.Ids;
import io.tollgate.secret.RotatingKey;
import io.tollgate.secret.Secrets;
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
import java.util.Objects;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Makes, lists and revokes keys for the command line. It blocks. */
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

    /** Whether a database holds any key; with none, nothing depends on the secret yet. */
    public static boolean hasAny(String jdbcUrl) {
        return transaction(jdbcUrl, connection -> {
            try (PreparedStatement statement = connection.prepareStatement("SELECT FROM api_key LIMIT 1");
                    ResultSet rows = statement.executeQuery()) {
                return rows.next();
            }
        });
    }

    /** A key just made; the only time that it is known whole. */
    public record Created(String key, String id, String prefix, String last4, boolean sellerCreated) {
        @Override
        public String toString() {
            return prefix + "…" + last4;
        }
    }

    /** What is known of a key; times are null where the thing has not happened. */
    public record Listed(
            String id,
            String seller,
            boolean live,
            String label,
            String prefix,
            String last4,
            Instant createdAt,
            @Nullable Instant lastUsedAt,
            @Nullable Instant revokedAt) {}

    /** Makes a key, and the seller too when there is none of this name. */
    public Created create(String sellerName, boolean live, String label) {
        checkName(sellerName);
        if (label.length() > LABEL_LENGTH_MAX) {
            throw new StartRefused("label: at most " + LABEL_LENGTH_MAX + " characters");
        }
        Instant now = Clock.SYSTEM.now();
        String key = KeyFormat.generate(live);
        String id = Ids.next(now);
        boolean sellerCreated = transaction(connection -> {
            boolean isNew = createSeller(connection, sellerName, now);
            insert(connection, sellerName, live, label, key, id, now);
            return isNew;
        });
        return new Created(key, id, KeyFormat.prefix(key), KeyFormat.last4(key), sellerCreated);
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

    private void insert(
            Connection connection, String seller, boolean live, String label, String key, String id, Instant now)
            throws SQLException {
        String sql = """
                INSERT INTO api_key (key_hash, pepper_id, id, seller_id, livemode, label, prefix, last4, created_at)
                SELECT ?, ?, ?, seller.id, ?, ?, ?, ?, ?
                FROM seller
                WHERE seller.name = ?
                """;
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            bind(
                    statement,
                    KeyFormat.hash(pepper.current().bytes(), key),
                    pepper.current().id(),
                    id,
                    live,
                    label,
                    KeyFormat.prefix(key),
                    KeyFormat.last4(key),
                    Timestamp.from(now),
                    seller);
            statement.executeUpdate();
        }
    }

    /** All keys of a seller, newest first, revoked ones too. */
    public List<Listed> list(String sellerName) {
        checkName(sellerName);
        String sql = """
                SELECT api_key.id, seller.name, livemode, label, prefix, last4,
                       api_key.created_at, last_used_at, revoked_at
                FROM api_key
                JOIN seller ON seller.id = api_key.seller_id
                LEFT JOIN api_key_use ON api_key_use.seller_id = api_key.seller_id AND key_id = api_key.id
                WHERE seller.name = ?
                ORDER BY api_key.id DESC
                """;
        return transaction(connection -> {
            requireSeller(connection, sellerName);
            try (PreparedStatement statement = connection.prepareStatement(sql)) {
                bind(statement, sellerName);
                return read(statement);
            }
        });
    }

    private static List<Listed> read(PreparedStatement statement) throws SQLException {
        List<Listed> keys = new ArrayList<>();
        try (ResultSet row = statement.executeQuery()) {
            while (row.next()) {
                keys.add(new Listed(
                        row.getString(1),
                        row.getString(2),
                        row.getBoolean(3),
                        row.getString(4),
                        row.getString(5),
                        row.getString(6),
                        Objects.requireNonNull(instant(row, 7)),
                        instant(row, 8),
                        instant(row, 9)));
            }
        }
        return keys;
    }

    /** Revokes every key of this seller, mode and label that still works, and tells how many that were. */
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

    /** Whether a key in full is one of this database's, and works. */
    public boolean works(String key) {
        return transaction(connection -> {
            String sql = "SELECT FROM api_key WHERE key_hash = ANY (?) AND revoked_at IS NULL";
            try (PreparedStatement statement = connection.prepareStatement(sql)) {
                bind(statement, connection.createArrayOf("text", KeyFormat.hashes(pepper, key)));
                try (ResultSet rows = statement.executeQuery()) {
                    return rows.next();
                }
            }
        });
    }

    /** How many working keys are hashed under each secret, by its name; a dash for those of which that is not known. */
    public Map<String, Long> secretsInUse() {
        String sql = """
                SELECT coalesce(pepper_id, '-'), count(*)
                FROM api_key
                WHERE revoked_at IS NULL
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

    /** Name of the secret under which new keys are hashed. */
    public String currentSecret() {
        return pepper.current().id();
    }

    /** Names of the sellers there are, at most two: enough to tell none, this one only, and others. */
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

    private static void checkName(String sellerName) {
        if (!SELLER_NAME.matcher(sellerName).matches()) {
            throw new StartRefused(
                    "seller: a name has 1 to 63 lower-case letters, digits and hyphens, and starts with no hyphen");
        }
    }

    private static void requireSeller(Connection connection, String name) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement("SELECT FROM seller WHERE name = ?")) {
            bind(statement, name);
            try (ResultSet rows = statement.executeQuery()) {
                if (!rows.next()) {
                    throw new StartRefused("there is no seller named " + name);
                }
            }
        }
    }

    private static void bind(PreparedStatement statement, Object... values) throws SQLException {
        for (int i = 0; i < values.length; i++) {
            statement.setObject(i + 1, values[i]);
        }
    }

    private static @Nullable Instant instant(ResultSet row, int column) throws SQLException {
        Timestamp time = row.getTimestamp(column);
        return time == null ? null : time.toInstant();
    }

    /** What is done with a connection, in one transaction. */
    interface Work<T> {
        T in(Connection connection) throws SQLException;
    }

    private <T> T transaction(Work<T> work) {
        return transaction(jdbcUrl, work);
    }

    static <T> T transaction(String jdbcUrl, Work<T> work) {
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
            return new StartRefused("the database lacks tables of this version: run the command `db migrate`", failed);
        }
        String reason = String.valueOf(failed.getMessage()).lines().findFirst().orElse("");
        return new StartRefused("the database refused: " + reason, failed);
    }
}
