package io.tollgate.bench;

import io.tollgate.db.PostgresUrl;
import io.tollgate.payment.Payments;
import io.tollgate.records.ListSql;
import io.tollgate.resource.ListRequest;
import io.tollgate.resource.Scope;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** The database behind the gateway, asked directly: for inputs, and for what it can do by itself. */
final class BenchDatabase implements AutoCloseable {
    /** Newest records copied as text: pgbench fetches bytes as hexadecimal digits, twice as many. */
    private static final int TWINS = 50_000;

    private final String url;
    private final Connection connection;

    BenchDatabase(String url) throws SQLException {
        this.url = url;
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

    /** What the list's own statement reaches without a gateway: the best of a few client counts. */
    double listsPerSecond(Scope scope, int seconds) {
        twin(scope);
        try {
            Path script = Files.createTempFile("list", ".sql");
            Files.writeString(script, statement(scope));
            double best = 0;
            for (int clients : new int[] {2, 4, 8}) {
                best = Math.max(best, pgbench(script, clients, seconds));
            }
            Files.delete(script);
            return best;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private double pgbench(Path script, int clients, int seconds) {
        String output = Command.run(
                Map.of(),
                List.of(
                        "pgbench",
                        "-n",
                        "-M",
                        "prepared",
                        "-c",
                        "" + clients,
                        "-j",
                        "2",
                        "-T",
                        "" + seconds,
                        "-f",
                        script.toString(),
                        url));
        return Double.parseDouble(Command.find(output, "tps = ([0-9.]+)"));
    }

    private void twin(Scope scope) {
        try (Statement statement = connection.createStatement()) {
            statement.execute(
                    "CREATE TABLE IF NOT EXISTS bench_payment (seller_id text COLLATE \"C\", livemode boolean,"
                            + " id text COLLATE \"C\", record text, PRIMARY KEY (seller_id, livemode, id))"
                            + " WITH (toast_tuple_target = 8160)");
            statement.execute("ALTER TABLE bench_payment ALTER COLUMN record SET STORAGE EXTERNAL");
            statement.execute("TRUNCATE bench_payment");
            statement.execute("INSERT INTO bench_payment SELECT seller_id, livemode, id, convert_from(record, 'UTF8')"
                    + " || '' FROM payment WHERE seller_id = '" + scope.sellerId()
                    + "' AND livemode ORDER BY id DESC LIMIT " + TWINS);
            statement.execute("VACUUM ANALYZE bench_payment");
        } catch (SQLException e) {
            throw new IllegalStateException("the twin table cannot be made", e);
        }
    }

    /** The statement of the gateway, its values written out, on the twin. */
    private static String statement(Scope scope) {
        ListRequest request = ListRequest.parse(Payments.RESOURCE, List.of());
        ListSql list = ListSql.of(scope, request, true);
        String sql = list.sql()
                .replace("NULL::bytea", "NULL::text")
                .replace("FROM payment WHERE", "FROM bench_payment WHERE");
        for (int i = list.values().size(); i >= 1; i--) {
            Object value = list.values().getValue(i - 1);
            sql = sql.replace("$" + i, value instanceof String ? "'" + value + "'" : value.toString());
        }
        return sql.replace('\n', ' ') + ";\n";
    }

    @Override
    public void close() throws SQLException {
        connection.close();
    }
}
