package io.tollgate.write;

import io.vertx.core.Future;
import java.util.ArrayList;
import java.util.List;

/**
 * Statements of one transaction that were sent and are not waited for. Where one of them failed, all
 * after it fail too, the commit among them, but only the first says why.
 */
final class PipelinedStatements {
    private final List<Future<?>> statements = new ArrayList<>();

    void add(Future<?> statement) {
        statements.add(statement);
    }

    /** Why a transaction failed: by the first statement that did, or else as its end tells. */
    Throwable cause(Throwable failure) {
        for (Future<?> statement : statements) {
            if (statement.failed()) {
                return statement.cause();
            }
        }
        return failure;
    }
}
