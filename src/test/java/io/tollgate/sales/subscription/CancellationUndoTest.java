package io.tollgate.sales.subscription;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.tollgate.platform.mail.MailPurpose;
import io.tollgate.platform.task.Task;
import io.tollgate.platform.task.Tasks;
import io.tollgate.processor.CancellationTime;
import io.tollgate.support.Buyer;
import io.tollgate.support.OutboxReader;
import io.tollgate.support.SimulatorState;
import io.tollgate.support.TestApi;
import io.tollgate.support.TestApi.Reply;
import io.tollgate.support.TestGateway;
import io.tollgate.support.TestSeller;
import io.tollgate.support.TestShop;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** POST that undoes the scheduled cancellation of a subscription. */
class CancellationUndoTest {
    private static final String EMAIL = "ada@example.com";
    private static final String MONTHLY = "'recurring': {'interval': 'month', 'intervalCount': 1}";
    private static final String PLAN = "'paymentPlan': {'interval': 'month', 'intervalCount': 1, 'planIterations': 3}";

    private final TestShop shop = TestShop.open();
    private final TestApi test = shop.seller().test();

    private String subscribe(String billing) {
        String path = shop.page("{'name': 'Box', 'testmode': true, 'productData': {'title': 'Box', 'prices': [{"
                        + "'amount': 1000, 'currency': 'eur', " + billing + "}]}}")
                .path();
        Buyer ada = new Buyer(shop.gateway().url(), EMAIL);
        String order = ada.order(path).expect(303).path();
        assertThat(ada.pay(order, "4242424242424242")).isEqualTo("succeeded");
        ada.comeBack(order);
        return record().get("id").textValue();
    }

    private JsonNode record() {
        return test.get("/v1/subscriptions").expect(200).json().at("/data/0");
    }

    private JsonNode atProcessor() {
        return SimulatorState.objects(shop.seller(), false, "subscription").get(0);
    }

    private Reply post(String id, String action, String body) {
        return test.post("/v1/subscriptions/" + id + "/" + action, body);
    }

    private long version(String id) {
        return TestSeller.rows(
                        "SELECT version FROM billed_subscription WHERE seller_id = $1 AND subscription_id = $2",
                        shop.seller().id(),
                        id)
                .iterator()
                .next()
                .getLong(0);
    }

