package io.tollgate.app;

import io.tollgate.platform.clock.Clock;
import io.tollgate.platform.config.ReservedPort;
import io.tollgate.platform.db.Database;
import io.tollgate.platform.server.ServerSettings;
import io.tollgate.processor.AccountKeys;
import io.tollgate.processor.Processing;
import io.tollgate.processor.ProcessorSettings;
import io.tollgate.processor.ProcessorVerticle;
import io.tollgate.processor.Tasks;
import io.tollgate.simulator.EventTarget;
import io.tollgate.simulator.Scenario;
import io.tollgate.simulator.SimulatorImport;
import io.tollgate.simulator.SimulatorVerticle;
import io.vertx.core.Future;
import io.vertx.core.Vertx;

/** Deploys the workers that call the processor, and the simulator on its own port if it is enabled. */
record ProcessorDeployment(Vertx vertx, Config config, Clock clock, AccountKeys keys) {
    /** @param port of the simulator */
    Future<?> deploy(ReservedPort port) {
        ProcessorSettings processor = config.processor();
        ProcessorVerticle.Addresses places = new ProcessorVerticle.Addresses(
                processor.internalSimulatorUrl(port.port()), processor.url(), processor.connectTimeoutMillis());
        Future<?> workers = ProcessorVerticle.deploy(vertx, processor.workers(), keys, places);
        Future<?> all = processor.simulator() ? workers.compose(deployed -> simulator(port)) : workers;
        return all.onComplete(deployed -> port.close());
    }

    /** Returns what calls the processor in writes that use the clients of a database. */
    static Processing processing(ApiVerticle.SharedParts shared, Database database) {
        return new Processing(shared.processor(), new Tasks(database, shared.clock()), new SimulatorImport(), database);
    }

    private Future<String> simulator(ReservedPort port) {
        ProcessorSettings processor = config.processor();
        ServerSettings server = config.server();
        EventTarget gateway = EventTarget.of(
                server.host(),
                server.port(),
                server.publicUrlOn(server.port()),
                server.tls().enabled());
        return vertx.executeBlocking(() -> Scenario.read(processor.simulatorScenario()))
                .compose(scenario -> vertx.deployVerticle(new SimulatorVerticle(
                        config.database(), keys, clock, processor.simulatorHost(), port.port(), gateway, scenario)));
    }
}
