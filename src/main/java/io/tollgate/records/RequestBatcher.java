package io.tollgate.records;

import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.internal.ContextInternal;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * What is wanted of the database within one turn of an event loop, so that it can be asked for together. A busy
 * loop reads several requests in a turn, and a statement for all of them costs hardly more than for one.
 *
 * <p>Nobody waits for others to come: a turn ends as soon as what had arrived is read.
 *
 * @param <K> what one statement can ask for
 * @param <W> what somebody wants of it; those who want the same get the same
 * @param <A> what each of them gets
 */
final class RequestBatcher<K, W, A> {
    private final Map<K, Map<W, Promise<A>>> turns = new HashMap<>();

    /**
     * @param most how many different wishes are asked for together
     * @param ask keeps the promise of each wish, or breaks it; what it fails with breaks those that are left
     */
    Future<A> join(K kind, W wish, int most, Function<Map<W, Promise<A>>, Future<Void>> ask) {
        ContextInternal context = (ContextInternal) Vertx.currentContext();
        if (context == null) {
            Promise<A> alone = Promise.promise();
            ask(ask, Map.of(wish, alone));
            return alone.future();
        }
        Promise<A> own = context.promise();
        synchronized (turns) {
            Map<W, Promise<A>> turn = turns.get(kind);
            if (turn == null || (turn.size() >= most && !turn.containsKey(wish))) {
                turn = begin(kind, context, ask);
            }
            // Each is told in a context of their own, so that what one of them does with it harms no other.
            turn.computeIfAbsent(wish, none -> Promise.promise()).future().onComplete(own);
        }
        return own.future();
    }

    private Map<W, Promise<A>> begin(K kind, ContextInternal context, Function<Map<W, Promise<A>>, Future<Void>> ask) {
        Map<W, Promise<A>> turn = new HashMap<>();
        turns.put(kind, turn);
        context.runOnContext(over -> {
            synchronized (turns) {
                // By identity: once this one was full, others joined another, which may want the same.
                if (turns.get(kind) == turn) {
                    turns.remove(kind);
                }
            }
            ask(ask, turn);
        });
        return turn;
    }

    /** Whatever it fails with, in asking or in telling: nobody may be left waiting. */
    private static <W, A> void ask(Function<Map<W, Promise<A>>, Future<Void>> ask, Map<W, Promise<A>> turn) {
        Future.succeededFuture(turn)
                .compose(ask)
                .onFailure(failure -> turn.values().forEach(promise -> promise.tryFail(failure)));
    }

    /** Keeps one promise with an answer that may be refused: those who wished for it are told, and nobody else. */
    static <A> void keep(Promise<A> promise, Supplier<A> answer) {
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
