package io.tollgate.platform.task;

import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.time.Duration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Runs a lane again and again: each second, and at once after a full run. */
public final class LaneLoop {
    private static final Logger LOG = LoggerFactory.getLogger(LaneLoop.class);
    private static final int PAUSE_MILLIS = 1_000;
    private static final int PAUSE_AFTER_FAILURE_MILLIS = 5_000;

    private final Vertx vertx;
    private final LaneRunner<?> runner;
    private volatile boolean stopped;

    public LaneLoop(Vertx vertx, LaneRunner<?> runner) {
        this.vertx = vertx;
        this.runner = runner;
    }

    /** Begins the next run, while slow work of this one goes on. */
    public void start() {
        runner.start().claimed().onComplete(result -> {
            if (result.failed()) {
                LOG.warn("Running tasks of lane {} failed: {}", runner.lane().name(), String.valueOf(result.cause()));
            }
            boolean more = result.succeeded()
                    && result.result() >= runner.lane().perRun()
                    && !runner.lane().paced();
            int pause = result.failed() ? PAUSE_AFTER_FAILURE_MILLIS : more ? 1 : PAUSE_MILLIS;
            if (!stopped) {
                vertx.setTimer(pause, timer -> {
                    if (!stopped) {
                        start();
                    }
                });
            }
        });
    }

    /** Stops. Completes when the work in flight is done, or at a deadline. */
    public Future<Void> stop(Duration deadline) {
        stopped = true;
        return runner.stop(deadline);
    }
}
