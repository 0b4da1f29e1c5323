package io.tollgate.platform.db;

import io.tollgate.platform.resource.Scope;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.sqlclient.Pool;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.Tuple;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Function;

/**
 * The database clients of one event loop. Large results use a small pool without pipelining; small results use
 * pipelined connections. Pipelining speeds up small results and delays large ones. Buyers' pages have clients of their
 * own.
 *
 * <p>Every query has a client-side deadline, because a paused database enforces no timeouts of its own. After several
 * consecutive failures a circuit breaker rejects statements at once.
 */
public final class Database implements AutoCloseable {
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
    private static final String COMMIT_UNCHANGED = "SELECT 1; COMMIT";

    private final ReconnectingPool<? extends SqlClient> lists;
    private final ReconnectingPool<? extends SqlClient> searches;
    private final ReconnectingPool<SqlClient> gets;
    private final ReconnectingPool<Pool> transactions;
    private final DatabaseBreaker breaker;
    private final DatabaseBreaker searchBreaker;
    private final DatabaseBreaker writeBreaker;
    private final SellerShares shares;

    /** Creates the clients of the API. Call on the event loop that uses them. */
    public Database(Vertx vertx, DatabaseSettings settings) {
        this(vertx, settings, Kind.API);
    }

    /**
     * Creates the clients of buyers' pages: transactions, and one pipelined connection for reads. They share no
     * connection, queue or breaker with those of the API, so that a buyer never waits for lists, searches or writes of
     * sellers.
     */
    public static Database ofBuyers(Vertx vertx, DatabaseSettings settings) {
        return new Database(vertx, settings.ofBuyers(), Kind.BUYERS);
    }

    /**
     * Whose statements the clients run.
     *
     * @param prefix of the names of the pools in the metrics and the log
     */
    private enum Kind {
        API(""),
        BUYERS("buyers-");

        private final String prefix;

        Kind(String prefix) {
            this.prefix = prefix;
        }
    }

    private Database(Vertx vertx, DatabaseSettings settings, Kind kind) {
        gets = new ReconnectingPool<>(
                vertx, kind.prefix + "gets", () -> DatabasePools.pipelined(vertx, settings, kind.prefix + "gets"));
        lists = kind == Kind.BUYERS
                ? gets
                : new ReconnectingPool<>(vertx, "lists", () -> DatabasePools.lists(vertx, settings));
        searches = kind == Kind.BUYERS
                ? gets
                : new ReconnectingPool<>(vertx, "searches", () -> DatabasePools.searches(vertx, settings));
        transactions = new ReconnectingPool<>(
                vertx,
                kind.prefix + "writes",
                () -> DatabasePools.transactions(vertx, settings, kind.prefix + "transactions"));
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
        return share(scope, begin -> transaction(begin, work));
    }

    /**
     * Runs a transaction for one seller that changes nothing, like {@link #write} but without a WAL flush. It may read
     * changes whose own flush is still awaited.
     */
    public <T> Future<T> read(Scope scope, Function<SqlConnection, Future<T>> work) {
        // Changes nothing, so it may run again at any time.
        return share(
                scope,
                begin -> transactions.runWithRetry(
                        pool -> attempt(pool, begin, COMMIT_UNCHANGED, work, () -> {}), () -> true));
    }

    private <T> Future<T> share(Scope scope, Function<String, Future<T>> transaction) {
        String sellerId = scope.sellerId();
        if (!shares.hasRoom(sellerId)) {
            return SellerShares.rejected(sellerId);
        }
        String begin = BEGIN + sellerId + "'";
        return writeBreaker.execute(transactions, () -> shares.run(sellerId, () -> transaction.apply(begin)));
    }

    /**
     * Runs a transaction. Retries once if the connection is lost before the COMMIT was sent, because such a
     * transaction has no effect.
     */
    private <T> Future<T> transaction(String begin, Function<SqlConnection, Future<T>> work) {
        AtomicBoolean committing = new AtomicBoolean();
        return transactions.runWithRetry(
                pool -> attempt(pool, begin, COMMIT, work, () -> committing.set(true)), () -> !committing.get());
    }

    private static <T> Future<T> attempt(
            Pool pool, String begin, String commit, Function<SqlConnection, Future<T>> work, Runnable committing) {
        return pool.withConnection(connection -> connection
                .query(begin)
                .execute()
                .compose(begun -> work.apply(connection))
                .compose(result -> {
                    committing.run();
                    return connection.query(commit).execute().map(committed -> result);
                })
                .recover(failure -> rollback(connection, failure)));
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
        if (lists != gets) {
            lists.close();
            searches.close();
        }
        gets.close();
        transactions.close();
    }
}
