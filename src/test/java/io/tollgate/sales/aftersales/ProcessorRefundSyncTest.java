package io.tollgate.sales.aftersales;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tollgate.platform.clock.Clock;
import io.tollgate.platform.db.Database;
import io.tollgate.platform.resource.Scope;
import io.tollgate.platform.write.WriteExecutor;
import io.tollgate.processor.ProcessorAccount;
import io.tollgate.processor.ProcessorClient;
import io.tollgate.processor.ProcessorSettings;
import io.tollgate.processor.RefundState;
import io.tollgate.processor.RefundTerms;
import io.tollgate.support.Parallel;
import io.tollgate.support.SimulatorState;
import io.tollgate.support.TestApi;
import io.tollgate.support.TestDatabase;
import io.tollgate.support.TestSeller;
import io.tollgate.support.TestSettings;
import io.vertx.core.Vertx;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Refunds and disputes that were made at the processor. */
class ProcessorRefundSyncTest extends CardOrders {
    private static final String DISPUTED = "4000000000000259";
    private static final String FAILING = "4000000000005126";

    private final Vertx vertx = shop.gateway().vertx();
    private final Database database =
            new Database(vertx, TestSettings.database(TestDatabase.url(), "transactionPool=8", "queueMax=1000"));
    private final WriteExecutor writes = new WriteExecutor(database, Clock.SYSTEM);
    private final ProcessorClient processor = new ProcessorClient(
            vertx,
            new ProcessorSettings(
                    "", false, "127.0.0.1", 0, "", "", 300, 50, 30, 4, 100, 1_000, 30_000, 0, 30_000, 1_000, 1_000));
    private final ProcessorRefundSync sync = new ProcessorRefundSync(writes, processor);
    private final Scope scope = shop.seller().scope(true);

    @AfterEach
    void close() {
        database.close();
    }

    private static String intent(JsonNode payment) {
        return payment.get("processorPaymentIntentId").textValue();
    }

    private void sync(JsonNode payment) {
        TestSeller.await(sync.sync(scope, intent(payment)));
    }

    /** Refunds as the processor's dashboard does. */
    private RefundState refundAtProcessor(JsonNode payment, long amount, @Nullable String reason) {
        ProcessorAccount account =
                TestSeller.await(writes.run(scope, write -> ProcessorAccount.of(write.transaction(), write.scope())));
        RefundTerms terms = new RefundTerms("dashboard", intent(payment), amount, reason, null);
        return TestSeller.await(
                processor.call(account, "createRefund", api -> api.createRefund(terms, "dashboard-" + amount)));
    }

    private void decideDispute(String status) {
        TestSeller.rows(
                "UPDATE simulated_object SET object = jsonb_set(object, '{status}', to_jsonb($2::text))"
                        + " WHERE seller_id = $1 AND kind = 'dispute'",
                shop.seller().id(),
                status);
    }

    /** Returns the metadata of the only refund at the processor. */
    private JsonNode metadata() {
        return TestApi.json(TestSeller.rows(
                        "SELECT (object -> 'metadata')::text FROM simulated_object WHERE seller_id = $1"
                                + " AND kind = 'refund'",
                        shop.seller().id())
                .iterator()
                .next()
                .getString(0));
    }

    @Test
    void a_note_can_be_removed_at_the_processor() {
        JsonNode payment = payment(VISA);
        refunded(payment, "{'amount': 100, 'reason': 'other', 'reasonNote': 'moved away'}");
        JsonNode noted = metadata();
        assertThat(noted.get("note").textValue()).isEqualTo("moved away");
        String id = refunds(payment).at("/refunds/0/processorRefundId").textValue();
        ProcessorAccount account =
                TestSeller.await(writes.run(scope, write -> ProcessorAccount.of(write.transaction(), write.scope())));
        for (String refund : List.of(id, id, "re_unknown")) {
            TestSeller.await(processor.run(
                    account, "removeRefundNote", api -> api.removeRefundNote(refund, "remove-" + refund)));
        }
        assertThat(metadata()).isEqualTo(((ObjectNode) noted).without("note"));
    }

    @Test
    void a_refund_at_the_processor_is_recorded_once() {
        JsonNode payment = payment(VISA);
        refunded(payment, "{'amount':100}");
        RefundState made = refundAtProcessor(payment, 700, "duplicate");
        Parallel.times(4, number -> {
            sync(payment);
            return number;
        });
        sync(payment);
        JsonNode refunds = refunds(payment);
        assertThat(refunds.get("refunds")).hasSize(2);
        JsonNode synced = refunds.at("/refunds/1");
        assertThat(synced.get("origin").textValue()).isEqualTo("processor");
        assertThat(synced.get("processorRefundId").textValue()).isEqualTo(made.id());
        assertThat(synced.get("reason").textValue()).isEqualTo("duplicate");
        assertThat(synced.get("creditNoteNumber").textValue()).endsWith("000002");
        assertThat(read(payment).get("amountRefunded").asLong()).isEqualTo(800);
        assertThat(read(payment).get("status").textValue()).isEqualTo("partial_refund");
        assertThat(invoice(payment).get("amountRefunded").asLong()).isEqualTo(800);
    }

