package io.tollgate.sales.subscription;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tollgate.platform.clock.Times;
import io.tollgate.platform.db.PostgresUrl;
import io.tollgate.support.Parallel;
import io.tollgate.support.SimulatorState;
import io.tollgate.support.TestApi.Reply;
import io.tollgate.support.TestDatabase;
import io.tollgate.support.TestGateway;
import io.tollgate.support.TestSeller;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Many requests cancel one subscription at the same time: one succeeds, the others get a 409 at once. */
class CancellationRaceTest {
    private static final String WITH_PERIOD = "{\"cancelAtPeriodEnd\":true}";
    private static final String IMMEDIATELY = "{\"cancelImmediately\":true}";
    private static final int CALLS = 20;
    private static final int ROUNDS = 10;

    private final TestSeller seller = TestGateway.shared().seller();

    private String subscription() {
        return seller.create(Subscriptions.RESOURCE, true, CancellationRaceTest::active)
                .get("id")
                .textValue();
    }

    private static void active(ObjectNode record) {
        for (String name : List.of("cancelAt", "canceledAt", "canceledBy", "canceledByApiKey", "reason")) {
            record.putNull(name);
        }
        record.putNull("canceledByApiKeyName")
                .put("cancelAtPeriodEnd", false)
                .put("status", "active")
                .put("currentPeriodEnd", Times.text(Instant.now().plus(Duration.ofDays(30))));
    }

    private Reply cancel(String id, String body) {
        return seller.live().post("/v1/subscriptions/" + id + "/cancel", body);
    }

    private List<Reply> race(String id, String body) {
        return Parallel.times(CALLS, call -> cancel(id, body));
    }

    private long entries(String id) {
        return seller.live().get("/v1/audit-log?recordId=" + id).total();
    }

    /** A request that arrives after the first one has ended finds its effect, and succeeds without another. */
    @Test
    void a_race_for_the_period_end_has_one_effect_and_never_times_out() {
        List<Integer> statuses = new ArrayList<>();
        for (int round = 0; round < ROUNDS; round++) {
            String id = subscription();
            List<Reply> replies = race(id, WITH_PERIOD);
            replies.forEach(reply -> statuses.add(reply.status()));
            assertThat(replies).anySatisfy(reply -> reply.expect(200));
            assertThat(entries(id)).isEqualTo(1);
        }
        assertThat(statuses).containsOnly(200, 409);
        assertThat(SimulatorState.writes(seller)).isGreaterThanOrEqualTo(ROUNDS);
    }

    @Test
    void exactly_one_immediate_cancellation_wins() {
        for (int round = 0; round < ROUNDS; round++) {
            String id = subscription();
            List<Integer> statuses =
                    race(id, IMMEDIATELY).stream().map(Reply::status).sorted().toList();
            assertThat(statuses.get(0)).isEqualTo(200);
            assertThat(statuses.subList(1, CALLS)).containsOnly(409);
            assertThat(entries(id)).isEqualTo(1);
        }
        assertThat(SimulatorState.writes(seller)).isEqualTo(ROUNDS);
    }

    /** The row stays locked until the response has come, so a request that waited for it would get a 503. */
    @Test
    void a_request_does_not_wait_for_the_locked_subscription() throws Exception {
        String id = subscription();
        try (Connection other = DriverManager.getConnection(PostgresUrl.toJdbc(TestDatabase.url()))) {
            other.setAutoCommit(false);
            try (PreparedStatement lock = other.prepareStatement("SELECT FROM subscription WHERE id = ? FOR UPDATE")) {
                lock.setString(1, id);
                lock.execute();
                Reply busy = cancel(id, WITH_PERIOD).expect(409);
                assertThat(busy.json().get("code").textValue()).isEqualTo("idempotency_conflict");
                assertThat(busy.header("Retry-After")).isEqualTo("1");
            }
            other.rollback();
        }
        cancel(id, WITH_PERIOD).expect(200);
    }
}
