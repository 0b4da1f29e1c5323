package io.tollgate.platform.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.tollgate.accounts.customer.Customers;
import io.tollgate.platform.db.PostgresUrl;
import io.tollgate.support.ChaosProxy;
import io.tollgate.support.Eventually;
import io.tollgate.support.Load;
import io.tollgate.support.SecondStage;
import io.tollgate.support.TestApi;
import io.tollgate.support.TestApi.Reply;
import io.tollgate.support.TestDatabase;
import io.tollgate.support.TestGateway;
import io.tollgate.support.TestSeller;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** A write is retried internally while the database still executes the first attempt over a lost connection. */
@SecondStage
class RetriedAttemptTest {
    private static final int HELD_MILLIS = 400;

    /** Without a limit for the wait for a lock, which a busy machine would exceed between two steps of the test. */
    private static Map<String, String> settings(String url) {
        return Map.of("database.url", url, "eventLoops", "1", "database.statementTimeoutMillis", "0");
    }

    private final TestSeller seller = TestGateway.shared().seller();
    private final String id =
            seller.create(Customers.RESOURCE, true, record -> {}).get("id").textValue();

    private Reply change(TestApi api) {
        return api.send(
                "PATCH",
                "/v1/customers/" + id,
                Map.of("Content-Type", "application/json", "Idempotency-Key", "own"),
                "{\"name\":\"Anna\"}");
    }

    private static void awaitCut(ChaosProxy proxy) {
        assertThat(Eventually.isTrue(() -> proxy.cut().packetsLeft() < 0))
                .as("a connection was cut")
                .isTrue();
    }

    /**
     * Another transaction locks the record. The first attempt waits for it, with the lock of its idempotency key, and
     * does not notice that its connection is lost. The second attempt waits for the first. Control: another request
     * with the same key gets a 409.
     */
    @Test
    void a_retry_does_not_conflict_with_its_own_first_attempt() throws SQLException {
        try (ChaosProxy proxy = new ChaosProxy(TestDatabase.url());
                TestGateway cut = TestGateway.startPatient(settings(proxy.url()));
                Connection other = DriverManager.getConnection(PostgresUrl.toJdbc(TestDatabase.url()))) {
            TestApi api = cut.api(seller.liveKey());
            api.get("/v1/customers/" + id).expect(200);
            other.setAutoCommit(false);
            other.createStatement().execute("SELECT FROM customer WHERE id = '" + id + "' FOR UPDATE");
            proxy.cut().arm(id, true);
            CompletableFuture<Reply> own = CompletableFuture.supplyAsync(() -> change(api));
            awaitCut(proxy);
            Load.pause(HELD_MILLIS / 2);
            Reply stranger = change(seller.live()).expect(409);
            assertThat(stranger.json().get("code").textValue()).isEqualTo("idempotency_conflict");
            Load.pause(HELD_MILLIS / 2);
            other.rollback();
            own.join().expect(200);
        }
        assertThat(seller.live().get("/v1/audit-log?recordId=" + id).total())
                .as("the write happened once")
                .isEqualTo(1);
    }
}
