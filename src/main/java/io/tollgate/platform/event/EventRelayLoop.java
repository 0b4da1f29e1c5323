package io.tollgate.platform.event;

import io.vertx.core.AsyncResult;
import io.vertx.core.Context;
import io.vertx.core.Vertx;
import java.util.concurrent.atomic.AtomicBoolean;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Runs the relay soon after each commit with events, and now and then for those of other processes. */
public final class EventRelayLoop {
    private static final Logger LOG = LoggerFactory.getLogger(EventRelayLoop.class);

    /** Commits in this time share a pass: each pass waits for a disk flush. */
    private static final int GATHER_MILLIS = 50;

    private static final int AGAIN_MILLIS = 50;
    private static final int IDLE_MILLIS = 1_000;

    private final Vertx vertx;
    private final Context context;
    private final EventRelay relay;
    private final AtomicBoolean asked = new AtomicBoolean();
    private boolean running;
    private long timer = -1;

    /** Call on the event loop that runs the relay. */
    public EventRelayLoop(Vertx vertx, EventRelay relay, EventSignals signals) {
        this.vertx = vertx;
        this.context = vertx.getOrCreateContext();
        this.relay = relay;
        signals.onAppended(this::ask);
    }

    public void start() {
        relay.adopt().onComplete(adopted -> {
            if (adopted.failed()) {
                LOG.warn("Checking the cluster of the event log failed: {}", String.valueOf(adopted.cause()));
                vertx.setTimer(IDLE_MILLIS, again -> start());
            } else {
                run();
            }
        });
    }

    /** Asks for a pass, from any thread. */
    private void ask() {
        if (asked.compareAndSet(false, true)) {
            context.runOnContext(now -> {
                if (!running) {
                    after(GATHER_MILLIS);
                }
            });
        }
    }

    private void after(int millis) {
        vertx.cancelTimer(timer);
        timer = vertx.setTimer(millis, due -> run());
    }

    private void run() {
        running = true;
        asked.set(false);
        relay.run().onComplete(this::ended);
    }

    private void ended(AsyncResult<EventRelay.Pass> pass) {
        running = false;
        if (pass.failed()) {
            LOG.warn("Numbering events failed: {}", String.valueOf(pass.cause()));
        }
        boolean more = pass.succeeded() && pass.result().more();
        after(asked.get() ? GATHER_MILLIS : more ? AGAIN_MILLIS : IDLE_MILLIS);
    }
}
