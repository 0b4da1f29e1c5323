package io.tollgate.platform.write;

import io.tollgate.platform.http.ApiResponse;
import io.tollgate.platform.input.Request;
import io.vertx.core.Future;
import org.jspecify.annotations.Nullable;

/**
 * A validated request that may need the answer of an external service. Most requests need none and run in one
 * transaction. Otherwise that transaction changes nothing, the service is asked while no transaction is open, and a
 * second transaction runs the request with the answer.
 *
 * @param <Q> the question to the service
 * @param <A> its answer
 */
public interface Inquiry<Q, A> {
    /**
     * Runs the request. Returns the question, and changes nothing, if it needs an answer. May run again.
     *
     * @param answer null in the first transaction
     */
    Future<Outcome<Q>> in(WriteContext write, @Nullable A answer);

    /** Asks the service. */
    Future<A> ask(Q question);

    /** The response to the request, or the question that must be answered before; the other one is null. */
    record Outcome<Q>(
            @Nullable ApiResponse response, @Nullable Q question) {
        public static <Q> Outcome<Q> response(ApiResponse response) {
            return new Outcome<>(response, null);
        }

        public static <Q> Outcome<Q> question(Q question) {
            return new Outcome<>(null, question);
        }
    }

    /** Validates a request without the database. */
    interface Plan<Q, A> {
        Inquiry<Q, A> of(Request request);
    }
}
