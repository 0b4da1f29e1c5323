package io.tollgate.simulation;

import io.tollgate.app.Outside;
import io.tollgate.platform.clock.Clock;
import io.tollgate.processor.CallFaults;
import io.tollgate.processor.RetryBudget;
import io.tollgate.support.TestGateway;
import io.tollgate.support.TestSettings;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A gateway, the faults of its calls to the processor, and the faults of its connections to the database. */
final class Node implements AutoCloseable {
    private final CallPlan calls = new CallPlan();
    private final @Nullable DatabaseTap tap;
    private final TestGateway gateway;

    /** @param tapped whether the connections to the database can be cut; this takes time for each statement */
    Node(String databaseUrl, Clock clock, String simulatorUrl, boolean tapped) {
        tap = tapped ? new DatabaseTap(databaseUrl, calls::kill) : null;
        Map<String, String> settings = new HashMap<>(TestGateway.PATIENT);
        settings.put("database.url", tap == null ? databaseUrl : tap.url());
        settings.put("checkout.openPerAddress", "1000");
        settings.put("checkout.openPerBuyer", "100");
        settings.put("database.listPool", "1");
        settings.put("database.searchPool", "1");
        settings.put("database.getPool", "1");
        settings.put("database.breakerFailures", "1000");
        settings.put("eventLoops", "1");
        settings.put("pdf.workers", "1");
        settings.put("processor.workers", "4");
        settings.put("processor.queueMax", "4");
        settings.put("processor.breakerFailures", "1000");
        Outside.Simulator simulator =
                new Outside.Simulator(simulatorUrl, TestSettings.database(databaseUrl), new RetryBudget(0));
        gateway = TestGateway.stepped(settings, clock, outside -> outside.withSimulator(simulator));
        CallFaults.install(gateway.vertx(), calls);
    }

    String url() {
        return gateway.url();
    }

    TestGateway gateway() {
        return gateway;
    }

    CallPlan calls() {
        return calls;
    }

    /** Returns the proxy of the database; null without one. */
    @Nullable
    DatabaseTap tap() {
        return tap;
    }

    /** Removes faults that were not reached. */
    void disarm() {
        calls.disarm();
        if (tap != null) {
            tap.disarm();
        }
    }

    /** Ends the process: nothing that this gateway has begun continues. */
    void kill() {
        if (tap != null) {
            tap.kill();
        }
    }

    boolean isDead() {
        return tap != null && tap.isDead();
    }

    @Override
    public void close() {
        if (tap != null) {
            tap.close();
        }
        calls.releaseLate();
        gateway.close();
    }
}