    /** If the event recorded the refund, the idempotency key would be free, and the retry would refund once more. */
    @Test
    void a_refund_whose_response_was_lost_is_left_to_its_task() {
        JsonNode payment = payment(VISA);
        String body = "{'amount':700,'reasonNote':'simulate:lose'}";
        refund(payment, body, "lost").expect(503);
        sync(payment);
        assertThat(refunds(payment).at("/refunds/0/status").textValue()).isEqualTo("pending");
        assertThat(SimulatorState.completeTasks(shop.seller())).isTrue();
        assertThat(refund(payment, body, "lost")
                        .expect(200)
                        .json()
                        .at("/data/amountRefunded")
                        .longValue())
                .isEqualTo(700);
        assertThat(refundedAtProcessor()).isEqualTo(700);
    }

    /** Two events are applied at the same time, and the one that has read the processor first records it last. */
    @Test
    void a_state_of_a_dispute_that_was_read_before_its_decision_does_not_replace_it() {
        JsonNode payment = payment(DISPUTED);
        decideDispute("won");
        sync(payment);
        decideDispute("under_review");
        sync(payment);
        assertThat(refunds(payment).at("/disputes/0/status").textValue()).isEqualTo("won");
        decideDispute("lost");
        sync(payment);
        assertThat(refunds(payment).at("/disputes/0/status").textValue()).isEqualTo("lost");
    }

    @Test
    void a_dispute_is_shown_and_counts_as_a_refund_when_it_is_lost() {
        JsonNode payment = payment(DISPUTED);
        sync(payment);
        assertThat(refunds(payment).at("/disputes/0/status").textValue()).isEqualTo("needs_response");
        assertThat(refunds(payment).get("refunds")).isEmpty();
        assertThat(read(payment).get("status").textValue()).isEqualTo("paid");
        decideDispute("lost");
        sync(payment);
        sync(payment);
        JsonNode refunds = refunds(payment);
        assertThat(refunds.at("/disputes/0/status").textValue()).isEqualTo("lost");
        assertThat(refunds.get("refunds")).hasSize(1);
        assertThat(refunds.at("/refunds/0/origin").textValue()).isEqualTo("dispute");
        assertThat(refunds.at("/refunds/0/reason").textValue()).isEqualTo("fraudulent");
        assertThat(read(payment).get("status").textValue()).isEqualTo("refunded");
    }

    @Test
    void a_dispute_that_is_won_returns_nothing() {
        JsonNode payment = payment(DISPUTED);
        decideDispute("won");
        sync(payment);
        assertThat(refunds(payment).at("/disputes/0/status").textValue()).isEqualTo("won");
        assertThat(read(payment).get("status").textValue()).isEqualTo("paid");
    }

    @Test
    void a_refund_that_fails_later_can_be_made_again() {
        JsonNode payment = payment(FAILING);
        assertThat(refunded(payment, "{}").get("status").textValue()).isEqualTo("refunded");
        TestSeller.rows(
                "UPDATE simulated_object SET object = jsonb_set(object, '{created}', '0')"
                        + " WHERE seller_id = $1 AND kind = 'refund'",
                shop.seller().id());
        sync(payment);
        JsonNode refunds = refunds(payment);
        assertThat(refunds.at("/refunds/0/status").textValue()).isEqualTo("failed");
        assertThat(refunds.at("/refunds/0/creditNoteNumber").textValue()).isNotNull();
        assertThat(refunds.get("amountRefunded").asLong()).isZero();
        assertThat(read(payment).get("status").textValue()).isEqualTo("paid");
        assertThat(invoice(payment).get("status").textValue()).isEqualTo("paid");
        assertThat(refunded(payment, "{'amount':400}").get("amountRefunded").asLong())
                .isEqualTo(400);
    }

    @Test
    void an_unknown_payment_is_ignored() {
        TestSeller.await(sync.sync(scope, "pi_unknown"));
        JsonNode payment = payment(VISA);
        TestSeller.await(sync.sync(shop.seller().scope(false), intent(payment)));
        assertThat(refunds(payment).get("refunds")).isEmpty();
    }
}
