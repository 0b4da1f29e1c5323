package io.tollgate.app;

import io.tollgate.platform.clock.Clock;
import io.tollgate.platform.db.DatabaseSettings;
import io.tollgate.processor.RetryBudget;
import org.jspecify.annotations.Nullable;

/**
 * What lies outside a gateway. The gateway creates everything else from its settings.
 *
 * @param clock null for the time of the database
 * @param background whether work without a request runs by itself
 */
public record Outside(@Nullable Clock clock, DatabaseSettings database, Simulator simulator, Background background) {

    /** What starts the work that no request waits for: tasks, e-mail, events and renewals of the simulator. */
    public enum Background {
        /** Loops of the gateway. */
        LOOPS,
        /** Calls of {@link Gateway#settle}, so that nothing happens by itself. */
        CALLS
    }

    /**
     * The simulated processor.
     *
     * @param url of a simulator that somebody else runs; empty if the gateway runs one
     * @param database of the simulator that the gateway runs
     * @param retries limits the retries of calls
     */
    public record Simulator(String url, DatabaseSettings database, RetryBudget retries) {
        public boolean isForeign() {
            return !url.isEmpty();
        }
    }

    /** Returns what the settings name. */
    public static Outside of(Config config) {
        DatabaseSettings database = config.database();
        return new Outside(null, database, new Simulator("", database, new RetryBudget()), Background.LOOPS);
    }

    public Outside withClock(Clock other) {
        return new Outside(other, database, simulator, background);
    }

    public Outside withSimulator(Simulator other) {
        return new Outside(clock, database, other, background);
    }

    /** Returns the same without background loops. */
    public Outside stepped() {
        return new Outside(clock, database, simulator, Background.CALLS);
    }

    boolean hasLoops() {
        return background == Background.LOOPS;
    }
}
