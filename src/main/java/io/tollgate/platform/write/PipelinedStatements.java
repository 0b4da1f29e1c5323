package io.tollgate.platform.write;

import io.vertx.core.Future;
import java.util.ArrayList;
import java.util.List;

/**
 * Statements of one transaction that are sent without waiting for their results. If one fails, all later ones fail too,
 * including the commit, but only the first failure states the cause.
 */
final class PipelinedStatements {
    private final List<Future<?>> statements = new ArrayList<>();
    private boolean reported;

    void add(Future<?> statement) {
        statements.add(statement);
    }

    /** Adds the statement that appends the events of the transaction. */
    void addReport(Future<?> statement) {
        add(statement);
        reported = true;
    }

    /** Waits for all statements that were added so far. Fails with the first failure. */
    Future<Void> all() {
        return Future.all(statements).mapEmpty();
    }

    /** Returns whether the transaction has events. */
    boolean haveReported() {
        return reported;
    }

    /** Returns the failure of the first failed statement, or the given failure if none has failed. */
    Throwable cause(Throwable failure) {
        for (Future<?> statement : statements) {
            if (statement.failed()) {
                return statement.cause();
            }
        }
        return failure;
    }
}