    private void advance(String duration) {
        JsonNode clock = test.post("/v1/test-clock", "{\"advance\": \"" + duration + "\"}")
                .expect(200)
                .json();
        assertThat(clock.get("complete").booleanValue()).as(clock.toString()).isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"{\"cancelAtPeriodEnd\":true,\"reason\":\"Moving\"}", "{\"cancelAt\":\"%s\"}"})
    void subscriptionRenewsAsIfItHadNotBeenCanceled(String body) {
        String id = subscribe(MONTHLY);
        JsonNode before = record();
        Instant later = Instant.parse(before.get("startDate").textValue()).plus(Duration.ofDays(10));
        post(id, "cancel", body.formatted(later)).expect(200);
        assertThat(record().get("cancelAt").isTextual()).isTrue();
        assertThat(post(id, "uncancel", "{}").expect(200).body()).isEqualTo("{\"data\":{\"success\":true}}");
        for (String name : new String[] {
            "status", "cancelAt", "cancelAtPeriodEnd", "canceledAt", "canceledBy", "canceledByApiKey", "reason"
        }) {
            assertThat(record().get(name)).as(name).isEqualTo(before.get(name));
        }
        assertThat(atProcessor().get("cancel_at").isNull()).isTrue();
        assertThat(atProcessor().get("cancel_at_period_end").booleanValue()).isFalse();
        advance("P40D");
        assertThat(record().get("status").textValue()).isEqualTo("active");
        assertThat(record().get("canceledAt").isNull()).isTrue();
        assertThat(test.get("/v1/subscription-payments").ids()).hasSize(2);
        assertThat(tasks()).containsExactly("SYNC_SUBSCRIPTION");
    }

    private List<String> tasks() {
        List<String> kinds = new ArrayList<>();
        TestSeller.rows(
                        "SELECT kind FROM processor_task WHERE seller_id = $1",
                        shop.seller().id())
                .forEach(row -> kinds.add(row.getString(0)));
        return kinds;
    }

    /** The processor has continued the subscription, and its response is lost: a task finds that. */
    @Test
    void lostResponseIsFoundLater() {
        String id = subscribe(MONTHLY);
        post(id, "cancel", "{\"cancelAtPeriodEnd\":true}").expect(200);
        Cancellation undo = new Cancellation(
                new CancellationTime(CancellationTime.Timing.NEVER, null),
                null,
                record().get("canceledByApiKey").textValue(),
                "test",
                null,
                Instant.now(),
                null,
                OpenInvoices.COLLECT,
                false);
        Task guard = Task.of(shop.seller().scope(false), "f".repeat(24), LostCancellations.KIND, id, undo.json());
        TestSeller.await(TestSeller.database()
                .write(guard.scope(), transaction -> Tasks.schedule(transaction, guard, Instant.now(), Instant.now())));
        assertThat(shop.settles(() -> !tasks().contains(LostCancellations.KIND.name())))
                .isTrue();
        assertThat(record().get("cancelAt").isTextual()).isTrue();
        TestSeller.rows(
                "UPDATE simulated_object SET object = object"
                        + " || '{\"cancel_at\": null, \"cancel_at_period_end\": false}'"
                        + " WHERE seller_id = $1 AND kind = 'subscription'",
                shop.seller().id());
        TestSeller.await(TestSeller.database()
                .write(guard.scope(), transaction -> Tasks.schedule(transaction, guard, Instant.now(), Instant.now())));
        assertThat(shop.settles(() -> record().get("cancelAt").isNull())).isTrue();
        assertThat(test.get("/v1/audit-log?recordId=" + id)
                        .json()
                        .at("/data/0/route")
                        .textValue())
                .isEqualTo("POST /v1/subscriptions/{subscriptionId}/uncancel");
    }

    @Test
    void subscriptionCanBeCanceledAgain() {
        String id = subscribe(MONTHLY);
        for (int i = 0; i < 2; i++) {
            post(id, "cancel", "{\"cancelAtPeriodEnd\":true}").expect(200);
            post(id, "uncancel", "{}").expect(200);
        }
        post(id, "cancel", "{\"cancelAtPeriodEnd\":true,\"sendCancellationEmail\":true}")
                .expect(200);
        advance("P40D");
        assertThat(record().get("status").textValue()).isEqualTo("canceled");
        assertThat(test.get("/v1/subscription-payments").ids()).hasSize(1);
        assertThat(new OutboxReader(shop).purposes(EMAIL)).containsOnlyOnce(MailPurpose.SUBSCRIPTION_CANCELED);
    }

    /** A synchronization that has read the canceled state would cancel the record again. */
    @Test
    void runningSynchronizationStartsAgain() {
        String id = subscribe(MONTHLY);
        post(id, "cancel", "{\"cancelAtPeriodEnd\":true}").expect(200);
        shop.seller().settle();
        long before = version(id);
        post(id, "uncancel", "{}").expect(200);
        assertThat(version(id)).isGreaterThan(before);
    }

    @Test
    void planIsAConflict() {
        String id = subscribe(PLAN);
        Instant later = Instant.parse(record().get("startDate").textValue()).plus(Duration.ofDays(10));
        post(id, "cancel", "{\"cancelAt\":\"" + later + "\"}").expect(200);
        assertThat(post(id, "uncancel", "{}").expect(409).json().get("code").textValue())
                .isEqualTo("subscription_is_plan");
        assertThat(record().get("cancelAt").isTextual()).isTrue();
    }

    @ParameterizedTest
    @CsvSource({
        "active,subscription_not_canceled",
        "canceled,subscription_ended",
        "completed,subscription_ended",
        "draft,subscription_not_begun"
    })
    void nothingToUndoIsAConflict(String status, String code) {
        TestSeller seller = TestGateway.shared().seller();
        String id = seller.create(
                        Subscriptions.RESOURCE,
                        true,
                        record -> record.put("status", status)
                                .putNull("cancelAt")
                                .putNull("planIterations")
                                .put("cancelAtPeriodEnd", false))
                .get("id")
                .textValue();
        String path = "/v1/subscriptions/" + id + "/uncancel";
        assertThat(seller.live().post(path, "{}").expect(409).json().get("code").textValue())
                .isEqualTo(code);
        assertThat(SimulatorState.objects(seller, true, "subscription")).isEmpty();
    }

    @Test
    void needsAKeyOfTheSellerAndNoBody() {
        String id = subscribe(MONTHLY);
        post(id, "cancel", "{\"cancelAtPeriodEnd\":true}").expect(200);
        String path = "/v1/subscriptions/" + id + "/uncancel";
        shop.seller().live().post(path, "{}").expect(404);
        shop.gateway().seller().test().post(path, "{}").expect(404);
        assertThat(test.post(path, "{\"cancelAt\":null}").problems()).containsExactly("cancelAt");
        assertThat(record().get("cancelAt").isTextual()).isTrue();
    }
}
