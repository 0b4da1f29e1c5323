package io.tollgate.app;

import io.tollgate.platform.db.Database;
import io.tollgate.platform.db.DatabaseSettings;
import io.vertx.core.Future;
import io.vertx.sqlclient.Tuple;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Warns if the pools may open more connections than Postgres allows. Never fails the start: pools grow only as
 * needed, and only the operator knows which setting is wrong.
 */
final class PoolCheck {
    private static final Logger LOG = LoggerFactory.getLogger(PoolCheck.class);

    /** Excludes reserved connections; the setting reserved_connections exists since Postgres 16. */
    private static final String ALLOWED = """
            SELECT current_setting('max_connections')::int
                - current_setting('superuser_reserved_connections')::int
                - coalesce(current_setting('reserved_connections', true), '0')::int
            """;

    private final Config config;

    PoolCheck(Config config) {
        this.config = config;
    }

    /** Checks a reachable database and logs the result. Errors do not stop the startup. */
    Future<Void> check(Database database) {
        if (!config.database().directUrl().equals(config.database().url())) {
            // A connection pooler is in use; its own limits apply.
            return Future.succeededFuture();
        }
        return database.get(ALLOWED, Tuple.tuple())
                .onSuccess(rows -> compare(rows.iterator().next().getInteger(0)))
                .onFailure(
                        failure -> LOG.warn("Could not read the connection limit of Postgres: {}", failure.toString()))
                .otherwiseEmpty()
                .mapEmpty();
    }

    private void compare(int allowed) {
        int most = maximum();
        if (most > allowed) {
            LOG.warn(
                    "This instance may open {} connections to Postgres, which allows {} for all its users"
                            + " (max_connections without the reserved ones). Raise that, or lower eventLoops ({}),"
                            + " database.listPool ({}), database.searchPool ({}), database.getPool ({}),"
                            + " database.transactionPool ({}) or database.buyerPool ({})",
                    most,
                    allowed,
                    config.eventLoops(),
                    config.database().listPool(),
                    config.database().searchPool(),
                    config.database().getPool(),
                    config.database().transactionPool(),
                    config.database().buyerPool());
        }
    }

    /**
     * Returns the number of connections of this instance when all its pools are full. The pools belong to the event
     * loops, the readiness check (reads), maintenance (reads, writes, and one list at a time), e-mail and the processor
     * simulator (reads and writes).
     */
    int maximum() {
        DatabaseSettings pools = config.database();
        int small = pools.getPool() + pools.transactionPool();
        int buyers = pools.buyerPool() + 1;
        int ofLoop = pools.listPool() + pools.searchPool() + small + buyers;
        int simulator = config.processor().simulator() ? small : 0;
        DatabaseSettings mail = pools.small();
        int ofMail = mail.listPool() + mail.getPool() + mail.transactionPool();
        return config.eventLoops() * ofLoop + pools.getPool() + small + 1 + ofMail + simulator;
    }
}
