package io.tollgate;

import io.tollgate.db.Database;
import io.tollgate.db.DatabaseSettings;
import io.vertx.core.Future;
import io.vertx.sqlclient.Tuple;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Says so where the pools may take more connections than Postgres allows. It refuses nothing: pools grow
 * only as far as they are needed, and which of the settings is wrong is for whoever runs both to know.
 */
final class PoolCheck {
    private static final Logger LOG = LoggerFactory.getLogger(PoolCheck.class);

    /** What is kept for others is kept from us: reserved_connections is known from Postgres 16 on. */
    private static final String ALLOWED = """
            SELECT current_setting('max_connections')::int
                - current_setting('superuser_reserved_connections')::int
                - coalesce(current_setting('reserved_connections', true), '0')::int
            """;

    private final Config config;

    PoolCheck(Config config) {
        this.config = config;
    }

    /** Asks a database that is there. What comes of it is in the log, and a failure is no failure of the start. */
    Future<Void> look(Database database) {
        if (!config.database().directUrl().equals(config.database().url())) {
            // A pooler is between: how many connections it shares among all who ask is its own affair.
            return Future.succeededFuture();
        }
        return database.get(ALLOWED, Tuple.tuple())
                .onSuccess(rows -> compare(rows.iterator().next().getInteger(0)))
                .onFailure(failure ->
                        LOG.warn("how many connections Postgres allows is not known: {}", failure.toString()))
                .otherwiseEmpty()
                .mapEmpty();
    }

    private void compare(int allowed) {
        int most = most();
        if (most > allowed) {
            LOG.warn(
                    "this instance may open {} connections to Postgres, which allows {} to all its users"
                            + " (max_connections without the reserved ones); raise that, or lower eventLoops ({}),"
                            + " database.listPool ({}), database.searchPool ({}), database.getPool ({})"
                            + " or database.transactionPool ({})",
                    most,
                    allowed,
                    config.eventLoops(),
                    config.database().listPool(),
                    config.database().searchPool(),
                    config.database().getPool(),
                    config.database().transactionPool());
        }
    }

    /**
     * How many connections all pools of this instance have when they are full: those of the event loops; of
     * the readiness check, which gets; of maintenance, which gets, writes, and lists one after the other; and
     * of the simulator of the processor, which gets and writes.
     */
    int most() {
        DatabaseSettings pools = config.database();
        int small = pools.getPool() + pools.transactionPool();
        int ofLoop = pools.listPool() + pools.searchPool() + small;
        int simulator = config.processor().simulator() ? small : 0;
        return config.eventLoops() * ofLoop + pools.getPool() + small + 1 + simulator;
    }
}
