package io.tollgate.platform.db;

import io.tollgate.platform.config.StartRefused;
import io.tollgate.platform.config.WrongSetting;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.pgclient.PgConnectOptions;
import io.vertx.pgclient.PgConnection;
import io.vertx.pgclient.PgException;
import io.vertx.sqlclient.SqlConnection;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Checks that connections behave as Postgres sessions. A connection pooler may reject or drop startup parameters. It
 * may also run each transaction in another session, in which a prepared statement is missing or, worse, is another
 * statement of the same name.
 *
 * <p>Fails only for definite problems. If the database is unreachable, the check passes.
 */
public final class SessionCheck {
    private static final Logger LOG = LoggerFactory.getLogger(SessionCheck.class);
    private static final String PROTOCOL_VIOLATION = "08P01";

    /**
     * SQLSTATE class of rejected logins: wrong credentials, or a host or an unencrypted connection that is not allowed.
     */
    private static final String LOGIN_REJECTED = "28";

    /**
     * SQLSTATEs of a prepared statement that is missing, is another statement of the same name, or takes other
     * parameters.
     */
    private static final Set<String> STATEMENT_LOST = Set.of("26000", "42P05", PROTOCOL_VIOLATION);

    private static final String SETTINGS = "SELECT setting::int, current_setting('transaction_read_only')::boolean"
            + " FROM pg_settings WHERE name = 'statement_timeout'";

    /** A pooler may by chance return the same session twice, so the check is repeated. */
    private static final int CHECKS = 3;

    private final SqlConnection connection;
    private final SqlConnection otherConnection;

    private SessionCheck(SqlConnection connection, SqlConnection otherConnection) {
        this.connection = connection;
        this.otherConnection = otherConnection;
    }

    /** Fails with {@link StartRefused} if connections are unusable. */
    public static Future<Void> check(Vertx vertx, DatabaseSettings settings) {
        PgConnectOptions options = DatabasePools.connect(settings);
        return PgConnection.connect(vertx, options)
                .compose(connection -> PgConnection.connect(vertx, options)
                        .compose(otherConnection -> new SessionCheck(connection, otherConnection)
                                .run(settings.statementTimeoutMillis())
                                .eventually(otherConnection::close))
                        .eventually(connection::close))
                .timeout(settings.queryTimeoutMillis(), TimeUnit.MILLISECONDS)
                .recover(SessionCheck::definite);
    }

    /** @param timeoutMillis the requested statement timeout; 0: none */
    private Future<Void> run(int timeoutMillis) {
        return connection
                .query(SETTINGS)
                .execute()
                .map(rows -> rows.iterator().next())
                .onSuccess(row -> writes(row.getBoolean(1)))
                .compose(row -> timeout(timeoutMillis, row.getInteger(0)))
                .compose(effective -> prepared(CHECKS));
    }

    /** Warns about a read-only database. It still serves reads, and a standby may be promoted. */
    private static void writes(boolean refused) {
        if (refused) {
            LOG.warn("Postgres is read-only; every write will return 503. It is a standby,"
                    + " or default_transaction_read_only is set for the role or the database");
        }
    }

    private static Future<Void> definite(Throwable failure) {
        if (failure instanceof StartRefused) {
            return Future.failedFuture(failure);
        }
        if (failure instanceof PgException refused && PROTOCOL_VIOLATION.equals(refused.getSqlState())) {
            return Future.failedFuture(pooler("rejects connection parameters (" + refused.getErrorMessage() + ")"));
        }
        if (failure instanceof PgException refused
                && String.valueOf(refused.getSqlState()).startsWith(LOGIN_REJECTED)) {
            return Future.failedFuture(new StartRefused("Postgres rejects the connections of database.url: "
                    + refused.getErrorMessage()
                    + " (if it requires TLS: ?sslmode=verify-full, see \"Postgres\" in src/docs/operations.md)"));
        }
        LOG.info("Checking the Postgres session failed: {}", failure.toString());
        return Future.succeededFuture();
    }

    private static StartRefused pooler(String what) {
        return new WrongSetting("database.url points to a connection pooler that " + what
                + "; see \"Poolers\" in src/docs/operations.md, or point it to Postgres itself");
    }

    private static Future<Void> timeout(int requested, int effective) {
        if (requested > 0 && effective != requested) {
            return Future.failedFuture(pooler("drops connection parameters"));
        }
        if (effective == 0) {
            LOG.warn("Postgres has no statement timeout for this instance;"
                    + " set database.statementTimeoutMillis or, behind a pooler, statement_timeout of the role");
        }
        return Future.succeededFuture();
    }

    /**
     * Prepares a statement and runs it again while another connection occupies the session that it may have been
     * prepared in.
     */
    private Future<Void> prepared(int checks) {
        if (checks == 0) {
            return Future.succeededFuture();
        }
        String word = UUID.randomUUID().toString();
        String sql = "SELECT '" + word + "'";
        return connection
                .preparedQuery(sql)
                .execute()
                .compose(first -> otherConnection.query("BEGIN; SELECT 1").execute())
                .compose(held -> connection.preparedQuery(sql).execute())
                .eventually(() -> otherConnection.query("ROLLBACK").execute())
                .map(rows -> word.equals(rows.iterator().next().getValue(0)))
                .recover(failure ->
                        failure instanceof PgException refused && STATEMENT_LOST.contains(refused.getSqlState())
                                ? Future.succeededFuture(false)
                                : Future.failedFuture(failure))
                .compose(isThere -> isThere
                        ? prepared(checks - 1)
                        : Future.failedFuture(pooler("loses prepared statements between transactions")));
    }
}
