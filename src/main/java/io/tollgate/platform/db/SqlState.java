package io.tollgate.platform.db;

import io.vertx.pgclient.PgException;
import org.jspecify.annotations.Nullable;

/** Classifies database errors by SQLSTATE, the only stable part of an error. */
public final class SqlState {
    private SqlState() {}

    /** Returns whether a unique constraint was violated. */
    public static boolean isTaken(@Nullable Throwable failure) {
        return is(failure, "23505");
    }

    /** Returns whether the transaction was aborted by a serialization failure or a deadlock and can be retried. */
    public static boolean isRetryable(@Nullable Throwable failure) {
        return is(failure, "40001") || is(failure, "40P01");
    }

    /** Returns whether a row is locked by another transaction and the statement did not wait, or its wait timed out. */
    public static boolean isLocked(@Nullable Throwable failure) {
        return is(failure, "55P03");
    }

    private static boolean is(@Nullable Throwable failure, String state) {
        return failure instanceof PgException refused && state.equals(refused.getSqlState());
    }
}
