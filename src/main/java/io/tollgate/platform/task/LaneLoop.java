package io.tollgate.platform.task;

import io.vertx.core.Vertx;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Runs a lane again and again: each second, and at once after a full run. */
final class LaneLoop {
    private static final Logger LOG = LoggerFactory.getLogger(LaneLoop.class);
    private static final int PAUSE_MILLIS = 1_000;
    private static final int PAUSE_AFTER_FAILURE_MILLIS = 5_000;

    private final Vertx vertx;
    private final LaneRunner<?> runner;

    LaneLoop(Vertx vertx, LaneRunner<?> runner) {
        this.vertx = vertx;
        this.runner = runner;
    }

    /** Begins the next run, while slow work of this one goes on. */
    void start() {
        runner.start(runner.lane().perRun()).claimed().onComplete(result -> {
            if (result.failed()) {
                LOG.warn("Running tasks of lane {} failed: {}", runner.lane().name(), String.valueOf(result.cause()));
            }
            boolean more =
                    result.succeeded() && result.result() >= runner.lane().perRun();
            int pause = result.failed() ? PAUSE_AFTER_FAILURE_MILLIS : more ? 1 : PAUSE_MILLIS;
            vertx.setTimer(pause, timer -> start());
        });
    }
}
