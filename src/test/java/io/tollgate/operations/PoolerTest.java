package io.tollgate.operations;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tollgate.app.Config;
import io.tollgate.app.Gateway;
import io.tollgate.platform.config.StartRefused;
import io.tollgate.platform.server.Metrics;
import io.tollgate.support.Load;
import io.tollgate.support.TestApi;
import io.tollgate.support.TestDatabase;
import io.tollgate.support.TestGateway;
import io.tollgate.support.TestSeller;
import io.vertx.core.Vertx;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** PgBouncer between Tollgate and Postgres: supported configurations work, and unsupported ones refuse to start. */
class PoolerTest {
    /** Start parameters of Postgres clients that PgBouncer does not know. */
    private static final String COMMON = "extra_float_digits";

    private static final String ALL_OF_OURS =
            COMMON + ",statement_timeout,lock_timeout,idle_in_transaction_session_timeout,plan_cache_mode";

    @TempDir
    private Path folder;

    /**
     * On a busy machine, the first connections through PgBouncer, with two logins each, take longer than the second for
     * which statements wait by default.
     */
    private static Map<String, String> through(PgBouncer bouncer, String timeoutMillis) {
        return new HashMap<>(Map.of(
                "database.connectTimeoutMillis",
                "20000",
                "database.url",
                bouncer.url(),
                "database.directUrl",
                TestDatabase.url(),
                // A check without a response in time counts as passed.
                "database.queryTimeoutMillis",
                "20000",
                "database.statementTimeoutMillis",
                timeoutMillis));
    }

    private static void refused(Map<String, String> settings, String... reasons) {
        settings.putAll(Map.of("secret", TestGateway.SECRET, "port", "0", "managementPort", "0"));
        Vertx vertx = Vertx.vertx();
        try {
            assertThatThrownBy(() -> Gateway.start(vertx, new Metrics(), Config.of(settings))
                            .await(120, TimeUnit.SECONDS))
                    .isInstanceOf(StartRefused.class)
                    .hasMessageContainingAll(reasons)
                    .hasMessageContaining("src/docs/operations.md");
        } finally {
            vertx.close();
        }
    }

    @Test
    void sessions_are_kept_and_all_works() throws Exception {
        TestSeller seller = TestGateway.shared().seller();
        try (PgBouncer bouncer = new PgBouncer(folder, "session", COMMON);
                TestGateway gateway = TestGateway.start(through(bouncer, "0"))) {
            TestApi api = new TestApi(gateway.url(), seller.liveKey());
            Load lists = Load.start(api, "/v1/forms?search=pooled", 2);
            for (int i = 0; i < 50; i++) {
                String form = api.writeWithRetries(
                                "POST", "/v1/forms", "pooled-" + i, "{\"name\":\"Pooled %d\"}".formatted(i))
                        .expect(201)
                        .json()
                        .at("/data/id")
                        .textValue();
                api.get("/v1/forms/" + form).expect(200);
            }
            lists.stop();
            assertThat(lists.calls())
                    .isNotEmpty()
                    .allSatisfy(call -> assertThat(call.reply().status()).isEqualTo(200));
        }
    }

    @Test
    void connections_that_are_not_taken_are_told_of() throws IOException {
        try (PgBouncer bouncer = new PgBouncer(folder, "session", "")) {
            refused(through(bouncer, "2000"), "rejects connection parameters", "startup parameter");
            refused(through(bouncer, "0"), "rejects connection parameters", "extra_float_digits");
        }
    }

    /** Without these settings, Postgres would silently continue statements whose client has given up. */
    @Test
    void settings_that_do_not_arrive_are_told_of() throws IOException {
        try (PgBouncer bouncer = new PgBouncer(folder, "session", ALL_OF_OURS)) {
            refused(through(bouncer, "2000"), "drops connection parameters");
        }
    }

    /** Another session has another prepared statement of the same name, which would run instead. */
    @Test
    void transactions_of_other_sessions_are_told_of() throws IOException {
        Assumptions.assumeTrue(PgBouncer.version() < 121, "PgBouncer carries prepared statements along");
        try (PgBouncer bouncer = new PgBouncer(folder, "transaction", COMMON)) {
            refused(through(bouncer, "0"), "loses prepared statements");
        }
    }
}
