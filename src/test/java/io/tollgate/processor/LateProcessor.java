package io.tollgate.processor;

import io.tollgate.platform.clock.Clock;
import io.tollgate.simulator.SimulatorVerticle;
import io.tollgate.support.FreePort;
import io.tollgate.support.TestDatabase;
import io.tollgate.support.TestGateway;
import io.tollgate.support.TestSeller;
import io.tollgate.support.TestSettings;
import io.vertx.core.Vertx;

/** A processor at an address where nothing listens until it comes. Its accounts have the keys of the simulator. */
final class LateProcessor implements AutoCloseable {
    private final Vertx vertx = Vertx.vertx();
    private final int port = FreePort.find();

    String url() {
        return "http://127.0.0.1:" + port;
    }

    static AccountKeys keys() {
        return new AccountKeys(TestGateway.secrets());
    }

    void comes() {
        var settings = TestSettings.database(
                TestDatabase.url(),
                "transactionPool=4",
                "queueMax=256",
                "connectTimeoutMillis=1000",
                "queryTimeoutMillis=2500",
                "statementTimeoutMillis=2000",
                "breakerFailures=5");
        TestSeller.await(
                vertx.deployVerticle(new SimulatorVerticle(settings, keys(), Clock.SYSTEM, "127.0.0.1", port)));
    }

    @Override
    public void close() {
        TestSeller.await(vertx.close());
    }
}
