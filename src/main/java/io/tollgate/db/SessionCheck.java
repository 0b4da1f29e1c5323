package io.tollgate.db;

import io.tollgate.config.StartRefused;
import io.tollgate.config.WrongSetting;
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
 * Whether a connection is a session of Postgres as this program takes it for. A pooler in between may refuse or
 * drop what a connection asks for when it is made, and may hand each transaction to another session, where a
 * prepared statement is not there or, worse, is another one of the same name.
 *
 * <p>What is certain is refused. A database that cannot be asked now is none of its business.
 */
public final class SessionCheck {
    private static final Logger LOG = LoggerFactory.getLogger(SessionCheck.class);
    private static final String PROTOCOL_VIOLATION = "08P01";

    /** Names and passwords that do not do, and hosts or connections without TLS that are not let in. */
    private static final String NOT_LET_IN = "28";

    /** What is said of a statement that is not there, is another one of this name, or takes other parameters. */
    private static final Set<String> LOST = Set.of("26000", "42P05", PROTOCOL_VIOLATION);

    private static final String SETTINGS = "SELECT setting::int, current_setting('transaction_read_only')::boolean"
            + " FROM pg_settings WHERE name = 'statement_timeout'";

    /** A pooler may by chance give the same session twice, where others use it, too. */
    private static final int LOOKS = 3;

    private final SqlConnection asking;
    private final SqlConnection holding;

    private SessionCheck(SqlConnection asking, SqlConnection holding) {
        this.asking = asking;
        this.holding = holding;
    }

    /** Fails with {@link StartRefused} where connections are of no use as they are. */
    public static Future<Void> look(Vertx vertx, DatabaseSettings settings) {
        PgConnectOptions options = Database.connect(settings);
        return PgConnection.connect(vertx, options)
                .compose(asking -> PgConnection.connect(vertx, options)
                        .compose(holding -> new SessionCheck(asking, holding)
                                .look(settings.statementTimeoutMillis())
                                .eventually(holding::close))
                        .eventually(asking::close))
                .timeout(settings.queryTimeoutMillis(), TimeUnit.MILLISECONDS)
                .recover(SessionCheck::certain);
    }

    /** @param timeoutMillis what sessions were told; 0: nothing */
    private Future<Void> look(int timeoutMillis) {
        return asking.query(SETTINGS)
                .execute()
                .map(rows -> rows.iterator().next())
                .onSuccess(row -> writes(row.getBoolean(1)))
                .compose(row -> timeout(timeoutMillis, row.getInteger(0)))
                .compose(heeded -> prepared(LOOKS));
    }

    /** Reads are worth serving, and a standby may become what it stands by for. */
    private static void writes(boolean refused) {
        if (refused) {
            LOG.warn("Postgres takes no writes: every write will be answered 503. It is a standby,"
                    + " or default_transaction_read_only is set for the role or the database");
        }
    }

    private static Future<Void> certain(Throwable failure) {
        if (failure instanceof StartRefused) {
            return Future.failedFuture(failure);
        }
        if (failure instanceof PgException refused && PROTOCOL_VIOLATION.equals(refused.getSqlState())) {
            return Future.failedFuture(
                    pooler("takes no connections as they are made (" + refused.getErrorMessage() + ")"));
        }
        if (failure instanceof PgException refused
                && String.valueOf(refused.getSqlState()).startsWith(NOT_LET_IN)) {
            return Future.failedFuture(new StartRefused("Postgres refuses the connections of database.url: "
                    + refused.getErrorMessage()
                    + " (where it wants TLS: ?sslmode=verify-full, see \"Postgres\" in src/docs/operations.md)"));
        }
        LOG.info("what lies between here and Postgres is not known: {}", failure.toString());
        return Future.succeededFuture();
    }

    private static StartRefused pooler(String what) {
        return new WrongSetting("database.url leads to a pooler that " + what
                + ": see \"Poolers\" in src/docs/operations.md, or lead it to Postgres itself");
    }

    private static Future<Void> timeout(int told, int heeded) {
        if (told > 0 && heeded != told) {
            return Future.failedFuture(pooler("drops the settings of connections"));
        }
        if (heeded == 0) {
            LOG.warn("Postgres ends no statement of this instance, however long it runs:"
                    + " set database.statementTimeoutMillis or, behind a pooler, statement_timeout of the role");
        }
        return Future.succeededFuture();
    }

    /** Runs a statement, and runs it again while somebody else holds the session that it may have been in. */
    private Future<Void> prepared(int looks) {
        if (looks == 0) {
            return Future.succeededFuture();
        }
        String word = UUID.randomUUID().toString();
        String sql = "SELECT '" + word + "'";
        return asking.preparedQuery(sql)
                .execute()
                .compose(first -> holding.query("BEGIN; SELECT 1").execute())
                .compose(held -> asking.preparedQuery(sql).execute())
                .eventually(() -> holding.query("ROLLBACK").execute())
                .map(rows -> word.equals(rows.iterator().next().getValue(0)))
                .recover(failure -> failure instanceof PgException refused && LOST.contains(refused.getSqlState())
                        ? Future.succeededFuture(false)
                        : Future.failedFuture(failure))
                .compose(isThere -> isThere
                        ? prepared(looks - 1)
                        : Future.failedFuture(pooler("loses prepared statements between transactions")));
    }
}
