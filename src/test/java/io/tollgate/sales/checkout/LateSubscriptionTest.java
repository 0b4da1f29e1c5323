package io.tollgate.sales.checkout;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.tollgate.platform.mail.MailPurpose;
import io.tollgate.support.Buyer;
import io.tollgate.support.Buyer.Shown;
import io.tollgate.support.OutboxReader;
import io.tollgate.support.SimulatorState;
import io.tollgate.support.TestSeller;
import io.tollgate.support.TestShop;
import io.tollgate.support.TestShop.Shelf;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Subscriptions that were paid although their order has expired, or while it expires. */
class LateSubscriptionTest {
    private static final String CANCEL_AT_PROCESSOR = """
            UPDATE simulated_object SET object = (object::jsonb || jsonb_build_object('status', 'canceled',
                'canceled_at', extract(epoch FROM now())::bigint, 'ended_at', extract(epoch FROM now())::bigint))
            WHERE seller_id = $1 AND kind = 'subscription'
            """;
    private static final String REFUSE = "UPDATE checkout SET late_payment_refused = TRUE";

    private final TestShop shop = TestShop.open();
    private final Buyer ada = new Buyer(shop.gateway().url(), "ada@example.com");
    private final LatePayment late = new LatePayment(shop, ada);
    private final OutboxReader outbox = new OutboxReader(shop);

    /** A subscription page with a stock of one. */
    private Shelf subscription() {
        return shop.page("{'name': 'Club', 'locale': 'en-US', 'productData': {'title': 'Club', 'stock': 1,"
                + " 'hasUnlimitedStock': false, 'generateLicenseKeys': true,"
                + " 'prices': [{'amount': 1500, 'currency': 'eur',"
                + " 'recurring': {'interval': 'month', 'intervalCount': 1}}]}}");
    }

    private JsonNode only(String path) {
        JsonNode records = shop.seller().live().get(path).expect(200).json().get("data");
        assertThat(records).hasSize(1);
        return records.get(0);
    }

    private JsonNode licenseKey() {
        String id = only("/v1/subscriptions").get("id").textValue();
        return shop.seller()
                .live()
                .get("/v1/subscriptions/" + id + "/license-key")
                .expect(200)
                .json()
                .get("data");
    }

    @Test
    void aLateSubscriptionGetsTheStockThatIsLeft() {
        Shown order = late.paidAndExpired(subscription(), Map.of());
        assertThat(ada.get(order.path()).html()).contains("Thank you for your order");
        assertThat(only("/v1/subscriptions").get("status").textValue()).isEqualTo("active");
        assertThat(licenseKey().get("disabled").booleanValue()).isFalse();
    }

    @Test
    void aLateSubscriptionThatIsSoldOutIsCanceledAndRefunded() {
        Shelf club = subscription();
        Shown order = late.paidAndExpired(club, Map.of());
        new Buyer(shop.gateway().url(), "bob@example.com").order(club.path()).expect(303);
        assertCanceledAndRefunded(order);
        JsonNode canceled = only("/v1/subscriptions");
        assertThat(canceled.get("reason").textValue()).isEqualTo("Paid after the order had expired");
        assertThat(canceled.get("canceledAt").isNull()).isFalse();
        assertThat(licenseKey().get("disabled").booleanValue()).isTrue();
        assertThat(SimulatorState.objects(shop.seller(), true, "refund")).hasSize(1);
        // The page asks again, and nothing happens.
        assertThat(ada.get(order.path()).html()).contains("Your payment came too late");
        assertThat(SimulatorState.objects(shop.seller(), true, "refund")).hasSize(1);
        assertThat(outbox.purposes("ada@example.com")).containsExactly(MailPurpose.LATE_PAYMENT_REFUNDED);
        assertThat(outbox.message("ada@example.com", MailPurpose.LATE_PAYMENT_REFUNDED)
                        .html())
                .contains("Your payment of €15.00 arrived after your order had expired");
    }

