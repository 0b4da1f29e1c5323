package io.tollgate.tools.transfer;

import io.tollgate.platform.config.StartRefused;
import io.tollgate.platform.db.PostgresUrl;
import io.tollgate.platform.http.Sha256;
import java.io.IOException;
import java.io.OutputStream;
import java.security.DigestOutputStream;
import java.security.MessageDigest;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import org.postgresql.PGConnection;
import org.postgresql.copy.CopyManager;

/**
 * A transaction with a view of one moment, in which a seller is exported or imported. Closing it without a commit takes
 * everything back.
 */
record TransferConnection(Connection connection) implements AutoCloseable {
    /** What the text of values depends on, and no limits of time. */
    private static final List<String> SESSION = List.of(
            "SET TIME ZONE 'UTC'",
            "SET DateStyle = 'ISO, YMD'",
            "SET IntervalStyle = 'postgres'",
            "SET bytea_output = 'hex'",
            "SET extra_float_digits = 1",
            "SET client_encoding = 'UTF8'",
            "SET statement_timeout = 0",
            "SET idle_in_transaction_session_timeout = 0");

    static TransferConnection open(String url) throws SQLException {
        Connection connection = DriverManager.getConnection(PostgresUrl.toJdbc(url));
        try (Statement statement = connection.createStatement()) {
            for (String setting : SESSION) {
                statement.execute(setting);
            }
            connection.setAutoCommit(false);
            connection.setTransactionIsolation(Connection.TRANSACTION_REPEATABLE_READ);
            return new TransferConnection(connection);
        } catch (SQLException failed) {
            connection.close();
            throw failed;
        }
    }

    CopyManager copies() throws SQLException {
        return connection.unwrap(PGConnection.class).getCopyAPI();
    }

    /** Sends the rows of a seller to a stream, and describes them. */
    SellerManifest.Rows send(SellerTable table, String sellerId, OutputStream out) throws SQLException, IOException {
        MessageDigest digest = Sha256.digest();
        DigestOutputStream digesting = new DigestOutputStream(out, digest);
        long rows = copies().copyOut(table.copyOut(sellerId), digesting);
        return new SellerManifest.Rows(
                table.name(), table.columns(), rows, HexFormat.of().formatHex(digest.digest()));
    }

    /** Returns the first column of a query. */
    List<String> texts(String sql, String... parameters) throws SQLException {
        List<String> texts = new ArrayList<>();
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            for (int i = 0; i < parameters.length; i++) {
                statement.setString(i + 1, parameters[i]);
            }
            try (ResultSet rows = statement.executeQuery()) {
                while (rows.next()) {
                    texts.add(rows.getString(1));
                }
            }
        }
        return texts;
    }

    /** Returns the version of the schema: the newest migration, in whatever order they were applied. */
    String schema() throws SQLException {
        List<String> versions = texts("SELECT version FROM flyway_schema_history WHERE success AND version IS NOT NULL"
                + " ORDER BY version::int DESC LIMIT 1");
        if (versions.isEmpty()) {
            throw new StartRefused("the database has no schema of Tollgate; run scripts/db migrate");
        }
        return versions.get(0);
    }

    @Override
    public void close() throws SQLException {
        connection.close();
    }
}
