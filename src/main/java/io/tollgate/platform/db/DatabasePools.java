package io.tollgate.platform.db;

import io.vertx.core.Vertx;
import io.vertx.core.net.NetClientOptions;
import io.vertx.pgclient.PgBuilder;
import io.vertx.pgclient.PgConnectOptions;
import io.vertx.sqlclient.Pool;
import io.vertx.sqlclient.PoolOptions;
import io.vertx.sqlclient.SqlClient;
import java.util.concurrent.TimeUnit;

/** Creates the pools of {@link Database}. */
final class DatabasePools {
    private static final int STATEMENT_LENGTH_MAX = 8192;
    private static final int TCP_USER_TIMEOUT_MILLIS = 5_000;
    private static final int READ_TIMEOUT_SECONDS = 60;

    private DatabasePools() {}

    /** Creates a pool of pipelined connections for small results. */
    static SqlClient pipelined(Vertx vertx, DatabaseSettings settings, String name) {
        return PgBuilder.client()
                .with(pool(name, settings, settings.getPool(), settings.connectTimeoutMillis()))
                .with(transport(settings))
                .connectingTo(connect(settings))
                .using(vertx)
                .build();
    }

    /** Creates a pool for lists. */
    static Pool lists(Vertx vertx, DatabaseSettings settings) {
        return large(vertx, settings, "lists", settings.listPool(), "force_generic_plan");
    }

    /** Creates a pool for searches. */
    static Pool searches(Vertx vertx, DatabaseSettings settings) {
        return large(vertx, settings, "searches", settings.searchPool(), "force_custom_plan");
    }

    /** Creates a pool for transactions. */
    static Pool transactions(Vertx vertx, DatabaseSettings settings, String name) {
        PoolOptions size = pool(name, settings, settings.transactionPool(), settings.queryTimeoutMillis());
        return pool(vertx, settings, size, connect(settings));
    }

    /** Creates a pool for large results, without pipelining. */
    private static Pool large(Vertx vertx, DatabaseSettings settings, String name, int size, String planCacheMode) {
        PgConnectOptions connect = withPlanCacheMode(settings, planCacheMode).setPipeliningLimit(1);
        return pool(vertx, settings, pool(name, settings, size, settings.connectTimeoutMillis()), connect);
    }

    private static Pool pool(Vertx vertx, DatabaseSettings settings, PoolOptions size, PgConnectOptions connect) {
        return PgBuilder.pool()
                .with(size)
                .with(transport(settings))
                .connectingTo(connect)
                .using(vertx)
                .build();
    }

    /**
     * Bounds unacknowledged packets by a TCP timeout. A middlebox may acknowledge packets that it does not deliver; a
     * read timeout closes such connections.
     */
    private static NetClientOptions transport(DatabaseSettings settings) {
        return new NetClientOptions()
                .setConnectTimeout(settings.connectTimeoutMillis())
                .setTcpKeepAlive(true)
                .setTcpUserTimeout(TCP_USER_TIMEOUT_MILLIS)
                .setReadIdleTimeout(READ_TIMEOUT_SECONDS);
    }

    /**
     * @param name the pool's name in the metrics
     * @param waitMillis how long a statement may wait for a connection
     */
    private static PoolOptions pool(String name, DatabaseSettings settings, int size, int waitMillis) {
        return new PoolOptions()
                .setName(name)
                .setMaxSize(size)
                .setMaxWaitQueueSize(settings.queueMax())
                .setConnectionTimeout(waitMillis)
                .setConnectionTimeoutUnit(TimeUnit.MILLISECONDS)
                .setIdleTimeout(5)
                .setIdleTimeoutUnit(TimeUnit.MINUTES)
                .setMaxLifetime(30)
                .setMaxLifetimeUnit(TimeUnit.MINUTES);
    }

    /** Half of the statement timeout, so that a statement that has waited for a lock still has time to run. */
    private static int lockTimeoutMillis(DatabaseSettings settings) {
        return Math.max(1, settings.statementTimeoutMillis() / 2);
    }

    static PgConnectOptions connect(DatabaseSettings settings) {
        PgConnectOptions options = PostgresTls.connect(settings.url());
        options.setCachePreparedStatements(true)
                .setPreparedStatementCacheMaxSize(256)
                .setPreparedStatementCacheSqlLimit(STATEMENT_LENGTH_MAX)
                .addProperty("application_name", "tollgate");
        if (settings.statementTimeoutMillis() > 0) {
            options.addProperty("statement_timeout", Integer.toString(settings.statementTimeoutMillis()))
                    .addProperty("lock_timeout", Integer.toString(lockTimeoutMillis(settings)))
                    .addProperty("idle_in_transaction_session_timeout", "5000");
        }
        return options;
    }

    /**
     * Sets the plan cache mode. Lists use generic plans: planning costs as much as reading the page, and the indexes
     * leave no choice that depends on values. Searches use custom plans: they run long, and the best plan depends on
     * the number of the seller's records. The generic plan of a search reads a large seller's rows in index order, at
     * twice the cost of a scan.
     */
    private static PgConnectOptions withPlanCacheMode(DatabaseSettings settings, String mode) {
        PgConnectOptions options = connect(settings);
        if (settings.statementTimeoutMillis() > 0) {
            options.addProperty("plan_cache_mode", mode);
        }
        return options;
    }
}
