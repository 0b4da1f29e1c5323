package io.tollgate.app;

import io.tollgate.app.testclock.TimePassage;
import io.tollgate.platform.db.Database;
import io.tollgate.simulator.SimulatedAccountTime;
import io.vertx.core.Vertx;
import java.time.Duration;

/** Builds what moves the test clocks. */
final class TestClockComponents {
    private TestClockComponents() {}

    /** A move ends well before the request timeout, because its last step may take longer than the others. */
    static TimePassage passage(Vertx vertx, Database database, ApiVerticle.SharedParts shared) {
        Config config = shared.config();
        String scenario = config.processor().simulatorScenario();
        return new TimePassage(
                vertx,
                database,
                shared.clock(),
                new SimulatedAccountTime(vertx, database, shared.clock(), scenario),
                MaintenanceVerticle.taskRunner(database, shared),
                Duration.ofMillis(config.limits().requestTimeoutMillis() * 3L / 4));
    }
}
