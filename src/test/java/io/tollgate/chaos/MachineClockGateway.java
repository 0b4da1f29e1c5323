package io.tollgate.chaos;

import io.tollgate.app.Config;
import io.tollgate.app.Gateway;
import io.tollgate.app.Outside;
import io.tollgate.platform.clock.Clock;
import io.tollgate.platform.server.Metrics;
import java.util.Map;

/** Tollgate with the clock of its machine instead of the database clock. */
final class MachineClockGateway {
    private MachineClockGateway() {}

    public static void main(String[] args) throws Exception {
        Config config = Config.load(null, System.getenv(), Map.of("dataDir", args[1].substring("--data=".length())));
        Metrics metrics = new Metrics();
        Outside outside = Outside.of(config).withClock(Clock.SYSTEM);
        Gateway.start(Gateway.vertx(metrics), metrics, config, outside).await();
    }
}
