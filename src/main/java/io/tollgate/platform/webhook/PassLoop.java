package io.tollgate.platform.webhook;

import io.vertx.core.Future;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/**
 * Repeats a pass for as long as somebody asks for one. Requests during a pass share the next one, which begins as soon
 * as the pass ends. Use it on one event loop.
 */
final class PassLoop {
    private final Supplier<Future<?>> pass;
    private final BooleanSupplier stopped;
    private boolean running;
    private boolean again;

    /** @param pass reports its failures itself, and delays its end after one */
    PassLoop(Supplier<Future<?>> pass, BooleanSupplier stopped) {
        this.pass = pass;
        this.stopped = stopped;
    }

    /** Asks for a pass that begins from now on. */
    void ask() {
        if (running) {
            again = true;
        } else if (!stopped.getAsBoolean()) {
            running = true;
            again = false;
            pass.get().onComplete(ended -> {
                running = false;
                if (again) {
                    ask();
                }
            });
        }
    }
}
