package io.tollgate.sales.checkout;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.tollgate.support.Buyer;
import io.tollgate.support.Buyer.Shown;
import io.tollgate.support.SignedEvent;
import io.tollgate.support.SimulatorState;
import io.tollgate.support.TestSeller;
import io.tollgate.support.TestShop;
import io.tollgate.support.TestShop.Shelf;
import io.vertx.sqlclient.Row;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Orders whose buyers close the browser: the simulator's events settle them. */
class CheckoutEventTest {
    private static final String VISA = "4242424242424242";

    private final TestShop shop = TestShop.open();
    private final Buyer ada = new Buyer(shop.gateway().url(), "ada@example.com");

    private List<JsonNode> payments() {
        return List.copyOf(shop.seller()
                .live()
                .get("/v1/payments")
                .expect(200)
                .json()
                .get("data")
                .findParents("orderId"));
    }

    private Shelf shelf(String title) {
        return shop.page("{'name': 'Mug', 'productData': {'title': '" + title
                + "', 'prices': [{'amount': 1900, 'currency': 'eur'}]}}");
    }

    /** Keeps the reconciler from asking, so that only events can settle the orders of the seller. */
    private void stopReconciler() {
        TestSeller.rows(
                "UPDATE processor_task SET due_at = now() + interval '1 day'"
                        + " WHERE seller_id = $1 AND kind = 'SETTLE_CHECKOUT'",
                shop.seller().id());
    }

    private void runReconciler() {
        TestSeller.rows(
                "UPDATE processor_task SET due_at = now() WHERE seller_id = $1 AND kind = 'SETTLE_CHECKOUT'",
                shop.seller().id());
    }

    private String pay(Shelf shelf, String card) {
        Shown page = ada.get(ada.order(shelf.path()).expect(303).path()).expect(200);
        stopReconciler();
        return ada.payFrom(page, card);
    }

    private long events(String where) {
        Row row = TestSeller.rows(
                        "SELECT count(*) FROM processor_event WHERE seller_id = $1 AND " + where,
                        shop.seller().id())
                .iterator()
                .next();
        return row.getLong(0);
    }

    private boolean isPaid() {
        return payments().size() == 1
                && payments().get(0).get("status").textValue().equals("paid");
    }

    @ParameterizedTest
    @ValueSource(strings = {"Mug", "Mug simulate:events-twice", "Mug simulate:events-shuffled"})
    void aClosedBrowserDoesNotDelayTheOrder(String title) {
        assertThat(pay(shelf(title), VISA)).isEqualTo("succeeded");
        assertThat(shop.settles(() -> isPaid() && events("applied_at IS NOT NULL") == 2))
                .isTrue();
        assertThat(events("outcome = 'APPLIED'")).isEqualTo(2);
        assertThat(payments()).hasSize(1);
    }

    @Test
    void anEventThatNeverArrivesIsReplacedByTheReconciler() {
        assertThat(pay(shelf("Mug simulate:events-never"), VISA)).isEqualTo("succeeded");
        runReconciler();
        assertThat(shop.settles(this::isPaid)).isTrue();
        assertThat(events("true")).isZero();
        assertThat(TestSeller.rows(
                                "SELECT FROM simulated_event WHERE seller_id = $1 AND status = 'NEVER'",
                                shop.seller().id())
                        .size())
                .isEqualTo(2);
    }

    @Test
    void aLateEventChangesNothing() {
        assertThat(pay(shelf("Mug simulate:events-late"), VISA)).isEqualTo("succeeded");
        runReconciler();
        assertThat(shop.settles(this::isPaid)).isTrue();
        TestSeller.rows(
                "UPDATE simulated_event SET due_at = now() WHERE seller_id = $1",
                shop.seller().id());
        assertThat(shop.settles(() -> events("applied_at IS NOT NULL") == 2)).isTrue();
        assertThat(payments()).hasSize(1);
    }

    @Test
    void anOutcomeThatFollowsLaterIsRecordedWhenItComes() {
        assertThat(pay(shelf("Mug"), "4000000000007205")).isEqualTo("processing");
        assertThat(shop.settles(() -> status().equals("PENDING") || status().equals("PAID")))
                .isTrue();
        stopReconciler();
        assertThat(shop.settles(this::isPaid)).isTrue();
    }

