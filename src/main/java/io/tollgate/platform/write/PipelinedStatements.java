package io.tollgate.platform.write;

import io.vertx.core.Future;
import java.util.ArrayList;
import java.util.List;

/**
 * Statements of one transaction that are sent without waiting for their results, and what follows its commit. If a
 * statement fails, all later ones fail too, including the commit, but only the first failure states the cause.
 */
final class PipelinedStatements {
    private final List<Future<?>> statements = new ArrayList<>();
    private final List<Runnable> effects = new ArrayList<>();

    void add(Future<?> statement) {
        statements.add(statement);
    }

    /** Adds what follows the commit. */
    void addEffect(Runnable effect) {
        effects.add(effect);
    }

    /** Runs what follows the commit. */
    void committed() {
        effects.forEach(Runnable::run);
    }

    /** Waits for all statements that were added so far. Fails with the first failure. */
    Future<Void> all() {
        return Future.all(statements).mapEmpty();
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