    /** All payments of the plan were made, and all are refunded. */
    @Test
    void aLatePlanOfOnePaymentStaysCanceledWhenItIsSynchronized() {
        Shelf plan = shop.page("{'name': 'Box', 'locale': 'en-US', 'productData': {'title': 'Box', 'stock': 1,"
                + " 'hasUnlimitedStock': false, 'prices': [{'amount': 1500, 'currency': 'eur',"
                + " 'paymentPlan': {'interval': 'month', 'intervalCount': 1, 'planIterations': 1}}]}}");
        Shown order = late.paidAndExpired(plan, Map.of());
        new Buyer(shop.gateway().url(), "bob@example.com").order(plan.path()).expect(303);
        assertCanceledAndRefunded(order);
        String synchronizations = "SELECT FROM processor_task WHERE seller_id = $1 AND kind = 'SYNC_SUBSCRIPTION'";
        late.run("UPDATE billed_subscription SET version = version + 1");
        TestSeller.rows(
                "INSERT INTO processor_task (seller_id, livemode, id, kind, subject_id, argument, due_at, created_at)"
                        + " SELECT seller_id, livemode, id, 'SYNC_SUBSCRIPTION', id, '{}', now(), now()"
                        + " FROM subscription WHERE seller_id = $1 ON CONFLICT DO NOTHING",
                shop.seller().id());
        assertThat(shop.settles(() ->
                        TestSeller.rows(synchronizations, shop.seller().id()).size() == 0))
                .isTrue();
        assertThat(only("/v1/subscriptions").get("status").textValue()).isEqualTo("canceled");
    }

    private void assertCanceledAndRefunded(Shown order) {
        assertThat(ada.get(order.path()).html()).contains("Your payment came too late");
        assertThat(only("/v1/subscriptions").get("status").textValue()).isEqualTo("canceled");
        assertThat(shop.settles(
                        () -> only("/v1/subscription-payments").get("refunded").booleanValue()))
                .isTrue();
        assertThat(SimulatorState.objects(shop.seller(), true, "subscription"))
                .singleElement()
                .satisfies(subscription ->
                        assertThat(subscription.get("status").textValue()).isEqualTo("canceled"));
    }

    /** The program stopped between its decision and the cancellation, or after it, and the stock has returned since. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aLateSubscriptionThatWasRefusedIsRefundedAlthoughThereIsStock(boolean canceled) {
        Shown order = late.paidAndExpired(subscription(), Map.of());
        late.run(REFUSE);
        if (canceled) {
            TestSeller.rows(CANCEL_AT_PROCESSOR, shop.seller().id());
        }
        assertCanceledAndRefunded(order);
    }

    /** The buyer pays between the decision that the order expires and the cancellation, or the program stops there. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aSubscriptionThatIsPaidWhileItsOrderExpiresIsRefunded(boolean canceled) {
        Shelf club = subscription();
        Shown order = late.paidTooLate(club, Map.of());
        late.run(REFUSE);
        if (canceled) {
            TestSeller.rows(CANCEL_AT_PROCESSOR, shop.seller().id());
        }
        assertCanceledAndRefunded(order);
        assertThat(late.stock(club)).isEqualTo(1);
    }

    /** The buyer ordered once more, and the first order was paid nevertheless. */
    @Test
    void aLateSubscriptionOfWhichTheBuyerCanHaveOneIsRefunded() {
        Shelf one = shop.page("{'name': 'Club', 'locale': 'en-US', 'productData': {'title': 'Club',"
                + " 'limitSubscriptions': {'enabled': true}, 'prices': [{'amount': 1500, 'currency': 'eur',"
                + " 'recurring': {'interval': 'month', 'intervalCount': 1}}]}}");
        Shown first = late.paidAndExpired(one, Map.of());
        Shown second = ada.order(one.path()).expect(303);
        assertCanceledAndRefunded(first);
        assertThat(ada.pay(second.path(), LatePayment.VISA)).isEqualTo("succeeded");
        assertThat(ada.comeBack(second.path()).html()).contains("Thank you for your order");
    }

    /** Control: nobody has decided that the order expires. Plans end by themselves. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aSubscriptionThatHasEndedByItselfCompletesItsOrder(boolean expired) {
        Shelf club = subscription();
        Shown order = expired ? late.paidAndExpired(club, Map.of()) : late.paidTooLate(club, Map.of());
        TestSeller.rows(CANCEL_AT_PROCESSOR, shop.seller().id());
        assertThat(ada.get(order.path()).html()).contains("Thank you for your order");
        assertThat(late.stock(club)).isZero();
        assertThat(SimulatorState.objects(shop.seller(), true, "refund")).isEmpty();
    }
}
