package io.tollgate.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import io.tollgate.clock.Clock;
import io.tollgate.db.DatabaseSettings;
import io.tollgate.processor.AccountKeys;
import io.tollgate.processor.simulator.SimulatorVerticle;
import io.tollgate.resource.Scope;
import io.tollgate.support.FirstColumn;
import io.tollgate.support.FreePort;
import io.tollgate.support.Load;
import io.tollgate.support.TestApi;
import io.tollgate.support.TestApi.Reply;
import io.tollgate.support.TestGateway;
import io.tollgate.support.TestSeller;
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
 * A processor that can be made to fail, and one gateway that asks it for one seller. The database is none that
 * other gateways of the run take due work from.
 */
final class ProcessorWorld implements AutoCloseable {
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

    /** What differs from a processor of plain HTTP and a gateway as it is by default. */
    record Odds(String scheme, int port, int breakerFailures, int callMillis, int workers) {
        static final Odds NONE = new Odds("http", 0, FAILURES, 1_500, 8);

        Odds at(int freePort) {
            return new Odds(scheme, freePort, breakerFailures, callMillis, workers);
        }

        Odds withTls() {
            return new Odds("https", port, breakerFailures, callMillis, workers);
        }

        Odds withoutBreaker() {
            return new Odds(scheme, port, 1_000, callMillis, workers);
        }

        Odds withWorkers(int number) {
            return new Odds(scheme, port, breakerFailures, callMillis, number);
        }

        Odds withTime(int millis) {
            return new Odds(scheme, port, breakerFailures, millis, workers);
        }
    }

    ProcessorWorld(TestDatabase database, Odds odds) {
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
        gateway.accounts().connect(name, true, keys.simulatedKey(new Scope(sellerId, true)));
    }

    private String simulator() {
        DatabaseSettings settings =
                new DatabaseSettings(database.url(), 1, 1, 1, 4, 256, 1_000, 2_500, 2_000, 5, 1_000);
        int port = FreePort.find();
        TestSeller.await(vertx.deployVerticle(new SimulatorVerticle(settings, keys, Clock.SYSTEM, port)));
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

    /** All coupons get another name, which is then due at the processor. */
    void rename() {
        List<String> ids = api.get("/v1/coupons").ids();
        for (int i = 0; i < ids.size(); i++) {
            api.patch("/v1/coupons/" + ids.get(i), "{\"label\":\"NEW" + i + "\"}")
                    .expect(200);
        }
    }

    /** How many coupons there are here. */
    long here() {
        return api.get("/v1/coupons").total();
    }

    /** The names of the coupons at the processor. */
    List<String> there() {
        return query("SELECT object::jsonb ->> 'name' FROM simulated_object WHERE kind = 'coupon' AND seller_id = '"
                + sellerId + "'");
    }

    /** Of what is to be done at the processor. */
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

    /** Whether the breaker is open. */
    boolean isLeftAlone() {
        return new TestApi(gateway.managementUrl(), null)
                .get("/metrics")
                .body()
                .lines()
                .anyMatch(line -> line.startsWith("tollgate_processor_breaker_open 1"));
    }

    /** Waits until all is done that was left to be done, and tells how long that took. */
    void cleared(String row) {
        long begun = System.nanoTime();
        while (!tasks("id", "true").isEmpty()) {
            assertThat(Duration.ofNanos(System.nanoTime() - begun)).isLessThan(CLEARED);
            Load.pause(100);
        }
        Stage.told(row, "cleared up after", Duration.ofNanos(System.nanoTime() - begun));
    }

    @Override
    public void close() {
        gateway.close();
        processor.close();
        TestSeller.await(vertx.close());
        change("DELETE FROM processor_task");
    }
}
