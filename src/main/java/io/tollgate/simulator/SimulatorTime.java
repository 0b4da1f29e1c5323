package io.tollgate.simulator;

import io.tollgate.platform.clock.Clock;
import io.tollgate.platform.db.Database;
import io.tollgate.platform.db.TestClock;
import io.tollgate.platform.resource.Scope;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlConnection;
import java.time.Instant;

/**
 * The time of each simulated account: that of its seller's test clock in test mode, the real time otherwise. Nothing
 * else in the simulator reads a clock to date an object.
 */
record SimulatorTime(Clock clock) {
    /** Returns the time of an account. */
    Future<Instant> now(Database database, Scope scope) {
        return new TestClock(database, clock).now(scope);
    }

    /** Returns the objects of an account at its time. */
    Future<SimulatedObjects> objects(SqlConnection transaction, Scope scope, Scenario scenario) {
        return TestClock.in(transaction, scope, clock)
                .map(time -> new SimulatedObjects(transaction, scope, time.now(), time.real(), scenario));
    }
}
