package io.tollgate.chaos;

import io.tollgate.accounts.apikey.KeyRing;
import io.tollgate.platform.clock.Clock;
import io.tollgate.platform.resource.Scope;
import io.tollgate.processor.AccountKeys;
import io.tollgate.processor.AccountRegister;
import io.tollgate.simulator.SimulatorVerticle;
import io.tollgate.support.Buyer;
import io.tollgate.support.Buyer.Shown;
import io.tollgate.support.FirstColumn;
import io.tollgate.support.FreePort;
import io.tollgate.support.Load;
import io.tollgate.support.PageType;
import io.tollgate.support.SaleAudit;
import io.tollgate.support.TestApi;
import io.tollgate.support.TestGateway;
import io.tollgate.support.TestSeller;
import io.tollgate.support.TestSettings;
import io.tollgate.support.TestShop.Shelf;
import io.tollgate.tools.demo.TestDatabase;
import io.vertx.core.Vertx;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/** A gateway that is killed during purchases, and a database and a processor that continue. */
final class KillFixture implements AutoCloseable {
    private static final String SELLER = "killed";
    private static final String VISA = "4242424242424242";
    private static final String COUPON = "TENTH";
    private static final String REFUND = "{\"amount\": 500}";
    private static final int FIRED_SECONDS = 60;
    private static final int CLEARED_SECONDS = 120;

    private final TestDatabase database;
    private final Vertx vertx = Vertx.vertx();
    private final String simulatorUrl;
    private final ProcessorTap processor;
    private final PostgresTap postgres;
    private final KillSwitch kill = new KillSwitch();
    private final GatewayProcess gateway;
    private final TestApi api;
    private int buyers;

    KillFixture() throws IOException {
        database = new TestDatabase();
        AccountKeys keys = new AccountKeys(TestGateway.secrets());
        int port = FreePort.find();
        simulatorUrl = "http://127.0.0.1:" + port;
        TestSeller.await(vertx.deployVerticle(new SimulatorVerticle(
                TestSettings.database(database.url(), "transactionPool=4"), keys, Clock.SYSTEM, "127.0.0.1", port)));
        processor = new ProcessorTap(simulatorUrl, kill);
        postgres = new PostgresTap(database.url(), kill);
        String key = new KeyRing(database.jdbcUrl(), TestGateway.secrets())
                .create(SELLER, true, "test")
                .key();
        Scope scope = new Scope(query("SELECT id FROM seller").get(0), true);
        new AccountRegister(database.jdbcUrl(), TestGateway.secrets())
                .connect(SELLER, true, keys.simulatedKey(scope), keys.simulatedPublishableKey(scope), null);
        gateway = GatewayProcess.started(postgres.url(), settings());
        api = gateway.api(key);
        api.post(
                        "/v1/coupons",
                        "{\"label\": \"Tenth\", \"code\": \"" + COUPON
                                + "\", \"duration\": \"once\", \"percentOff\": 10, \"maxRedemptions\": 1000}")
                .expect(201);
    }

    /** A gateway that has just started is slow, and that is not what the tests are about. */
    private Map<String, String> settings() {
        Map<String, String> settings = new HashMap<>(TestGateway.PATIENT);
        settings.putAll(Map.of(
                "eventLoops", "1",
                "processor.simulator", "false",
                "processor.url", processor.url(),
                "checkout.openPerAddress", "1000",
                "rateLimits.buyerPerSecond", "1000000",
                "rateLimits.buyerBurst", "1000000",
                "rateLimits.buyerOrdersPerHour", "1000000",
                "rateLimits.emailOrdersPerHour", "1000000"));
        return settings;
    }

    /** Creates a page that sells one thing. */
    Shelf page(PageType type) {
        return type.open(api, SELLER, 1_900, 1_000);
    }

    /** Makes the processor execute every request, also repeated ones, and not find refunds by id, for a control. */
    void removeKeys() {
        processor.removeKeys();
    }

