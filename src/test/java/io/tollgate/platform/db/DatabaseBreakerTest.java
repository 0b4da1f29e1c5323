package io.tollgate.platform.db;

import static org.assertj.core.api.Assertions.assertThat;

import io.tollgate.platform.resource.Scope;
import io.tollgate.support.ChaosProxy;
import io.tollgate.support.Eventually;
import io.tollgate.support.Parallel;
import io.tollgate.support.TestApi;
import io.tollgate.support.TestDatabase;
import io.tollgate.support.TestGateway;
import io.tollgate.support.TestSeller;
import io.tollgate.support.TestSettings;
import io.vertx.circuitbreaker.OpenCircuitException;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.sqlclient.Tuple;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** After an outage, the first request succeeds: a probe closes the breaker without one. */
class DatabaseBreakerTest {
    private static final int FAILURES = 5;
    private static final int LONG_MILLIS = 60_000;

    private final ChaosProxy proxy = new ChaosProxy(TestDatabase.url());
    private final Vertx vertx = Vertx.vertx();
    private final Scope scope = TestGateway.shared().seller().scope(true);

    @AfterEach
    void close() {
        TestSeller.await(vertx.close());
        proxy.close();
    }

    private Database database(int resetMillis) {
        return database(resetMillis, 10_000, 30_000);
    }

    private Database database(int resetMillis, int connectMillis, int queryMillis) {
        return onLoop(() -> new Database(
                vertx,
                TestSettings.database(
                        proxy.url(),
                        "transactionPool=2",
                        "queueMax=20",
                        "connectTimeoutMillis=" + connectMillis,
                        "queryTimeoutMillis=" + queryMillis,
                        "breakerFailures=" + FAILURES,
                        "breakerResetMillis=" + resetMillis)));
    }

    private <T> T onLoop(Supplier<T> what) {
        return TestSeller.await(Future.future(promise -> vertx.runOnContext(loop -> promise.complete(what.get()))));
    }

    private Future<?> write(Database database) {
        return database.write(
                scope, transaction -> transaction.query("SELECT 1").execute());
    }

    private void breakDown(Database database) {
        proxy.down(true);
        for (int i = 0; i < FAILURES; i++) {
            Throwable failure = TestSeller.await(
                    onLoop(() -> write(database)).transform(ended -> Future.succeededFuture(ended.cause())));
            assertThat(Outage.is(failure)).isTrue();
        }
        Throwable refused = TestSeller.await(
                onLoop(() -> write(database)).transform(ended -> Future.succeededFuture(ended.cause())));
        assertThat(refused).isInstanceOf(OpenCircuitException.class);
        proxy.down(false);
    }

    /** No statement runs during the outage; then several run at once, and none is rejected. */
    @Test
    void a_breaker_closes_by_itself_and_rejects_none_of_the_first() {
        Database database = database(200);
        breakDown(database);
        assertThat(Eventually.isTrue(() -> database.openBreakers() == 0)).isTrue();
        List<Future<?>> first = onLoop(() ->
                IntStream.range(0, 4).<Future<?>>mapToObj(i -> write(database)).toList());
        TestSeller.await(Future.join(first));
        database.close();
    }

    @Test
    void recovery_does_not_wait_for_the_reset_interval() {
        Database database = database(LONG_MILLIS);
        breakDown(database);
        proxy.down(true);
        Throwable down =
                TestSeller.await(onLoop(database::recover).transform(ended -> Future.succeededFuture(ended.cause())));
        assertThat(down).isNotNull();
        assertThat(database.openBreakers()).isEqualTo(1);
        proxy.down(false);
        TestSeller.await(onLoop(database::recover));
        assertThat(database.openBreakers()).isZero();
        TestSeller.await(onLoop(() -> write(database)));
        database.close();
    }

    /** With few clients, or many that share one statement, several consecutive failures take many seconds. */
    @Test
    void one_statement_that_meets_silence_opens_the_breaker() {
        Database database = database(200, 1_000, 2_500);
        TestSeller.await(onLoop(() -> database.list("SELECT 1", Tuple.tuple())));
        proxy.dropAll(true);
        TestSeller.await(onLoop(() -> database.list("SELECT 1", Tuple.tuple()))
                .transform(ended -> Future.succeededFuture(ended.cause())));
        assertThat(Eventually.isTrue(() -> database.openBreakers() == 1)).isTrue();
        proxy.dropAll(false);
        assertThat(Eventually.isTrue(() -> database.openBreakers() == 0)).isTrue();
        TestSeller.await(onLoop(() -> database.get("SELECT 1", Tuple.tuple())));
        database.close();
    }

    /** Each event loop has its own breakers, which would stay open for a minute. */
    @Test
    void once_readiness_says_ready_every_write_succeeds() {
        Map<String, String> settings = Map.of(
                "database.url", proxy.url(),
                "database.directUrl", TestDatabase.url(),
                "database.breakerResetMillis", Integer.toString(LONG_MILLIS),
                "eventLoops", "2");
        try (TestGateway gateway = TestGateway.startPatient(settings)) {
            // Writes of one seller to one collection wait for each other, and for at most a second.
            List<TestApi> sellers =
                    IntStream.range(0, 8).mapToObj(i -> gateway.seller().live()).toList();
            TestApi api = sellers.get(0);
            api.post("/v1/forms", "{\"name\":\"Before\"}").expect(201);
            proxy.down(true);
            Parallel.times(40, i -> api.post("/v1/forms", "{\"name\":\"Lost\"}").expect(503));
            proxy.down(false);
            TestApi management = new TestApi(gateway.managementUrl(), null);
            assertThat(Eventually.isTrue(() -> management.get("/health/ready").status() == 200))
                    .isTrue();
            Parallel.times(
                    8,
                    i -> sellers.get(i)
                            .post("/v1/forms", "{\"name\":\"After\"}")
                            .expect(201));
        }
    }
}
