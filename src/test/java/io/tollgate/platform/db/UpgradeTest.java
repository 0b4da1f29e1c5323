package io.tollgate.platform.db;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tollgate.platform.config.StartRefused;
import io.tollgate.support.Load;
import io.tollgate.support.SecondStage;
import io.tollgate.support.TestApi;
import io.tollgate.support.TestApi.Reply;
import io.tollgate.support.TestGateway;
import java.sql.Connection;
import java.sql.DriverManager;
import java.time.Duration;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.parallel.Isolated;

/** The schema of a newer version is migrated while instances of this version serve requests. */
@Tag("chaos")
@Tag("C16")
@Isolated("it measures time")
@Timeout(180)
class UpgradeTest {
    private static final String NEWER = "classpath:db/upgrade";
    private static final String CONTRACT = "classpath:db/contract";

    /** A migration blocks others for half a second; a busy machine adds to it. */
    private static final Duration HELD_UP_MAX = Duration.ofMillis(1_900);

    private final String url = TestServer.createUnmigrated();

    @AfterEach
    void dropDatabase() {
        TestServer.drop(url);
    }

    private TestGateway gateway() {
        return TestGateway.start(Map.of("database.url", url));
    }

    private Connection connection() throws Exception {
        return DriverManager.getConnection(PostgresUrl.toJdbc(url));
    }

    @SecondStage
    @Test
    @EnabledIfSystemProperty(named = "tollgate.rolling", matches = "true", disabledReason = "needs a quiet machine")
    void no_request_fails_while_a_newer_schema_waits_for_its_locks() throws Exception {
        try (TestGateway older = gateway();
                Connection reader = connection()) {
            TestApi api = older.api(older.keys().create("upgrade", true, "").key());
            Queue<Reply> writes = new ConcurrentLinkedQueue<>();
            Load lists = Load.start(api, "/v1/customers?limit=5", 2);
            Load.pause(500);

            // A long read prevents the lock that the new column needs.
            reader.setAutoCommit(false);
            reader.createStatement().execute("SELECT count(*) FROM customer");
            CompletableFuture<Migrations.Outcome> upgrade =
                    CompletableFuture.supplyAsync(() -> Migrations.run(url, Migrations.LOCATION, NEWER));
            for (int i = 0; i < 20; i++) {
                writes.add(api.post("/v1/forms", "{\"name\":\"A\"}"));
                Load.pause(100);
            }
            assertThat(upgrade).isNotDone();
            reader.commit();

            assertThat(upgrade.get(60, TimeUnit.SECONDS).applied()).isPositive();
            Load.pause(500);
            lists.stop();
            assertThat(lists.calls()).hasSizeGreaterThan(20).allSatisfy(call -> {
                call.reply().expect(200);
                assertThat(call.duration()).isLessThan(HELD_UP_MAX);
            });
            assertThat(writes).allSatisfy(reply -> reply.expect(201));
        }
    }

    @Test
    void an_older_program_starts_beside_a_newer_schema_until_that_takes_something_away() {
        Migrations.run(url, Migrations.LOCATION, NEWER);
        try (TestGateway older = gateway()) {
            String key = older.keys().create("older", true, "").key();
            older.api(key).get("/v1/customers").expect(200);
            assertThat(new TestApi(older.managementUrl(), null).get("/metrics").body())
                    .contains("tollgate_schema_unknown_steps 2.0");
        }
        Migrations.run(url, Migrations.LOCATION, NEWER, CONTRACT);
        assertThatThrownBy(this::gateway)
                .isInstanceOf(StartRefused.class)
                .hasMessageContaining("a newer version of Tollgate removed schema that this version needs")
                .hasMessageContaining("903");
        assertThat(Migrations.run(url, Migrations.LOCATION, NEWER, CONTRACT))
                .as("the newer one goes on")
                .isEqualTo(new Migrations.Outcome(0, 0));
    }
}
