package io.tollgate.processor;

import io.tollgate.platform.resource.Scope;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlConnection;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Erases what a simulated account stores about a buyer, who may have no customer there. A connected account belongs to
 * the processor: Tollgate can delete the customer there, and nothing else.
 */
public interface SimulatedBuyers {
    /** A kind of rows of a simulated account. */
    enum Part {
        OBJECTS,
        EVENTS,
        RESPONSES
    }

    /**
     * Who is erased.
     *
     * @param refundIds ids at Tollgate of refunds to the buyer, whose notes are erased
     * @param replacement for the addresses
     */
    record Buyer(List<String> addresses, List<String> refundIds, String replacement) {}

    /**
     * What one call has done.
     *
     * @param rows number of changed rows
     * @param after where the next call continues; null if none is left
     */
    record Page(int rows, @Nullable String after) {}

    /** Returns the table of a part. */
    String table(Part part);

    /**
     * Erases a buyer in rows of an account.
     *
     * @param after where the last call ended; empty for the first one
     * @param max the maximum number of rows to change
     */
    Future<Page> erase(SqlConnection transaction, Scope scope, Part part, Buyer buyer, String after, int max);
}
