package io.tollgate.sales.subscription;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tollgate.platform.clock.Times;
import io.tollgate.support.Parallel;
import io.tollgate.support.SimulatorState;
import io.tollgate.support.TestApi;
import io.tollgate.support.TestApi.Reply;
import io.tollgate.support.TestGateway;
import io.tollgate.support.TestSeller;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** POST of the cancellation of subscriptions. */
class CancellationTest {
    private static final String NOW = "{\"cancelImmediately\":true}";
    private static final String WITH_PERIOD = "{\"cancelAtPeriodEnd\":true}";
    private static final int CALLS = 64;

    private final TestSeller seller = TestGateway.shared().seller();
    private final TestApi api = seller.live();

    private String subscription(boolean live, String status) {
        return subscription(live, status, Instant.now().plus(Duration.ofDays(30)));
    }

    /** A subscription whose period ends later; a task ends it then. */
    private String subscription(boolean live, String status, Instant periodEnd) {
        return seller.create(
                        Subscriptions.RESOURCE,
                        live,
                        record ->
                                uncanceled(record).put("status", status).put("currentPeriodEnd", Times.text(periodEnd)))
                .get("id")
                .textValue();
    }

    private static ObjectNode uncanceled(ObjectNode record) {
        for (String name : List.of("cancelAt", "canceledAt", "canceledBy", "canceledByApiKey", "reason")) {
            record.putNull(name);
        }
        return record.putNull("canceledByApiKeyName").put("cancelAtPeriodEnd", false);
    }

    private static Reply cancel(TestApi api, String id, String body) {
        return api.post("/v1/subscriptions/" + id + "/cancel", body);
    }

    private JsonNode record(String id) {
        return api.get("/v1/subscriptions/" + id).expect(200).json().get("data");
    }

    private JsonNode atProcessor(String id) {
        return SimulatorState.objects(seller, true, "subscription").stream()
                .filter(each -> each.get("id").textValue().equals("sub_" + id))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void without_a_period_it_ends_at_once_or_not_at_all() {
        String id = seller.create(
                        Subscriptions.RESOURCE,
                        true,
                        record -> uncanceled(record).put("status", "incomplete").putNull("currentPeriodEnd"))
                .get("id")
                .textValue();
        JsonNode before = record(id);
        assertThat(cancel(api, id, WITH_PERIOD).expect(409).body()).contains("subscription_not_begun");
        assertThat(record(id)).isEqualTo(before);
        cancel(api, id, NOW).expect(200);
        assertThat(record(id).get("status").textValue()).isEqualTo("canceled");
    }

    @Test
    void needs_a_key_of_the_seller_and_the_mode() {
        String id = subscription(true, "active");
        cancel(TestGateway.shared().api(null), id, NOW).expect(401);
        String missing = cancel(api, "0".repeat(24), NOW).expect(404).bodyWithoutRequestId();
        assertThat(cancel(TestGateway.shared().seller().live(), id, NOW)
                        .expect(404)
                        .bodyWithoutRequestId())
                .isEqualTo(missing);
        assertThat(cancel(seller.test(), id, NOW).expect(404).bodyWithoutRequestId())
                .isEqualTo(missing);
        assertThat(record(id).get("status").textValue()).isEqualTo("active");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{}|cancelImmediately",
                "{'reason':'x'}|cancelImmediately",
                "{'cancelImmediately':false}|cancelImmediately",
                "{'cancelImmediately':true,'cancelAtPeriodEnd':true}|cancelImmediately,cancelAtPeriodEnd",
                "{'cancelAtPeriodEnd':true,'cancelAt':'2036-01-31T10:00:00Z'}|cancelAtPeriodEnd,cancelAt",
                "{'cancelAt':'tomorrow'}|cancelAt",
                "{'cancelAt':'2020-01-31T10:00:00Z'}|cancelAt",
                "{'cancelImmediately':true,'reason':'','immediately':1}|reason,immediately",
            })
    void wrong_input_is_named(String body, String problems) {
        String id = subscription(true, "active");
        assertThat(cancel(api, id, body.replace('\'', '"')).problems()).containsExactlyInAnyOrder(problems.split(","));
        assertThat(record(id).get("canceledAt").isNull()).isTrue();
    }

