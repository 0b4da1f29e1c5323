package io.tollgate.platform.records;

import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.internal.ContextInternal;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * Batches the requests that one event loop iteration makes of the database. A busy event loop reads several requests
 * per iteration, and one statement for all of them costs hardly more than for one.
 *
 * <p>Batching adds no delay: a batch is sent as soon as the iteration has processed the received requests.
 *
 * @param <K> the batch key: what one statement can query
 * @param <W> a request within a batch; equal requests share a result
 * @param <A> the result of a request
 */
final class RequestBatcher<K, W, A> {
    private final Map<K, Map<W, Promise<A>>> batches = new HashMap<>();

    /**
     * Adds a request to the current batch.
     *
     * @param most maximum number of different requests in a batch
     * @param ask completes the promise of each request; its failure fails those that are still pending
     */
    Future<A> join(K kind, W request, int most, Function<Map<W, Promise<A>>, Future<Void>> ask) {
        ContextInternal context = (ContextInternal) Vertx.currentContext();
        if (context == null) {
            Promise<A> alone = Promise.promise();
            run(ask, Map.of(request, alone));
            return alone.future();
        }
        Promise<A> own = context.promise();
        synchronized (batches) {
            Map<W, Promise<A>> batch = batches.get(kind);
            if (batch == null || (batch.size() >= most && !batch.containsKey(request))) {
                batch = begin(kind, context, ask);
            }
            // Each caller gets its own context, so that a failure in one caller's handler does not affect others.
            batch.computeIfAbsent(request, none -> Promise.promise()).future().onComplete(own);
        }
        return own.future();
    }

    private Map<W, Promise<A>> begin(K kind, ContextInternal context, Function<Map<W, Promise<A>>, Future<Void>> ask) {
        Map<W, Promise<A>> batch = new HashMap<>();
        batches.put(kind, batch);
        context.runOnContext(over -> {
            synchronized (batches) {
                // Compares by identity: after this batch was full, another batch may have replaced it.
                if (batches.get(kind) == batch) {
                    batches.remove(kind);
                }
            }
            run(ask, batch);
        });
        return batch;
    }

    /**
     * Runs a batch. Any failure, also while dispatching results, fails all pending promises, so that no caller waits
     * forever.
     */
    private static <W, A> void run(Function<Map<W, Promise<A>>, Future<Void>> ask, Map<W, Promise<A>> batch) {
        Future.succeededFuture(batch)
                .compose(ask)
                .onFailure(failure -> batch.values().forEach(promise -> promise.tryFail(failure)));
    }

    /** Completes one promise. If computing its result fails, only that promise fails. */
    static <A> void complete(Promise<A> promise, Supplier<A> answer) {
        A found;
        try {
            found = answer.get();
        } catch (RuntimeException refused) {
            promise.tryFail(refused);
            return;
        }
        promise.tryComplete(found);
    }
}
