package io.tollgate.db;

import io.vertx.pgclient.PgException;
import org.jspecify.annotations.Nullable;

/** Tells refusals of the database apart by their SQLSTATE, the only thing that may be looked at. */
public final class SqlState {
    private SqlState() {}

    /** A value that must be unique is taken. */
    public static boolean isTaken(@Nullable Throwable failure) {
        return is(failure, "23505");
    }

    /** Two transactions got in each other's way; this one was given up and may be run again. */
    public static boolean isToBeRunAgain(@Nullable Throwable failure) {
        return is(failure, "40001") || is(failure, "40P01");
    }

    /** Another transaction holds the row, and the statement did not wait for it, or not longer. */
    public static boolean isLocked(@Nullable Throwable failure) {
        return is(failure, "55P03");
    }

    private static boolean is(@Nullable Throwable failure, String state) {
        return failure instanceof PgException refused && state.equals(refused.getSqlState());
    }
}
