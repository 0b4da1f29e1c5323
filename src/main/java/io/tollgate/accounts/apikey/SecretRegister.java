package io.tollgate.accounts.apikey;

import io.tollgate.platform.config.StartRefused;
import io.tollgate.platform.secret.RotatingKey;
import io.tollgate.platform.secret.Secrets;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The ids of the master secrets that gateways of a database have used. Blocks. */
public final class SecretRegister {
    private static final Logger LOG = LoggerFactory.getLogger(SecretRegister.class);

    private final String jdbcUrl;

    public SecretRegister(String jdbcUrl) {
        this.jdbcUrl = jdbcUrl;
    }

    /** Returns whether no gateway has used this database and no key exists, so that nothing depends on a secret. */
    public boolean isEmpty() {
        return KeyRing.transaction(jdbcUrl, connection -> read(connection).isEmpty()) && !KeyRing.hasAny(jdbcUrl);
    }

    /** Adds the secrets of a gateway at startup. Warns if the database has been used only under other secrets. */
    public void add(Secrets secrets) {
        List<String> ids = ids(secrets);
        KeyRing.transaction(jdbcUrl, connection -> {
            Set<String> known = read(connection);
            if (!known.isEmpty() && ids.stream().noneMatch(known::contains)) {
                LOG.warn(
                        "This database has been used only with other master secrets ({});"
                                + " API keys created under those are rejected with 401",
                        String.join(", ", known));
            }
            List<String> missing =
                    ids.stream().filter(id -> !known.contains(id)).toList();
            return missing.isEmpty() ? 0 : insert(connection, missing);
        });
    }

    /**
     * Rejects a secret that no gateway of this database has used, because that gateway would reject keys created
     * under it. Adds the first secret of an unused database.
     */
    public void requireKnown(Secrets secrets) {
        String current = secrets.keyPepper().current().id();
        KeyRing.transaction(jdbcUrl, connection -> {
            Set<String> known = read(connection);
            if (known.isEmpty()) {
                return insert(connection, List.of(current));
            }
            if (!known.contains(current)) {
                throw new StartRefused(unknown(current, known));
            }
            return 0;
        });
    }

    private static String unknown(String current, Set<String> known) {
        return """
                no gateway of this database uses the master secret %s, so a key created here would be rejected \
                (known: %s); set TOLLGATE_SECRET_FILE or TOLLGATE_SECRET as for the gateway, or use the command \
                `tollgate` if it is installed; when a secret is rotated, start a gateway with the new one \
                first""".formatted(current, String.join(", ", known));
    }

    private static List<String> ids(Secrets secrets) {
        return secrets.keyPepper().versions().stream()
                .map(RotatingKey.Version::id)
                .toList();
    }

    private static Set<String> read(Connection connection) throws SQLException {
        Set<String> ids = new HashSet<>();
        try (PreparedStatement statement = connection.prepareStatement("SELECT id FROM master_secret");
                ResultSet rows = statement.executeQuery()) {
            while (rows.next()) {
                ids.add(rows.getString(1));
            }
        }
        return ids;
    }

    private static int insert(Connection connection, List<String> ids) throws SQLException {
        String sql = "INSERT INTO master_secret (id) SELECT unnest(?) ON CONFLICT DO NOTHING";
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            statement.setArray(1, connection.createArrayOf("text", ids.toArray()));
            return statement.executeUpdate();
        }
    }
}
