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
 * The clients of one event loop. Large results go through a small pool without pipelining, small
 * ones through pipelined connections: pipelining helps the one and harms the other.
 *
 * <p>Every query has a deadline on this side, because a database that is paused answers nothing,
 * its own time-outs included; after several such failures in a row a breaker refuses at once.
 */
public final class Database implements AutoCloseable {
    private static final int STATEMENT_LENGTH_MAX = 8192;
    private static final int RECEIPT_MILLIS = 5_000;
    private static final int SILENCE_SECONDS = 60;

    /** Rows are let go at the commit, not when the disk has it: that is waited for afterwards. */
    private static final String BEGIN =
            "BEGIN; SET LOCAL ROLE tollgate_writer; SET LOCAL synchronous_commit = off; SET LOCAL app.seller = '";

    /**
     * Postgres answers the commit of a transaction that met an error with a rollback, and calls that a
     * success. The statement before it fails in such a transaction. The one after it is a transaction of
     * its own that waits until the disk has the log up to itself, and so the commit before it.
     */
    private static final String LOGGED = "SELECT pg_logical_emit_message(true, 'tollgate', '')";

    private static final String COMMIT = "SELECT 1; COMMIT; " + LOGGED;

    private final ReconnectingPool<Pool> lists;
    private final ReconnectingPool<Pool> searches;
    private final ReconnectingPool<SqlClient> gets;
    private final ReconnectingPool<Pool> transactions;
    private final DatabaseBreaker breaker;
    private final DatabaseBreaker searchBreaker;
    private final DatabaseBreaker writeBreaker;
    private final SellerShares shares;

    /** Call on the event loop that will use it. */
    public Database(Vertx vertx, DatabaseSettings settings) {
        int wait = settings.connectTimeoutMillis();
        PgConnectOptions listed = planned(settings, "force_generic_plan").setPipeliningLimit(1);
        PgConnectOptions searched = planned(settings, "force_custom_plan").setPipeliningLimit(1);
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
        // Writes have a breaker of their own: rows that many wait for must not stop those who only read. So have
        // searches, which may be so slow that all who wait for a connection see no other search end.
        breaker = new DatabaseBreaker(vertx, settings, () -> probe(gets, "SELECT 1"), gets, lists);
        searchBreaker = new DatabaseBreaker(vertx, settings, () -> probe(searches, "SELECT 1"), searches);
        writeBreaker = new DatabaseBreaker(vertx, settings, () -> probe(transactions, LOGGED), transactions);
        shares = SellerShares.of(vertx, settings);
    }

    private static <C extends SqlClient> Future<Void> probe(ReconnectingPool<C> pool, String sql) {
        return pool.askTwice(client -> client.query(sql).execute(), () -> true).mapEmpty();
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
     * The kernel ends connections whose packets get no receipt. Those that are kept alive by a machine on the
     * way, which gives receipts for what it does not deliver, end after a time without a word.
     */
    private static NetClientOptions transport(DatabaseSettings settings) {
        return new NetClientOptions()
                .setConnectTimeout(settings.connectTimeoutMillis())
                .setTcpKeepAlive(true)
                .setTcpUserTimeout(RECEIPT_MILLIS)
                .setReadIdleTimeout(SILENCE_SECONDS);
    }

    /**
     * @param name under which the metrics show it
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
     * Lists are planned once for each form of statement, not for its values: planning costs as much
     * as the page, and the indexes leave no choice that a value could change. A search is the
     * opposite: it takes long, and its plan depends on how many records the seller has. The general
     * plan of one reads a large seller's rows in the order of an index, at twice the cost of a scan.
     */
    private static PgConnectOptions planned(DatabaseSettings settings, String mode) {
        PgConnectOptions options = connect(settings);
        if (settings.statementTimeoutMillis() > 0) {
            options.addProperty("plan_cache_mode", mode);
        }
        return options;
    }

    /** A statement that may take long: it has connections of its own, so that lists never wait for it. */
    public Future<RowSet<Row>> search(String sql, Tuple values) {
        return read(searchBreaker, searches, pool -> pool.preparedQuery(sql).execute(values));
    }

    /** A statement whose result is large. */
    public Future<RowSet<Row>> list(String sql, Tuple values) {
        return read(breaker, lists, pool -> pool.preparedQuery(sql).execute(values));
    }

    /** A statement whose result is small. */
    public Future<RowSet<Row>> get(String sql, Tuple values) {
        return read(breaker, gets, pool -> pool.preparedQuery(sql).execute(values));
    }

    private static <C extends SqlClient, T> Future<T> read(
            DatabaseBreaker breaker, ReconnectingPool<C> pool, Function<C, Future<T>> what) {
        return breaker.execute(pool, () -> pool.askTwice(what, () -> true));
    }

    /**
     * A transaction that writes for one seller. It runs under the role to which rows of other
     * sellers do not exist, so that a statement that forgot its scope still cannot cross the wall.
     *
     * <p>It is over when the disk has it. Rows that it held are free a moment earlier, since whoever
     * takes them next is later in the log: a crash that loses this transaction loses that one too.
     *
     * <p>Work that meets a refusal of the database can go back to a savepoint and go on; the client's own
     * transactions would be over.
     *
     * <p>A seller can use only its share of the connections. Further transactions wait for its own; those for which
     * there is no room to wait fail at once.
     */
    public <T> Future<T> write(Scope scope, Function<SqlConnection, Future<T>> work) {
        String sellerId = scope.sellerId();
        if (!shares.hasRoom(sellerId)) {
            return SellerShares.rejected(sellerId);
        }
        String begin = BEGIN + sellerId + "'";
        return writeBreaker.execute(transactions, () -> shares.run(sellerId, () -> transaction(begin, work)));
    }

    /** One whose connection is lost before its commit was sent has done nothing, and is done again. */
    private <T> Future<T> transaction(String begin, Function<SqlConnection, Future<T>> work) {
        AtomicBoolean committing = new AtomicBoolean();
        return transactions.askTwice(
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

    /** How many of the two breakers without which nothing goes on keep work from the database now. */
    public int openBreakers() {
        return (breaker.isOpen() ? 1 : 0) + (writeBreaker.isOpen() ? 1 : 0);
    }

    /** Closes the breakers that are open if the database answers; fails if it does not. */
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
