package io.tollgate.sales.subscription;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tollgate.support.TestApi.Reply;
import io.tollgate.support.TestGateway;
import io.tollgate.support.TestSeller;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Repeated requests to change a subscription, while the task of the first one has not found its outcome. What the first
 * one did must not become the stored response to the repeated one.
 */
class UnsettledChangeTest {
    private static final String INSERT_GUARD = """
            INSERT INTO processor_task
                (seller_id, livemode, id, kind, lane, subject_id, argument, idempotency_key, due_at, created_at)
            VALUES ($1, true, $2, $3, 'processor', $4, '{}', nullif($5, ''), now() + interval '1 day', now())
            """;

    private final TestSeller seller = TestGateway.shared().seller();
    private final String key = UUID.randomUUID().toString();

    private String subscription(String status) {
        return seller.create(Subscriptions.RESOURCE, true, record -> ended(record, status))
                .get("id")
                .textValue();
    }

    private static void ended(ObjectNode record, String status) {
        record.put("status", status).put("planIterations", 0).putNull("cancelAt");
    }

    private void guard(String kind, String subject, boolean withKey) {
        String id = UUID.randomUUID().toString().replace("-", "").substring(0, 24);
        TestSeller.rows(INSERT_GUARD, seller.id(), id, kind, subject, withKey ? key : "");
    }

    private Reply send(String id, String operation, String body) {
        return seller.live()
                .send(
                        "POST",
                        "/v1/subscriptions/" + id + "/" + operation,
                        Map.of("Content-Type", "application/json", "Idempotency-Key", key),
                        body.replace('\'', '"'));
    }

    private static String code(Reply reply) {
        return reply.expect(409).json().get("code").textValue();
    }

    private void waits(String id, String operation, String body) {
        Reply early = send(id, operation, body);
        assertThat(code(early)).isEqualTo("idempotency_conflict");
        assertThat(early.header("Retry-After")).isNotNull();
        TestSeller.rows("DELETE FROM processor_task WHERE seller_id = $1 AND subject_id = $2", seller.id(), id);
        assertThat(code(send(id, operation, body))).isEqualTo("subscription_ended");
    }

    /** An event of the processor reports the end before the response to the first request is recorded. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            CONFIRM_CANCELLATION | cancel | {'cancelImmediately': true}
            CONFIRM_CANCELLATION | cancel | {'cancelAtPeriodEnd': true}
            CONFIRM_CANCELLATION | uncancel | {}
            CONFIRM_PAUSE | pause | {}
            CONFIRM_PAUSE | resume | {}
            CONFIRM_UPDATE | update | {'quantity': 3}
            """)
    void a_repeated_request_waits_before_the_rules(String kind, String operation, String body) {
        String known = subscription("canceled");
        guard(kind, known, true);
        waits(known, operation, body);
    }

    /** A request whose first transaction failed at the processor leaves a guard that has no key. */
    @ParameterizedTest
    @CsvSource({"CONFIRM_PAUSE, pause, {}", "CONFIRM_UPDATE, update, {'quantity': 3}"})
    void a_guard_without_a_key_is_found_by_its_subscription(String kind, String operation, String body) {
        String known = subscription("canceled");
        guard(kind, known, false);
        waits(known, operation, body);
    }

    /** The time was in the future when the first request was sent. */
    @ParameterizedTest
    @ValueSource(strings = {"cancel", "pause"})
    void a_time_that_has_passed_meanwhile_is_no_reason(String operation) {
        String id = subscription("active");
        String time = "2020-01-01T00:00:00.000Z";
        String body = operation.equals("cancel") ? "{'cancelAt': '" + time + "'}" : "{'resumesAt': '" + time + "'}";
        guard(operation.equals("cancel") ? "CONFIRM_CANCELLATION" : "CONFIRM_PAUSE", id, true);
        assertThat(code(send(id, operation, body))).isEqualTo("idempotency_conflict");
    }

    /** Control: the guard of another subscription with another key has no effect. */
    @Test
    void other_subscriptions_do_not_wait() {
        guard("CONFIRM_CANCELLATION", subscription("canceled"), false);
        String id = subscription("canceled");
        assertThat(code(send(id, "cancel", "{'cancelImmediately': true}"))).isEqualTo("subscription_ended");
    }
}