    private List<String> query(String sql) {
        try (Connection connection = DriverManager.getConnection(database.jdbcUrl())) {
            return FirstColumn.of(connection, sql);
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Ends the holds of all open orders, and makes all tasks due. */
    private void endHolds() {
        query("WITH ended AS (UPDATE checkout SET hold_until = now() - interval '1 second'"
                + " WHERE status IN ('OPEN', 'PENDING')) SELECT 1");
        query("WITH due AS (UPDATE processor_task SET due_at = now()) SELECT 1");
    }

    /** Lets a buyer buy, kills the gateway at this moment, starts it again, and lets the buyer continue. */
    void purchase(PageType type, Shelf shelf, KillPoint point) {
        Buyer buyer = buyer();
        Map<String, String> choices = choices(type, shelf);
        kill.arm(point, gateway::kill);
        Shown order = null;
        try {
            order = buyer.order(shelf.path(), choices).expect(303);
            pay(buyer, order, point);
        } catch (UncheckedIOException killed) {
            // The buyer sees that the page does not respond.
        }
        restart(point);
        Shown mine = order != null
                ? order
                : served(() -> buyer.order(shelf.path(), choices)).expect(303);
        if (!point.expires()) {
            complete(buyer, mine);
        }
    }

    private Buyer buyer() {
        return new Buyer(gateway.url(), "buyer" + buyers++ + "@example.com");
    }

    private static Map<String, String> choices(PageType type, Shelf shelf) {
        Map<String, String> choices = new HashMap<>(type.choices(shelf));
        choices.put("couponCode", COUPON);
        return choices;
    }

    private void restart(KillPoint point) {
        if (!kill.hasFired(FIRED_SECONDS)) {
            throw new AssertionError("the gateway was not killed at " + point + gateway.log());
        }
        gateway.start().awaitReady();
    }

    /** Lets a buyer buy, kills the gateway at this moment of a refund, starts it again, and repeats the refund. */
    void refund(PageType type, Shelf shelf, KillPoint point) {
        Buyer buyer = buyer();
        complete(
                buyer,
                served(() -> buyer.order(shelf.path(), choices(type, shelf))).expect(303));
        String order = api.get(type.orders() + "?limit=1").ids().get(0);
        String path = type.orders() + "/" + order + "/refund";
        kill.arm(point, gateway::kill);
        try {
            api.writeWithRetries("POST", path, order, REFUND);
        } catch (UncheckedIOException killed) {
            // The client does not know whether the refund is executed.
        }
        restart(point);
        repeatRefund(path, order);
    }

    /** Repeats a refund until the task of the killed request has ended, without its delay. */
    private void repeatRefund(String path, String key) {
        Map<String, String> headers = Map.of("Content-Type", "application/json", "Idempotency-Key", key);
        long end = System.nanoTime() + CLEARED_SECONDS * 1_000_000_000L;
        TestApi.Reply reply = api.send("POST", path, headers, REFUND);
        while (reply.header("Retry-After") != null && System.nanoTime() < end) {
            endHolds();
            Load.pause(1_200);
            reply = api.send("POST", path, headers, REFUND);
        }
        reply.expect(200);
    }

    /** Returns how many refunds the processor has executed. */
    int refundsExecuted() {
        return query("SELECT id FROM simulated_object WHERE kind = 'refund'").size();
    }

    private void pay(Buyer buyer, Shown order, KillPoint point) {
        Shown page = buyer.get(order.path());
        if (point.expires()) {
            endHolds();
            return;
        }
        buyer.payAt(simulatorUrl, page, VISA);
        if (point == KillPoint.CONFIRMED) {
            kill.fire();
        }
        comeBack(buyer, order);
    }

    /** Repeats a request as often as the gateway, which has just started, asks for it. */
    private static Shown served(Supplier<Shown> request) {
        long end = System.nanoTime() + CLEARED_SECONDS * 1_000_000_000L;
        Shown page = request.get();
        while (page.status() == 503 && System.nanoTime() < end) {
            Load.pause(1_200);
            page = request.get();
        }
        return page;
    }

    /** Returns from the processor to an order and returns the page that it leads to. */
    private static Shown comeBack(Buyer buyer, Shown order) {
        String path =
                served(() -> buyer.get(order.path() + "/return")).expect(303).path();
        return served(() -> buyer.get(path));
    }

    /** Loads the page of the order again, and pays if it still asks for that. */
    private void complete(Buyer buyer, Shown order) {
        Shown page = served(() -> buyer.get(order.path())).expect(200);
        if (page.html().contains("data-secret")) {
            buyer.payAt(simulatorUrl, page, VISA);
            page = comeBack(buyer, order);
        }
        if (!page.html().contains("Thank you for your order")) {
            throw new AssertionError("not confirmed: " + page.html());
        }
    }

    /** Ends all holds, waits until no work is left, and returns what is inconsistent. */
    List<String> audit() {
        long end = System.nanoTime() + CLEARED_SECONDS * 1_000_000_000L;
        while (!query("SELECT id FROM checkout WHERE status IN ('OPEN', 'PENDING')"
                                + " UNION ALL SELECT id FROM refund WHERE status = 'PENDING'")
                        .isEmpty()
                && System.nanoTime() < end) {
            endHolds();
            Load.pause(1_200);
        }
        return SaleAudit.problems(database.url());
    }

    long paidOrders() {
        return query("SELECT id FROM checkout WHERE status = 'PAID'").size();
    }

    @Override
    public void close() throws IOException {
        gateway.close();
        processor.close();
        postgres.close();
        TestSeller.await(vertx.close());
        database.close();
    }
}
