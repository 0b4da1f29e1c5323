package io.tollgate.db;

import io.tollgate.resource.Scope;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.net.NetClientOptions;
import io.vertx.pgclient.PgBuilder;
import io.vertx.pgclient.PgConnectOptions;
import io.vertx.sqlclient.Pool;
import io.vertx.sqlclient.PoolOptions;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.Tuple;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Function;

/**
 * The database clients of one event loop. Large results use a small pool without pipelining; small results use
 * pipelined connections. Pipelining speeds up small results and delays large ones.
 *
 * <p>Every query has a client-side deadline, because a paused database enforces no timeouts of its own. After several
 * consecutive failures a circuit breaker rejects statements at once.
 */
public final class Database implements AutoCloseable {
    private static final int STATEMENT_LENGTH_MAX = 8192;
    private static final int TCP_USER_TIMEOUT_MILLIS = 5_000;
    private static final int READ_TIMEOUT_SECONDS = 60;

    /** Row locks are released at the commit, before the disk flush; the flush is awaited afterwards. */
    private static final String BEGIN =
            "BEGIN; SET LOCAL ROLE tollgate_writer; SET LOCAL synchronous_commit = off; SET LOCAL app.seller = '";

    /**
     * Postgres answers the COMMIT of a failed transaction with a rollback and reports success. The statement before
     * the COMMIT fails in such a transaction. The statement after it is a transaction that waits until the WAL is
     * flushed up to itself, and so flushes the commit too.
     */
    private static final String WAL_FLUSH = "SELECT pg_logical_emit_message(true, 'tollgate', '')";

    private static final String COMMIT = "SELECT 1; COMMIT; " + WAL_FLUSH;

    private final ReconnectingPool<Pool> lists;
    private final ReconnectingPool<Pool> searches;
    private final ReconnectingPool<SqlClient> gets;
    private final ReconnectingPool<Pool> transactions;
    private final DatabaseBreaker breaker;
    private final DatabaseBreaker searchBreaker;
    private final DatabaseBreaker writeBreaker;
    private final SellerShares shares;

    /** Creates the clients. Call on the event loop that uses them. */
    public Database(Vertx vertx, DatabaseSettings settings) {
        int wait = settings.connectTimeoutMillis();
        PgConnectOptions listed =
                withPlanCacheMode(settings, "force_generic_plan").setPipeliningLimit(1);
        PgConnectOptions searched =
                withPlanCacheMode(settings, "force_custom_plan").setPipeliningLimit(1);
        PoolOptions writing = pool("transactions", settings, settings.transactionPool(), settings.queryTimeoutMillis());
        lists = new ReconnectingPool<>(
                vertx,
                "lists",
                () -> pool(vertx, settings, pool("lists", settings, settings.listPool(), wait), listed));
        searches = new ReconnectingPool<>(
                vertx,
                "searches",
                () -> pool(vertx, settings, pool("searches", settings, settings.searchPool(), wait), searched));
        gets = new ReconnectingPool<>(
                vertx,
                "gets",
                () -> PgBuilder.client()
                        .with(pool("gets", settings, settings.getPool(), wait))
                        .with(transport(settings))
                        .connectingTo(connect(settings))
                        .using(vertx)
                        .build());
        transactions = new ReconnectingPool<>(vertx, "writes", () -> pool(vertx, settings, writing, connect(settings)));
        // Writes have their own breaker, so that contended row locks do not stop reads. Searches have their own too,
        // because slow searches can make every waiting search time out.
        breaker = new DatabaseBreaker(vertx, settings, () -> probe(gets, "SELECT 1"), gets, lists);
        searchBreaker = new DatabaseBreaker(vertx, settings, () -> probe(searches, "SELECT 1"), searches);
        writeBreaker = new DatabaseBreaker(vertx, settings, () -> probe(transactions, WAL_FLUSH), transactions);
        shares = SellerShares.of(vertx, settings);
    }

