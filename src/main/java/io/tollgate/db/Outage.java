package io.tollgate.db;

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
 * Tells failures that pass (the database is gone, paused, full or restarting) from defects. Only
 * the SQLSTATE is looked at, never a constraint's or a table's name.
 */
public final class Outage {
    private Outage() {}

    /** Classes: connection, resources, intervention of an operator, system, rollback to be retried. */
    private static final Set<String> CLASSES = Set.of("08", "53", "57", "58", "40");

    /**
     * What the database says of one row or one statement: it is at work, and others need not be kept from it. A
     * lock that was not got in time, a statement that took too long, and two that got in each other's way.
     */
    private static final Set<String> OF_ONE_STATEMENT = Set.of("55P03", "57014", "40001", "40P01");

    /** Sessions that were ended by an operator or with the crash of another. */
    private static final Set<String> ENDED = Set.of("57P01", "57P02");

    /** What the client says of a statement that waited for a connection which has ended. */
    private static final Pattern NOT_SENT = Pattern.compile("connection has been closed|onnection is not active");

    /** What the client says of a statement in a pool that was replaced or closed. */
    private static final String POOL_CLOSED = "Pool closed";

    /** How begins what the client says of a wait for a connection that was too long. */
    private static final String NO_CONNECTION = "Timeout";

    /** Read-only node, lock not available, not yet migrated. */
    private static final Set<String> STATES = Set.of("25006", "55P03", "42P01", "3F000", "28P01", "3D000");

    /** Whether it is the database that fails, and not one statement. */
    static boolean isOfAll(Throwable failure) {
        return is(failure)
                && !(failure instanceof PgException refused && OF_ONE_STATEMENT.contains(refused.getSqlState()));
    }

    /**
     * It was waited for too long, in a queue that others may have made so long, or there was no more room in it.
     * Where the database answers those others, it is at work.
     */
    static boolean isWait(Throwable failure) {
        return failure instanceof TimeoutException
                || failure instanceof ConnectionPoolTooBusyException
                || (failure instanceof VertxException
                        && String.valueOf(failure.getMessage()).startsWith(NO_CONNECTION));
    }

    /** The connection ended, or was found to have ended: by a restart, an operator, or on the way. */
    static boolean isLostConnection(Throwable failure) {
        return failure instanceof ClosedConnectionException
                || POOL_CLOSED.equals(failure.getMessage())
                || (failure instanceof IOException && !(failure instanceof ConnectException))
                || (failure instanceof PgException refused && ENDED.contains(refused.getSqlState()))
                || (failure instanceof VertxException
                        && NOT_SENT.matcher(String.valueOf(failure.getMessage()))
                                .find());
    }

    public static boolean is(@Nullable Throwable failure) {
        if (failure == null) {
            return false;
        }
        if (failure instanceof PgException refused) {
            String state = refused.getSqlState();
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