    @Test
    void at_once_it_is_canceled_here_and_at_the_processor() {
        String id = subscription(true, "active");
        Reply done = cancel(api, id, "{\"cancelImmediately\":true,\"reason\":\"Too dear\"}")
                .expect(200);
        assertThat(done.body()).isEqualTo("{\"data\":{\"success\":true}}");
        JsonNode record = record(id);
        assertThat(record.get("status").textValue()).isEqualTo("canceled");
        assertThat(record.get("reason").textValue()).isEqualTo("Too dear");
        assertThat(record.get("canceledBy").isNull()).isTrue();
        assertThat(record.get("canceledByApiKey").textValue()).isEqualTo(keyId());
        assertThat(record.get("canceledByApiKeyName").textValue()).isEqualTo("test");
        assertThat(Instant.parse(record.get("canceledAt").textValue()))
                .isAfter(Instant.now().minusSeconds(60));
        assertThat(record.get("cancelAtPeriodEnd").booleanValue()).isFalse();
        assertThat(atProcessor(id).get("status").textValue()).isEqualTo("canceled");
        assertThat(api.get("/v1/subscriptions?status=canceled").ids()).containsExactly(id);
        assertThat(SimulatorState.pendingTasks(seller)).isZero();
        assertThat(SimulatorState.objects(seller, false, "subscription")).isEmpty();
    }

    private String keyId() {
        return TestSeller.rows("SELECT id FROM api_key WHERE seller_id = $1 AND livemode", seller.id())
                .iterator()
                .next()
                .getString(0);
    }

    @Test
    void an_end_to_come_leaves_the_status_and_can_be_moved() {
        String id = subscription(true, "trialing", Instant.now().plus(Duration.ofDays(7)));
        cancel(api, id, WITH_PERIOD).expect(200);
        JsonNode record = record(id);
        assertThat(record.get("status").textValue()).isEqualTo("trialing");
        assertThat(record.get("cancelAtPeriodEnd").booleanValue()).isTrue();
        assertThat(record.get("cancelAt")).isEqualTo(record.get("currentPeriodEnd"));
        assertThat(record.get("cancelAt").isTextual()).isTrue();
        assertThat(record.get("canceledAt").isNull()).isFalse();
        assertThat(atProcessor(id).get("cancel_at_period_end").booleanValue()).isTrue();
        cancel(api, id, "{\"cancelAt\":\"2036-01-31T10:00:00Z\",\"cancelAtPeriodEnd\":false}")
                .expect(200);
        JsonNode moved = record(id);
        assertThat(moved.get("cancelAtPeriodEnd").booleanValue()).isFalse();
        assertThat(moved.get("cancelAt").textValue()).isEqualTo("2036-01-31T10:00:00.000Z");
        assertThat(atProcessor(id).get("cancel_at").longValue())
                .isEqualTo(Instant.parse("2036-01-31T10:00:00Z").getEpochSecond());
        cancel(api, id, NOW).expect(200);
        assertThat(record(id).get("status").textValue()).isEqualTo("canceled");
    }

