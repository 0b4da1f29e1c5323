package io.tollgate.sales.subscription;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tollgate.platform.clock.Times;
import io.tollgate.platform.db.Database;
import io.tollgate.platform.db.Ids;
import io.tollgate.platform.db.Migrations;
import io.tollgate.platform.db.PostgresUrl;
import io.tollgate.platform.db.TestServer;
import io.tollgate.platform.records.Records;
import io.tollgate.platform.records.Records.Stored;
import io.tollgate.platform.resource.Scope;
import io.tollgate.support.Eventually;
import io.tollgate.support.FirstColumn;
import io.tollgate.support.Samples;
import io.tollgate.support.TestApi;
import io.tollgate.support.TestGateway;
import io.tollgate.support.TestSeller;
import io.tollgate.support.TestSettings;
import io.vertx.core.Vertx;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.flywaydb.core.Flyway;
import org.flywaydb.database.postgresql.PostgreSQLConfigurationExtension;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A migration schedules tasks for subscription ends that were requested before such tasks existed. */
class NotedEndsTest {
    private static final String BEFORE = "011";
    private static final Scope LIVE = new Scope("5e11e4".repeat(4), true);
    private static final Instant NOW = Instant.now().truncatedTo(ChronoUnit.MILLIS);

    private final Vertx vertx = Vertx.vertx();
    private final String url = TestServer.createUnmigrated();
    private Database database;

    @BeforeEach
    void open() {
        Flyway older = older();
        older.migrate();
        query("INSERT INTO seller VALUES ('" + LIVE.sellerId() + "', 'older', 'Older', now()) RETURNING id");
        database = new Database(vertx, TestSettings.database(url, "queueMax=100", "queryTimeoutMillis=10000"));
    }

    @AfterEach
    void close() {
        database.close();
        TestSeller.await(vertx.close());
        TestServer.drop(url);
    }

    /** Restores the schema before the migration. */
    private Flyway older() {
        var configuration = Flyway.configure()
                .dataSource(PostgresUrl.toJdbc(url), null, null)
                .locations("classpath:db/migration")
                .target(BEFORE);
        configuration
                .getConfigurationExtension(PostgreSQLConfigurationExtension.class)
                .setTransactionalLock(false);
        return configuration.load();
    }

    private List<String> query(String sql) {
        try (Connection connection = DriverManager.getConnection(PostgresUrl.toJdbc(url))) {
            return FirstColumn.of(connection, sql);
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Creates an active subscription with the given end, and returns its id. */
    private String subscription(boolean live, Consumer<ObjectNode> what) {
        ObjectNode record = Samples.record(Subscriptions.RESOURCE);
        String id = Ids.next(NOW);
        record.put("id", id).put("orderId", id).put("sellerId", LIVE.sellerId()).put("livemode", live);
        record.put("createdAt", Times.text(NOW)).put("updatedAt", Times.text(NOW));
        record.put("status", "active").put("cancelAtPeriodEnd", false).put("currentPeriodEnd", in(20));
        for (String name : List.of("cancelAt", "canceledAt", "planIterations", "processorSubscriptionId")) {
            record.putNull(name);
        }
        what.accept(record);
        Scope scope = new Scope(LIVE.sellerId(), live);
        TestSeller.await(database.write(
                scope,
                transaction -> Records.insert(
                        transaction, scope, Subscriptions.RESOURCE, Stored.rendered(Subscriptions.RESOURCE, record))));
        return id;
    }

    private static String in(int days) {
        return Times.text(NOW.plus(days, ChronoUnit.DAYS));
    }

    /** Returns the scheduled tasks: their mode and subscription, and the number of days from now. */
    private List<String> noted() {
        return query("SELECT livemode || ' ' || subject_id || ' ' || round(extract(epoch FROM due_at - '" + NOW
                + "') / 86400) FROM processor_task WHERE kind = 'END_SUBSCRIPTION' AND attempts = 0");
    }

    @Test
    void each_that_was_asked_for_is_noted_for_its_day_and_no_other() {
        String atDate = subscription(true, record -> record.put("cancelAt", in(9)));
        String ofTest = subscription(false, record -> record.put("cancelAt", in(9)));
        String withPeriod = subscription(true, record -> record.put("cancelAtPeriodEnd", true));
        String both = subscription(
                true, record -> record.put("cancelAtPeriodEnd", true).put("cancelAt", in(3)));
        String unpaid =
                subscription(true, record -> record.put("status", "past_due").put("cancelAt", in(4)));
        String ofNoPeriod = subscription(
                true, record -> record.put("cancelAtPeriodEnd", true).putNull("currentPeriodEnd"));
        subscription(true, record -> {});
        for (String over : List.of("canceled", "completed", "incomplete_expired", "failed")) {
            subscription(true, record -> record.put("status", over).put("cancelAt", in(2)));
        }
        assertThat(noted()).isEmpty();
        Migrations.migrate(url);
        assertThat(noted())
                .containsExactlyInAnyOrder(
                        "true " + atDate + " 9",
                        "false " + ofTest + " 9",
                        "true " + withPeriod + " 20",
                        "true " + both + " 3",
                        "true " + unpaid + " 4",
                        "true " + ofNoPeriod + " 0");
    }

    @Test
    void one_whose_day_is_past_ends_as_soon_as_the_newer_program_runs() {
        String over = subscription(true, record -> record.put("cancelAt", in(-1)));
        String later = subscription(true, record -> record.put("cancelAt", in(1)));
        try (TestGateway gateway = TestGateway.startPatient(Map.of("database.url", url))) {
            TestApi api = gateway.api(gateway.keys().create("older", true, "").key());
            assertThat(Eventually.isTrue(() -> status(api, over).equals("canceled")))
                    .isTrue();
            assertThat(status(api, later)).isEqualTo("active");
            // The next end is scheduled as usual: another request moves it.
            api.post("/v1/subscriptions/" + later + "/cancel", "{\"cancelAt\":\"" + in(5) + "\"}")
                    .expect(200);
            assertThat(noted()).containsExactly("true " + later + " 5");
        }
    }

    private static String status(TestApi api, String id) {
        return api.get("/v1/subscriptions/" + id).json().at("/data/status").textValue();
    }
}
