package io.tollgate.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.tollgate.processor.CallFaults.Fault;
import io.tollgate.support.Buyer.Shown;
import io.tollgate.support.TestApi;
import io.tollgate.support.TestApi.Reply;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The processor reports a cancellation before its response is recorded. */
@Tag("simulation")
class ReportedCancellationTest {
    private static final String NOW = "{\"cancelImmediately\": true, \"reason\": \"Moving\"}";

    private final SubscriptionScene scene = new SubscriptionScene();
    private final Lane lane = scene.lane;
    private final Node node = scene.node;
    private final Lane.Seller seller = scene.seller;
    private final TestApi api = scene.api;

    @AfterEach
    void close() {
        scene.close();
    }

    private JsonNode subscription() {
        return api.get("/v1/subscriptions").expect(200).json().at("/data/0");
    }

    private void subscribe() {
        subscribe("'recurring': {'interval': 'month', 'intervalCount': 1}");
    }

    private void subscribe(String terms) {
        var ada = lane.browser().with(node.url(), "ada@example.com");
        Shown order = ada.order(scene.page(terms)).expect(303);
        assertThat(ada.pay(order.path(), "4242424242424242")).isEqualTo("succeeded");
        assertThat(ada.comeBack(order.path()).html()).contains("Thank you");
        lane.clock().advance(Duration.ofSeconds(5));
    }

    private Reply cancel() {
        return api.send(
                "POST",
                "/v1/subscriptions/" + subscription().get("id").textValue() + "/cancel",
                Map.of("Content-Type", "application/json", "Idempotency-Key", "end"),
                NOW);
    }

    private void run(String kind) {
        seller.rows()
                .run("UPDATE processor_task SET due_at = CASE WHEN kind = '" + kind + "' THEN '"
                        + lane.clock().now() + "'::timestamptz ELSE due_at + interval '1 day' END WHERE :own");
        node.gateway().runTasks(seller.scope());
    }

    private void expectCancellationOfTheKey() {
        JsonNode record = subscription();
        assertThat(record.get("status").textValue()).isEqualTo("canceled");
        assertThat(record.get("canceledByApiKey").isTextual()).isTrue();
        assertThat(record.get("reason").textValue()).isEqualTo("Moving");
        assertThat(seller.rows()
                        .value("SELECT count(*) FROM mail_message WHERE :own"
                                + " AND purpose = 'SUBSCRIPTION_CANCELED_NOTIFICATION'"))
                .isEqualTo("1");
    }

    @Test
    void lateResponseConfirmsWhatTheProcessorHasReported() {
        subscribe();
        node.calls().armLate(Fault.RESPONSE_LATE, 0);
        CompletableFuture<Void> executed = node.calls().reached();
        CompletableFuture<Reply> late = CompletableFuture.supplyAsync(this::cancel);
        executed.join();
        run("SYNC_SUBSCRIPTION");
        assertThat(subscription().get("status").textValue()).isEqualTo("canceled");
        node.calls().releaseLate();
        late.join().expect(200);
        expectCancellationOfTheKey();
    }

    @Test
    void lostResponseIsRecordedAfterTheReport() {
        subscribe();
        node.calls().arm(Fault.RESPONSE_LOST, 0, null);
        cancel().expect(503);
        run("SYNC_SUBSCRIPTION");
        assertThat(subscription().get("status").textValue()).isEqualTo("canceled");
        run("CONFIRM_CANCELLATION");
        expectCancellationOfTheKey();
        cancel().expect(200);
    }

    /** The processor has made the last charge, and Tollgate does not know it when the seller cancels. */
    @Test
    void planCanceledAfterItsLastChargeIsCompleted() {
        subscribe("'paymentPlan': {'interval': 'month', 'intervalCount': 1, 'planIterations': 2}");
        lane.clock().advance(Duration.ofDays(32));
        cancel().expect(200);
        assertThat(subscription().get("status").textValue()).isEqualTo("canceled");
        run("SYNC_SUBSCRIPTION");
        assertThat(api.get("/v1/subscription-payments").ids()).hasSize(2);
        assertThat(subscription().get("status").textValue()).isEqualTo("completed");
        assertThat(subscription().get("reason").textValue()).isEqualTo("Moving");
    }

    /** Control: a plan that was canceled before its last charge stays canceled. */
    @Test
    void planCanceledBeforeItsLastChargeIsCanceled() {
        subscribe("'paymentPlan': {'interval': 'month', 'intervalCount': 1, 'planIterations': 3}");
        lane.clock().advance(Duration.ofDays(32));
        cancel().expect(200);
        run("SYNC_SUBSCRIPTION");
        assertThat(api.get("/v1/subscription-payments").ids()).hasSize(2);
        assertThat(subscription().get("status").textValue()).isEqualTo("canceled");
    }
}
