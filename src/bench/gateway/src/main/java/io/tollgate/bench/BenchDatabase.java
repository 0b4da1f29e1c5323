package io.tollgate.bench;

import io.tollgate.platform.db.PostgresUrl;
import io.tollgate.platform.resource.Scope;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;

/** The database behind the gateway, asked directly. */
final class BenchDatabase implements AutoCloseable {
    private static final int WARM_UP = 20;
    private static final int PATHS = 200;

    private final Connection connection;

    BenchDatabase(String url) throws SQLException {
        this.connection = DriverManager.getConnection(PostgresUrl.toJdbc(url));
    }

    List<String> column(String sql, Object... values) {
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            for (int i = 0; i < values.length; i++) {
                statement.setObject(i + 1, values[i]);
            }
            List<String> found = new ArrayList<>();
            try (ResultSet rows = statement.executeQuery()) {
                while (rows.next()) {
                    found.add(rows.getString(1));
                }
            }
            return found;
        } catch (SQLException e) {
            throw new IllegalStateException(sql, e);
        }
    }

    String one(String sql, Object... values) {
        return column(sql, values).get(0);
    }

    void execute(String sql) {
        try (Statement statement = connection.createStatement()) {
            statement.execute(sql);
        } catch (SQLException e) {
            throw new IllegalStateException(sql, e);
        }
    }

    /** Milliseconds of a statement, prepared and read to its end, once for each time. */
    double[] millis(String sql, int times) {
        double[] took = new double[times];
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            for (int i = -WARM_UP; i < times; i++) {
                long begun = System.nanoTime();
                try (ResultSet rows = statement.executeQuery()) {
                    while (rows.next()) {
                        rows.getObject(1);
                    }
                }
                took[Math.max(i, 0)] = (System.nanoTime() - begun) / 1e6;
            }
            return took;
        } catch (SQLException e) {
            throw new IllegalStateException(sql, e);
        }
    }

    /** The live records of a seller. */
    Scope live(String seller) {
        return new Scope(one("SELECT id FROM seller WHERE name = ?", seller), true);
    }

    /** Where the gateway shows some of a seller's live payments, one by one. */
    List<String> paymentPaths(String sellerId) {
        return newest("/v1/payments/", sellerId, 0);
    }

    /**
     * Where it shows pages of them, each from another record on.
     *
     * @param first how many newer records there are than the one after which the first page begins
     */
    List<String> pagePaths(String sellerId, int first) {
        return newest("/v1/payments?starting_after=", sellerId, first);
    }

    private List<String> newest(String before, String sellerId, int first) {
        String sql = "SELECT '" + before + "' || id FROM payment_lookup WHERE seller_id = ? AND livemode"
                + " ORDER BY id DESC OFFSET " + first + " LIMIT " + PATHS;
        return column(sql, sellerId);
    }

    String version() {
        return one("SHOW server_version");
    }

    @Override
    public void close() throws SQLException {
        connection.close();
    }
}
