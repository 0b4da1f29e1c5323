package io.tollgate.platform.server;

import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Runs work on the event loop of another verticle. */
public final class ContextCall {
    private ContextCall() {}

    /** Runs work on a context. The result completes on the context of the caller, if it has one. */
    public static <T> Future<T> on(Context target, Supplier<Future<T>> work) {
        @Nullable Context caller = Vertx.currentContext();
        Promise<T> done = Promise.promise();
        target.runOnContext(start -> Future.future(
                        (Promise<T> own) -> work.get().onComplete(own))
                .onComplete(result -> {
                    if (caller == null) {
                        done.handle(result);
                    } else {
                        caller.runOnContext(back -> done.handle(result));
                    }
                }));
        return done.future();
    }
}