    @Test
    void what_was_recorded_stays_where_an_end_is_moved() {
        String id = subscription(true, "active");
        cancel(api, id, "{\"cancelAtPeriodEnd\":true,\"reason\":\"Too dear\"}").expect(200);
        JsonNode first = record(id);
        cancel(api, id, WITH_PERIOD).expect(200);
        assertThat(record(id)).isEqualTo(first);
        cancel(api, id, "{\"cancelAt\":\"2036-01-31T10:00:00Z\",\"reason\":\"Moving\"}")
                .expect(200);
        JsonNode moved = record(id);
        assertThat(moved.get("reason").textValue()).isEqualTo("Moving");
        assertThat(moved.get("canceledAt")).isEqualTo(first.get("canceledAt"));
        cancel(api, id, NOW).expect(200);
        assertThat(record(id).get("reason").textValue()).isEqualTo("Moving");
        assertThat(record(id).get("canceledAt")).isEqualTo(first.get("canceledAt"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"canceled", "completed", "failed", "incomplete_expired", "draft", "draft_expired"})
    void what_has_ended_or_not_begun_is_a_conflict(String status) {
        String id = subscription(true, status);
        String code = cancel(api, id, NOW).expect(409).json().get("code").textValue();
        assertThat(code).isEqualTo(status.startsWith("draft") ? "subscription_not_begun" : "subscription_ended");
        assertThat(record(id).get("status").textValue()).isEqualTo(status);
        assertThat(SimulatorState.objects(seller, true, "subscription")).isEmpty();
    }

    @Test
    void test_subscriptions_are_canceled_in_the_test_account() {
        String id = subscription(false, "active");
        TestGateway.shared().accounts().disconnect(seller.name(), true);
        cancel(seller.test(), id, NOW).expect(200);
        assertThat(SimulatorState.objects(seller, false, "subscription")).hasSize(1);
        String live = subscription(true, "active");
        Reply refused = cancel(api, live, NOW).expect(403);
        assertThat(refused.json().get("code").textValue()).isEqualTo("processor_not_connected");
        assertThat(record(live).get("status").textValue()).isEqualTo("active");
    }

    @Test
    void one_that_the_processor_never_saw_needs_no_account() {
        TestSeller unconnected = TestGateway.shared().unconnectedSeller();
        String id = unconnected
                .create(
                        Subscriptions.RESOURCE,
                        true,
                        record -> uncanceled(record).putNull("processorSubscriptionId"))
                .get("id")
                .textValue();
        cancel(unconnected.live(), id, NOW).expect(200);
    }

    @Test
    void customer_is_informed_if_the_request_asks_for_it() {
        String silent = subscription(true, "active");
        cancel(api, silent, NOW).expect(200);
        assertThat(purposes(silent)).containsExactly("SUBSCRIPTION_CANCELED_NOTIFICATION");
        String informed = subscription(true, "active");
        cancel(api, informed, "{\"cancelImmediately\":true,\"sendCancellationEmail\":true}")
                .expect(200);
        assertThat(purposes(informed)).containsExactly("SUBSCRIPTION_CANCELED", "SUBSCRIPTION_CANCELED_NOTIFICATION");
    }

    private List<String> purposes(String subscriptionId) {
        List<String> purposes = new ArrayList<>();
        TestSeller.rows(
                        "SELECT DISTINCT purpose FROM mail_message WHERE seller_id = $1 AND subject_id = $2 ORDER BY 1",
                        seller.id(),
                        subscriptionId)
                .forEach(row -> purposes.add(row.getString(0)));
        return purposes;
    }

    @Test
    void parallel_calls_with_one_key_end_it_once() {
        String id = subscription(true, "active");
        String path = "/v1/subscriptions/" + id + "/cancel";
        List<Reply> replies = Parallel.times(CALLS, i -> api.writeWithRetries("POST", path, "one", NOW));
        Set<String> bodies = new HashSet<>();
        replies.forEach(reply -> bodies.add(reply.expect(200).body()));
        assertThat(bodies).hasSize(1);
        assertThat(SimulatorState.writes(seller)).isEqualTo(1);
        assertThat(api.get("/v1/audit-log?recordId=" + id).total()).isEqualTo(1);
        assertThat(cancel(api, id, NOW).status()).isEqualTo(409);
    }

    @Test
    void a_lost_answer_is_asked_for_again_and_a_refusal_changes_nothing() {
        String lost = faulty("lose");
        Map<String, String> headers = Map.of("Content-Type", "application/json", "Idempotency-Key", "lost");
        Supplier<Reply> asking = () -> api.send("POST", "/v1/subscriptions/" + lost + "/cancel", headers, NOW);
        asking.get().expect(503);
        String refused = faulty("declinex1");
        assertThat(cancel(api, refused, NOW).expect(422).json().get("code").textValue())
                .isEqualTo("processor_refused");
        assertThat(record(lost).get("status").textValue()).isEqualTo("active");
        assertThat(record(refused).get("status").textValue()).isEqualTo("active");
        // From here on the processor responds, which does not undo the cancellation.
        TestSeller.rows(
                "UPDATE simulated_object SET id = replace(id, 'simulate:', '') WHERE seller_id = $1", seller.id());
        JsonNode former = record(lost);
        ObjectNode answering = former.deepCopy();
        answering.put("processorSubscriptionId", "sub_lose_" + lost);
        TestSeller.rows(
                "UPDATE simulated_object SET id = $2 WHERE seller_id = $1 AND id LIKE '%lose%'",
                seller.id(), "sub_lose_" + lost);
        seller.update(Subscriptions.RESOURCE, true, (ObjectNode) former, answering);
        TestSeller.rows("UPDATE processor_task SET due_at = now() WHERE seller_id = $1", seller.id());
        assertThat(seller.settles(() -> record(lost).get("status").textValue().equals("canceled")))
                .isTrue();
        assertThat(seller.settles(() -> SimulatorState.pendingTasks(seller) == 0))
                .isTrue();
        assertThat(record(lost).get("canceledByApiKey").textValue()).isEqualTo(keyId());
        Reply replayed = asking.get().expect(200);
        assertThat(replayed.header("Idempotent-Replayed")).isEqualTo("true");
        assertThat(replayed.body()).isEqualTo("{\"data\":{\"success\":true}}");
        assertThat(api.get("/v1/audit-log?recordId=" + lost).total()).isEqualTo(1);
        assertThat(record(refused).get("status").textValue()).isEqualTo("active");
    }

    private String faulty(String fault) {
        String id = "sub_simulate:" + fault;
        ObjectNode created = seller.create(
                Subscriptions.RESOURCE, true, record -> uncanceled(record).put("processorSubscriptionId", id));
        return created.get("id").textValue();
    }
}