    private static <C extends SqlClient> Future<Void> probe(ReconnectingPool<C> pool, String sql) {
        return pool.runWithRetry(client -> client.query(sql).execute(), () -> true)
                .mapEmpty();
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

    static PgConnectOptions connect(DatabaseSettings settings) {
        PgConnectOptions options = PostgresTls.connect(settings.url());
        options.setCachePreparedStatements(true)
                .setPreparedStatementCacheMaxSize(256)
                .setPreparedStatementCacheSqlLimit(STATEMENT_LENGTH_MAX)
                .addProperty("application_name", "tollgate");
        if (settings.statementTimeoutMillis() > 0) {
            options.addProperty("statement_timeout", Integer.toString(settings.statementTimeoutMillis()))
                    .addProperty("lock_timeout", "1000")
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

    /** Runs a statement that may be slow, on connections of its own, so that lists never wait for it. */
    public Future<RowSet<Row>> search(String sql, Tuple values) {
        return read(searchBreaker, searches, pool -> pool.preparedQuery(sql).execute(values));
    }

    /** Runs a statement with a large result. */
    public Future<RowSet<Row>> list(String sql, Tuple values) {
        return read(breaker, lists, pool -> pool.preparedQuery(sql).execute(values));
    }

    /** Runs a statement with a small result. */
    public Future<RowSet<Row>> get(String sql, Tuple values) {
        return read(breaker, gets, pool -> pool.preparedQuery(sql).execute(values));
    }

    private static <C extends SqlClient, T> Future<T> read(
            DatabaseBreaker breaker, ReconnectingPool<C> pool, Function<C, Future<T>> what) {
        return breaker.execute(pool, () -> pool.runWithRetry(what, () -> true));
    }

    /**
     * Runs a write transaction for one seller. The transaction uses a database role that row-level security restricts
     * to the seller's rows, so that a statement without a tenant filter cannot read or change another seller's rows.
     *
     * <p>Completes after the WAL flush. Row locks are released slightly earlier. That is safe: a transaction that
     * locks the rows next commits later in the WAL, so a crash that loses this transaction also loses that one.
     *
     * <p>After a statement fails, {@code work} may roll back to a savepoint and continue; a transaction of the client
     * library would be aborted.
     *
     * <p>A seller can use only its share of the connections. Further transactions wait, and fail at once if the
     * seller's queue is full.
     */
    public <T> Future<T> write(Scope scope, Function<SqlConnection, Future<T>> work) {
        String sellerId = scope.sellerId();
        if (!shares.hasRoom(sellerId)) {
            return SellerShares.rejected(sellerId);
        }
        String begin = BEGIN + sellerId + "'";
        return writeBreaker.execute(transactions, () -> shares.run(sellerId, () -> transaction(begin, work)));
    }

    /**
     * Runs a transaction. Retries once if the connection is lost before the COMMIT was sent, because such a
     * transaction has no effect.
     */
    private <T> Future<T> transaction(String begin, Function<SqlConnection, Future<T>> work) {
        AtomicBoolean committing = new AtomicBoolean();
        return transactions.runWithRetry(
                pool -> pool.withConnection(connection -> connection
                        .query(begin)
                        .execute()
                        .compose(begun -> work.apply(connection))
                        .compose(result -> {
                            committing.set(true);
                            return commit(connection, result);
                        })
                        .recover(failure -> rollback(connection, failure))),
                () -> !committing.get());
    }

    private static <T> Future<T> commit(SqlConnection connection, T result) {
        return connection.query(COMMIT).execute().map(committed -> result);
    }

    private static <T> Future<T> rollback(SqlConnection connection, Throwable failure) {
        return connection.query("ROLLBACK").execute().transform(ended -> Future.failedFuture(failure));
    }

    /** Returns the number of open breakers among those for reads and writes. Searches do not count. */
    public int openBreakers() {
        return (breaker.isOpen() ? 1 : 0) + (writeBreaker.isOpen() ? 1 : 0);
    }

    /** Closes open breakers if the database responds; fails otherwise. */
    public Future<Void> recover() {
        return Future.join(breaker.recover(), searchBreaker.recover(), writeBreaker.recover())
                .mapEmpty();
    }

    @Override
    public void close() {
        breaker.close();
        searchBreaker.close();
        writeBreaker.close();
        lists.close();
        searches.close();
        gets.close();
        transactions.close();
    }
}
