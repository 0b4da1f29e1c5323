package io.tollgate.simulator;

import static org.assertj.core.api.Assertions.assertThat;

import io.tollgate.platform.db.Database;
import io.tollgate.platform.db.Migrations;
import io.tollgate.platform.resource.Scope;
import io.tollgate.support.TestSeller;
import io.tollgate.support.TestSettings;
import io.tollgate.tools.demo.TestDatabase;
import io.tollgate.tools.doctor.Doctor;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Renewals of many subscriptions at once, with a database of their own, so that the doctor can check it. */
class BillingWorkerTest {
    private static final int SUBSCRIPTIONS = 40;
    private static final Scope SCOPE = new Scope("65f000000000000000000001", false);

    private final Vertx vertx = Vertx.vertx();
    private TestDatabase postgres;
    private Database database;
    private volatile Instant now = Instant.parse("2026-01-31T10:00:00Z");
    private final SimulatorTime time = new SimulatorTime(() -> now);

    @BeforeEach
    void start() throws IOException {
        postgres = new TestDatabase();
        Migrations.migrate(postgres.url());
        database = new Database(vertx, TestSettings.database(postgres.url(), "transactionPool=8", "getPool=2"));
    }

    @AfterEach
    void stop() throws IOException {
        database.close();
        TestSeller.await(vertx.close());
        postgres.close();
    }

    private JsonObject run(SimulatorRoutes.Operation operation, String id, Map<String, String> form) {
        String encoded = form.entrySet().stream()
                .map(entry -> URLEncoder.encode(entry.getKey(), StandardCharsets.UTF_8) + "="
                        + URLEncoder.encode(entry.getValue(), StandardCharsets.UTF_8))
                .collect(Collectors.joining("&"));
        return TestSeller.await(database.write(
                SCOPE,
                transaction -> time.objects(transaction, SCOPE, Scenario.NONE)
                        .compose(objects -> operation.on(objects, FormBody.of(encoded), id))));
    }

    private void subscribe(String customer, String card) {
        JsonObject subscription = run(
                SimulatedSubscriptions::create,
                "",
                Map.of(
                        "customer", customer,
                        "payment_behavior", "default_incomplete",
                        "payment_settings[save_default_payment_method]", "on_subscription",
                        "items[0][price_data][currency]", "eur",
                        "items[0][price_data][product]", "prod_1",
                        "items[0][price_data][unit_amount]", "900",
                        "items[0][price_data][recurring][interval]", "month",
                        "expand[0]", "latest_invoice.confirmation_secret"));
        String secret = subscription
                .getJsonObject("latest_invoice")
                .getJsonObject("confirmation_secret")
                .getString("client_secret");
        run(
                CardConfirmation::confirm,
                secret.split("_secret_", 2)[0],
                Map.of(
                        "client_secret", secret,
                        "payment_method_data[card][number]", card,
                        "payment_method_data[card][exp_month]", "12",
                        "payment_method_data[card][exp_year]", "2090",
                        "payment_method_data[card][cvc]", "123"));
    }

    private void subscribe() {
        run(SimulatedProducts::create, "", Map.of("id", "prod_1", "name", "Magazine"));
        String customer = run(SimulatedCustomers::create, "", Map.of("email", "maria@example.com"))
                .getString("id");
        for (int i = 0; i < SUBSCRIPTIONS; i++) {
            subscribe(customer, i % 4 == 0 ? "4000000000007502" : "4242424242424242");
        }
    }

    private long count(String sql) throws SQLException {
        try (Connection connection = DriverManager.getConnection(postgres.jdbcUrl());
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(sql)) {
            rows.next();
            return rows.getLong(1);
        }
    }

    private void execute(String sql) throws SQLException {
        try (Connection connection = DriverManager.getConnection(postgres.jdbcUrl());
                Statement statement = connection.createStatement()) {
            statement.executeUpdate(sql);
        }
    }

    private List<String> bad() {
        List<String> lines = new ArrayList<>();
        Doctor.check(postgres.url(), lines::add);
        return lines.stream().filter(line -> line.startsWith("BAD")).toList();
    }

    private BillingWorker worker() {
        return new BillingWorker(vertx, database, time, Scenario.NONE);
    }

    /** Two instances catch up at the same time: each renewal is charged once. */
    @Test
    void years_of_renewals_are_charged_once() throws SQLException {
        subscribe();
        now = Instant.parse("2029-01-31T10:00:00Z");
        TestSeller.await(Future.all(worker().catchUp(SCOPE), worker().catchUp(SCOPE)));
        assertThat(count("SELECT count(*) FROM simulated_object WHERE kind = 'invoice'"
                        + " AND object ->> 'status' = 'paid'"))
                .isEqualTo(SUBSCRIPTIONS * 37L - SUBSCRIPTIONS / 4);
        assertThat(count("SELECT count(DISTINCT (object ->> 'simulator_subscription', object ->> 'created'))"
                        + " FROM simulated_object WHERE kind = 'invoice'"))
                .isEqualTo(SUBSCRIPTIONS * 37L);
        assertThat(count("SELECT sum((object ->> 'amount')::bigint) FROM simulated_object WHERE kind = 'charge'"
                        + " AND object ->> 'status' = 'succeeded'"))
                .isEqualTo((SUBSCRIPTIONS * 37L - SUBSCRIPTIONS / 4) * 900);
        assertThat(count("SELECT count(*) FROM simulated_billing WHERE due_at <= '2029-01-31T10:00:00Z'"))
                .isZero();
        assertThat(bad()).isEmpty();
    }

    @Test
    void the_doctor_finds_wrong_bills() throws SQLException {
        run(SimulatedProducts::create, "", Map.of("id", "prod_1", "name", "Magazine"));
        subscribe(
                run(SimulatedCustomers::create, "", Map.of("email", "maria@example.com"))
                        .getString("id"),
                "4242424242424242");
        assertThat(bad()).isEmpty();
        execute("UPDATE simulated_object SET object = object || '{\"amount_paid\": 899}' WHERE kind = 'invoice'");
        assertThat(bad()).anyMatch(line -> line.contains("each paid invoice has one successful charge"));
        execute("UPDATE simulated_object SET object = object || '{\"amount_paid\": 900, \"status\": \"open\"}'"
                + " WHERE kind = 'invoice'");
        assertThat(bad()).anyMatch(line -> line.contains("an unpaid invoice has no successful payment"));
        execute("DELETE FROM simulated_billing");
        assertThat(bad()).anyMatch(line -> line.contains("a billed subscription has a next step"));
    }
}
