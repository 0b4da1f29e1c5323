package io.tollgate.platform.db;

import static org.assertj.core.api.Assertions.assertThat;

import io.tollgate.support.SecondStage;
import io.tollgate.support.TestDatabase;
import io.tollgate.support.TestGateway;
import io.tollgate.support.TestSeller;
import io.tollgate.support.TestSettings;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.sqlclient.Tuple;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** More requests than connections: those that wait too long get a 503, and the circuit breaker stays closed. */
@SecondStage
class CrowdTest {
    private static final int QUEUE_MAX = 20;
    private static final int FAILURES = 5;
    private static final String SLOW = "SELECT pg_sleep(6)";
    private static final String QUICK = "SELECT pg_sleep(0.02)";
    private static final int WAIT_MILLIS = 2_000;
    private static final int SECONDS = 3;

    /** Created before an event loop would have to wait for it. */
    private static final String URL = TestDatabase.url();

    private final Vertx vertx = Vertx.vertx();
    private final Database database = open();

    /** Runs on an event loop, as in production. */
    private Database open() {
        return TestSeller.await(Future.future(promise -> vertx.runOnContext(loop -> promise.complete(new Database(
                vertx,
                TestSettings.database(
                        URL,
                        "listPool=2",
                        "searchPool=2",
                        "getPool=2",
                        "transactionPool=2",
                        "queueMax=" + QUEUE_MAX,
                        "connectTimeoutMillis=" + WAIT_MILLIS,
                        "queryTimeoutMillis=10000",
                        "statementTimeoutMillis=8000",
                        "breakerFailures=" + FAILURES))))));
    }

    /** A busy machine takes long to open a connection, and that is not what the tests are about. */
    @BeforeEach
    void connect() {
        TestSeller.await(vertx.timer(1)
                .compose(loop -> Future.join(get(), list(), database.search("SELECT 1", Tuple.tuple()))));
    }

    @AfterEach
    void close() {
        database.close();
        TestSeller.await(vertx.close());
    }

    /** Sends all statements at once, like requests that arrive together. */
    private List<Future<?>> crowd(int number, Supplier<Future<?>> what) {
        return TestSeller.await(Future.future(promise -> vertx.runOnContext(loop -> promise.complete(
                IntStream.range(0, number).<Future<?>>mapToObj(i -> what.get()).toList()))));
    }

    private static long failed(List<Future<?>> asked) {
        TestSeller.await(Future.join(asked).otherwiseEmpty());
        return asked.stream().filter(Future::failed).count();
    }

    private static void areOutages(List<Future<?>> asked) {
        assertThat(asked)
                .filteredOn(Future::failed)
                .allSatisfy(one -> assertThat(Outage.is(one.cause()))
                        .as("%s is answered 503", one.cause())
                        .isTrue());
    }

    private Future<?> get() {
        return database.get("SELECT 1", Tuple.tuple());
    }

    private Future<?> list() {
        return database.list("SELECT 1", Tuple.tuple());
    }

    /** Runs statements one by one after the first of a crowd have failed, and returns how many of them fail. */
    private long failedBeside(Supplier<Future<?>> what) {
        TestSeller.await(vertx.timer(WAIT_MILLIS + 200));
        List<Future<?>> others = new ArrayList<>();
        long end = System.nanoTime() + SECONDS * 1_000_000_000L;
        while (System.nanoTime() < end) {
            Future<?> last = what.get();
            others.add(last);
            TestSeller.await(last.otherwiseEmpty().eventually(() -> vertx.timer(5)));
        }
        return failed(others);
    }

    /** Postgres sends nothing else while they wait. */
    @Test
    void searches_that_wait_too_long_stop_nobody_else() {
        List<Future<?>> searches = crowd(QUEUE_MAX, () -> database.search(SLOW, Tuple.tuple()));
        assertThat(failedBeside(() -> Future.join(get(), list()))).isZero();
        assertThat(failed(searches)).isGreaterThan(FAILURES);
        areOutages(searches);
        assertThat(database.openBreakers()).isZero();
    }

    /** Control: the circuit breaker of lists would take the database for silent. */
    @Test
    void without_a_breaker_of_their_own_they_stop_all_who_read() {
        crowd(QUEUE_MAX, () -> database.list(SLOW, Tuple.tuple()));
        assertThat(failedBeside(this::get)).isPositive();
    }

    /** The database responds to earlier statements, so it is not at fault. */
    @Test
    void those_for_whom_there_is_no_room_stop_nobody_else() {
        List<Future<?>> lists = crowd(3 * QUEUE_MAX, () -> database.list(QUICK, Tuple.tuple()));
        assertThat(failed(lists)).isGreaterThan(FAILURES);
        areOutages(lists);
        assertThat(failed(crowd(1, this::get))).isZero();
        assertThat(failed(crowd(1, this::list))).isZero();
    }

    @Test
    void writes_that_wait_too_long_are_told_to_come_again() {
        TestSeller seller = TestGateway.shared().seller();
        List<Future<?>> writes = crowd(
                QUEUE_MAX,
                () -> database.write(
                        seller.scope(true),
                        transaction -> transaction.query(SLOW).execute()));
        assertThat(failed(writes)).isGreaterThan(FAILURES);
        areOutages(writes);
    }
}
