package io.tollgate.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import io.tollgate.platform.clock.Clock;
import io.tollgate.platform.db.DatabaseSettings;
import io.tollgate.platform.resource.Scope;
import io.tollgate.processor.AccountKeys;
import io.tollgate.simulator.SimulatorVerticle;
import io.tollgate.support.FirstColumn;
import io.tollgate.support.FreePort;
import io.tollgate.support.Load;
import io.tollgate.support.TestApi;
import io.tollgate.support.TestApi.Reply;
import io.tollgate.support.TestGateway;
import io.tollgate.support.TestSeller;
import io.tollgate.support.TestSettings;
import io.tollgate.tools.demo.TestDatabase;
import io.vertx.core.Vertx;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A faulty processor and one gateway that uses it for one seller. The database is separate, so that other gateways of
 * the run do not execute its tasks.
 */
final class ProcessorFixture implements AutoCloseable {
    static final int RESET_MILLIS = 1_000;
    static final int FAILURES = 5;

    private static final AtomicInteger SELLERS = new AtomicInteger();
    private static final Duration CLEARED = Duration.ofSeconds(60);

    final BadProcessor processor;
    final TestGateway gateway;
    final TestApi api;
    private final Vertx vertx = Vertx.vertx();
    private final AccountKeys keys = new AccountKeys(TestGateway.secrets());
    private final TestDatabase database;
    private final String sellerId;

    /** Deviations from a processor with plain HTTP and a gateway with default settings. */
    record Setup(String scheme, int port, int breakerFailures, int callMillis, int workers) {
        static final Setup DEFAULT = new Setup("http", 0, FAILURES, 1_500, 8);

        Setup at(int freePort) {
            return new Setup(scheme, freePort, breakerFailures, callMillis, workers);
        }

        Setup withTls() {
            return new Setup("https", port, breakerFailures, callMillis, workers);
        }

        Setup withoutBreaker() {
            return new Setup(scheme, port, 1_000, callMillis, workers);
        }

        Setup withWorkers(int number) {
            return new Setup(scheme, port, breakerFailures, callMillis, number);
        }

        Setup withTime(int millis) {
            return new Setup(scheme, port, breakerFailures, millis, workers);
        }
    }

    ProcessorFixture(TestDatabase database, Setup odds) {
        this.database = database;
        processor = new BadProcessor(simulator());
        String there = odds.port() == 0 ? processor.url() : "http://127.0.0.1:" + odds.port();
        gateway = TestGateway.start(Map.of(
                "database.url", database.url(),
                "processor.url", there.replace("http:", odds.scheme() + ":"),
                "processor.callTimeoutMillis", Integer.toString(odds.callMillis()),
                "processor.workers", Integer.toString(odds.workers()),
                "processor.breakerFailures", Integer.toString(odds.breakerFailures()),
                "processor.breakerResetMillis", Integer.toString(RESET_MILLIS)));
        String name = "asking-" + SELLERS.incrementAndGet();
        api = gateway.api(gateway.keys().create(name, true, "test").key());
        sellerId = query("SELECT id FROM seller WHERE name = '" + name + "'").get(0);
        gateway.accounts().connect(name, true, keys.simulatedKey(new Scope(sellerId, true)), null, null);
    }

    private String simulator() {
        DatabaseSettings settings = TestSettings.database(
                database.url(),
                "transactionPool=4",
                "queueMax=256",
                "connectTimeoutMillis=1000",
                "queryTimeoutMillis=2500",
                "statementTimeoutMillis=2000",
                "breakerFailures=5");
        int port = FreePort.find();
        TestSeller.await(vertx.deployVerticle(new SimulatorVerticle(settings, keys, Clock.SYSTEM, "127.0.0.1", port)));
        return "http://127.0.0.1:" + port;
    }

    Reply create(String code) {
        String body = "{'label':'%1$s','code':'%1$s','percentOff':1,'duration':'once'}".formatted(code);
        return api.send(
                "POST",
                "/v1/coupons",
                Map.of("Content-Type", "application/json", "Idempotency-Key", code),
                body.replace('\'', '"'));
    }

    /** Renames all coupons, which creates a processor task for each. */
    void rename() {
        List<String> ids = api.get("/v1/coupons").ids();
        for (int i = 0; i < ids.size(); i++) {
            api.patch("/v1/coupons/" + ids.get(i), "{\"label\":\"NEW" + i + "\"}")
                    .expect(200);
        }
    }

    /** Returns the number of coupons in Tollgate. */
    long couponCount() {
        return api.get("/v1/coupons").total();
    }

    /** Returns the names of the coupons at the processor. */
    List<String> processorCouponNames() {
        return query("SELECT object::jsonb ->> 'name' FROM simulated_object WHERE kind = 'coupon' AND seller_id = '"
                + sellerId + "'");
    }

    /** Returns the number of pending processor tasks. */
    List<String> tasks(String column, String condition) {
        return query("SELECT " + column + " FROM processor_task WHERE seller_id = '" + sellerId + "' AND " + condition);
    }

    void change(String sql) {
        try (Connection connection = DriverManager.getConnection(database.jdbcUrl());
                var statement = connection.createStatement()) {
            statement.execute(sql + " WHERE seller_id = '" + sellerId + "'");
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    private List<String> query(String sql) {
        try (Connection connection = DriverManager.getConnection(database.jdbcUrl())) {
            return FirstColumn.of(connection, sql);
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Returns whether the breaker is open. */
    boolean isBreakerOpen() {
        return new TestApi(gateway.managementUrl(), null)
                .get("/metrics")
                .body()
                .lines()
                .anyMatch(line -> line.startsWith("tollgate_processor_breaker_open 1"));
    }

    /** Waits until all pending work is done, and returns the duration. */
    void awaitCompletion(String row) {
        long begun = System.nanoTime();
        while (!tasks("id", "true").isEmpty()) {
            assertThat(Duration.ofNanos(System.nanoTime() - begun)).isLessThan(CLEARED);
            Load.pause(100);
        }
        FaultRun.report(row, "completed after", Duration.ofNanos(System.nanoTime() - begun));
    }

    @Override
    public void close() {
        gateway.close();
        processor.close();
        TestSeller.await(vertx.close());
        change("DELETE FROM processor_task");
    }
}
