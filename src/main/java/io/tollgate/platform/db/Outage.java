package io.tollgate.platform.db;

import io.vertx.circuitbreaker.OpenCircuitException;
import io.vertx.core.VertxException;
import io.vertx.core.http.ConnectionPoolTooBusyException;
import io.vertx.pgclient.PgException;
import io.vertx.sqlclient.ClosedConnectionException;
import java.io.IOException;
import java.net.ConnectException;
import java.util.Set;
import java.util.concurrent.TimeoutException;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Classifies failures: transient ones (the database is down, paused, full or restarting) and defects. Uses only the
 * SQLSTATE, never the name of a constraint or table.
 */
public final class Outage {
    private Outage() {}

    /** SQLSTATE classes: connection, resources, operator intervention, system error, transaction rollback. */
    private static final Set<String> CLASSES = Set.of("08", "53", "57", "58", "40");

    /**
     * Errors of one row or one statement, which show that the database works: lock timeout, statement timeout,
     * serialization failure and deadlock.
     */
    private static final Set<String> OF_ONE_STATEMENT = Set.of("55P03", "57014", "40001", "40P01");

    /** Sessions ended by an operator or by the crash of another session. */
    private static final Set<String> SESSION_ENDED = Set.of("57P01", "57P02");

    /** The client's message if the connection ended while a statement waited for it. */
    private static final Pattern NOT_SENT = Pattern.compile("connection has been closed|onnection is not active");

    /** The client's message for a statement in a pool that was replaced or closed. */
    private static final String POOL_CLOSED = "Pool closed";

    /** The start of the client's message if the wait for a connection timed out. */
    private static final String NO_CONNECTION = "Timeout";

    /** Read-only node, lock not available, schema not migrated yet. */
    private static final Set<String> STATES = Set.of("25006", "55P03", "42P01", "3F000", "28P01", "3D000");

    /** Returns whether the database as a whole fails, and not one statement. */
    static boolean isOfDatabase(Throwable failure) {
        return is(failure) && !(failure instanceof PgException error && OF_ONE_STATEMENT.contains(error.getSqlState()));
    }

    /**
     * Returns whether a wait timed out or a queue was full. Other statements may have caused that; if the database
     * responds to those, it works.
     */
    static boolean isWait(Throwable failure) {
        return failure instanceof TimeoutException
                || failure instanceof ConnectionPoolTooBusyException
                || (failure instanceof VertxException
                        && String.valueOf(failure.getMessage()).startsWith(NO_CONNECTION));
    }

    /** Returns whether the connection was lost: by a restart, an operator or the network. */
    static boolean isLostConnection(Throwable failure) {
        return failure instanceof ClosedConnectionException
                || POOL_CLOSED.equals(failure.getMessage())
                || (failure instanceof IOException && !(failure instanceof ConnectException))
                || (failure instanceof PgException error && SESSION_ENDED.contains(error.getSqlState()))
                || (failure instanceof VertxException
                        && NOT_SENT.matcher(String.valueOf(failure.getMessage()))
                                .find());
    }

    public static boolean is(@Nullable Throwable failure) {
        if (failure == null) {
            return false;
        }
        if (failure instanceof PgException error) {
            String state = error.getSqlState();
            return state != null && (STATES.contains(state) || CLASSES.contains(state.substring(0, 2)));
        }
        return failure instanceof ClosedConnectionException
                || failure instanceof IOException
                || failure instanceof TimeoutException
                || failure instanceof OpenCircuitException
                || failure instanceof VertxException
                || POOL_CLOSED.equals(failure.getMessage())
                || is(failure.getCause());
    }
}
