package io.tollgate.simulation;

import io.tollgate.app.SteppedGateway;
import io.tollgate.platform.clock.Clock;
import io.tollgate.support.TestGateway;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A gateway, the faults of its calls to the processor, and the faults of its connections to the database. */
final class Node implements AutoCloseable {
    private final CallPlan calls = new CallPlan();
    private final @Nullable DatabaseTap tap;
    private final SteppedGateway gateway;

    /** @param tapped whether the connections to the database can be cut; this takes time for each statement */
    Node(String databaseUrl, Clock clock, String simulatorUrl, boolean tapped) {
        tap = tapped ? new DatabaseTap(databaseUrl, calls::kill) : null;
        Map<String, String> settings = new HashMap<>(TestGateway.PATIENT);
        settings.put("database.url", tap == null ? databaseUrl : tap.url());
        settings.put("secret", TestGateway.SECRET);
        settings.put("checkout.openPerAddress", "1000");
        settings.put("checkout.openPerBuyer", "100");
        settings.put("database.listPool", "1");
        settings.put("database.searchPool", "1");
        settings.put("database.getPool", "1");
        settings.put("database.breakerFailures", "1000");
        settings.put("processor.url", "http://127.0.0.1:1");
        settings.put("processor.breakerFailures", "1000");
        gateway = new SteppedGateway(settings, clock, simulatorUrl, calls);
    }

    String url() {
        return gateway.url();
    }

    SteppedGateway gateway() {
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