    @Test
    void anOutcomeThatFollowsAfterTheHoldIsRecordedWhenItComes() {
        stopReconciler();
        assertThat(pay(shelf("Mug"), "4000000000007205")).isEqualTo("processing");
        TestSeller.rows(
                "UPDATE checkout SET hold_until = now() WHERE seller_id = $1",
                shop.seller().id());
        runReconciler();
        assertThat(shop.settles(this::isPaid)).isTrue();
    }

    @Test
    void aPaymentThatFailsLaterOpensTheOrderAgain() {
        assertThat(pay(shelf("Mug"), "4000000000007304")).isEqualTo("processing");
        assertThat(shop.settles(
                        () -> events("type = 'payment_intent.payment_failed'" + " AND outcome = 'APPLIED'") == 1))
                .isTrue();
        assertThat(status()).isEqualTo("OPEN");
        assertThat(payments()).isEmpty();
    }

    /** The processor refuses a cancellation while it processes the payment, and repeats that response to its key. */
    @Test
    void aPaymentThatFailsAfterTheHoldIsCanceled() {
        assertThat(pay(shelf("Mug simulate:events-never"), "4000000000007304")).isEqualTo("processing");
        TestSeller.rows(
                "UPDATE checkout SET hold_until = now() WHERE seller_id = $1",
                shop.seller().id());
        runReconciler();
        assertThat(shop.settles(() -> status().equals("PENDING"))).isTrue();
        assertThat(shop.settles(() -> {
                    runReconciler();
                    return status().equals("EXPIRED");
                }))
                .isTrue();
        assertThat(SimulatorState.objects(shop.seller(), true, "payment_intent"))
                .singleElement()
                .satisfies(intent -> assertThat(intent.path("status").asText()).isEqualTo("canceled"));
        assertThat(payments()).isEmpty();
    }

    private String status() {
        return TestSeller.rows(
                        "SELECT status FROM checkout WHERE seller_id = $1",
                        shop.seller().id())
                .iterator()
                .next()
                .getString(0);
    }

    /** A gateway that claims a task and crashes leaves it until its lease ends. */
    @Test
    void anEventWhoseApplicationCrashedIsAppliedByTheNextAttempt() {
        assertThat(pay(shelf("Mug simulate:events-never"), VISA)).isEqualTo("succeeded");
        String seller = shop.seller().id();
        JsonNode intent =
                SimulatorState.objects(shop.seller(), true, "payment_intent").get(0);
        TestSeller.rows(
                "INSERT INTO processor_event (seller_id, livemode, id, type, object_id, payment_id, created_at,"
                        + " received_at) VALUES ($1, true, 'evt_x', 'payment_intent.succeeded', $2, $2, now(), now())",
                seller,
                intent.get("id").textValue());
        TestSeller.rows(
                "INSERT INTO processor_task (seller_id, livemode, id, kind, subject_id, argument, attempts, due_at,"
                        + " created_at) VALUES ($1, true, $1, 'APPLY_EVENT', 'evt_x', '{}', 1, now(), now())",
                seller);
        assertThat(shop.settles(this::isPaid)).isTrue();
        assertThat(shop.settles(() -> events("outcome = 'APPLIED'") == 1)).isTrue();
    }

    @Test
    void anotherSellersAccountSettlesNothing() {
        Shelf shelf = shelf("Mug simulate:events-never");
        assertThat(pay(shelf, VISA)).isEqualTo("succeeded");
        JsonNode intent =
                SimulatorState.objects(shop.seller(), true, "payment_intent").get(0);
        TestSeller stranger = shop.gateway().seller();
        String object = "{'id':'" + intent.get("id").textValue() + "','metadata':{'tollgate_checkout':'"
                + intent.at("/metadata/tollgate_checkout").textValue() + "'}}";
        assertThat(SignedEvent.of(stranger.scope(true), "evt_y", "payment_intent.succeeded", object)
                        .sendTo(shop.gateway())
                        .status())
                .isEqualTo(200);
        assertThat(stranger.settles(() -> TestSeller.rows(
                                        "SELECT FROM processor_event WHERE seller_id = $1 AND outcome = 'IGNORED'",
                                        stranger.id())
                                .size()
                        == 1))
                .isTrue();
        assertThat(status()).isEqualTo("OPEN");
        assertThat(payments()).isEmpty();
    }
}
