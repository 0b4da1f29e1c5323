package io.tollgate.checkout;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.tollgate.mail.MailPurpose;
import io.tollgate.support.Buyer;
import io.tollgate.support.Buyer.Shown;
import io.tollgate.support.Eventually;
import io.tollgate.support.OutboxReader;
import io.tollgate.support.SimulatorState;
import io.tollgate.support.TestSeller;
import io.tollgate.support.TestShop;
import io.tollgate.support.TestShop.Shelf;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Payments that succeeded although their order has expired. */
class LatePaymentTest {
    private static final String VISA = "4242424242424242";

    private static final String CANCEL_AT_PROCESSOR = """
            UPDATE simulated_object SET object = (object::jsonb || jsonb_build_object('status', 'canceled',
                'canceled_at', extract(epoch FROM now())::bigint, 'ended_at', extract(epoch FROM now())::bigint))
            WHERE seller_id = $1 AND kind = 'subscription'
            """;
    private static final String REFUSE = "UPDATE checkout SET late_payment_refused = TRUE";

    private final TestShop shop = TestShop.open();
    private final Buyer ada = new Buyer(shop.gateway().url(), "ada@example.com");
    private final OutboxReader outbox = new OutboxReader(shop);
    private final Shelf shelf =
            shop.page("{'name': 'Mug', 'locale': 'en-US', 'productData': {'title': 'Mug', 'stock': 1,"
                    + " 'hasUnlimitedStock': false, 'prices': [{'amount': 1900, 'currency': 'eur'}]}}");

    private int stock() {
        return stock(shelf);
    }

    private JsonNode payments() {
        return shop.seller().live().get("/v1/payments").expect(200).json().get("data");
    }

    /** Lets the order expire as if the processor had reported the cancellation of a payment that succeeded. */
    private Shown paidAndExpired() {
        Shown order = paidAndExpired(shelf, Map.of());
        assertThat(stock()).isEqualTo(1);
        return order;
    }

    private Shown paidAndExpired(Shelf sold, Map<String, String> choices) {
        Shown order = paidTooLate(sold, choices);
        run("UPDATE checkout SET status = 'EXPIRED'");
        run("UPDATE payment_attempt SET status = 'CANCELED'");
        run("UPDATE capacity SET taken = 0");
        return order;
    }

    /** Lets the hold of an order that was paid end before anybody has asked the processor. */
    private Shown paidTooLate(Shelf sold, Map<String, String> choices) {
        Shown order = ada.order(sold.path(), choices).expect(303);
        assertThat(ada.pay(order.path(), VISA)).isEqualTo("succeeded");
        TestSeller.rows(
                "DELETE FROM processor_task WHERE seller_id = $1 AND kind = 'SETTLE_CHECKOUT'",
                shop.seller().id());
        run("UPDATE checkout SET hold_until = now()");
        return order;
    }

    private void run(String update) {
        TestSeller.rows(update + " WHERE seller_id = $1", shop.seller().id());
    }

    @Test
    void a_late_payment_gets_the_stock_that_is_left() {
        Shown order = paidAndExpired();
        assertThat(ada.get(order.path()).html()).contains("Thank you for your order");
        ada.get(order.path());
        assertThat(outbox.purposes("ada@example.com")).containsExactly(MailPurpose.ORDER_CONFIRMATION);
        assertThat(payments()).hasSize(1);
        assertThat(payments().get(0).get("status").textValue()).isEqualTo("paid");
        assertThat(stock()).isZero();
    }

    @Test
    void a_late_payment_of_a_sold_out_order_is_refunded() {
        Shown order = paidAndExpired();
        shop.seller()
                .live()
                .patch("/v1/account", "{\"email\": \"shop@seller.example\"}")
                .expect(200);
        Buyer bob = new Buyer(shop.gateway().url(), "bob@example.com");
        bob.order(shelf.path()).expect(303);
        assertThat(ada.get(order.path()).html()).contains("Your payment came too late");
        assertThat(Eventually.isTrue(
                        () -> payments().get(0).get("status").textValue().equals("refunded")))
                .isTrue();
        assertThat(payments()).hasSize(1);
        JsonNode payment = payments().get(0);
        assertThat(payment.get("orderStatus").textValue()).isEqualTo("canceled");
        assertThat(payment.get("amountRefunded").asLong()).isEqualTo(1_900);
        JsonNode refunds = shop.seller()
                .live()
                .get("/v1/payments/" + payment.get("id").textValue() + "/refunds")
                .expect(200)
                .json();
        assertThat(refunds.at("/data/refunds/0/origin").textValue()).isEqualTo("late_payment");
        assertThat(SimulatorState.objects(shop.seller(), true, "refund")).hasSize(1);
        assertThat(stock()).isZero();
        assertThat(outbox.purposes("ada@example.com")).containsExactly(MailPurpose.LATE_PAYMENT_REFUNDED);
        assertThat(outbox.message("ada@example.com", MailPurpose.LATE_PAYMENT_REFUNDED)
                        .html())
                .contains("Hello Ada Lovelace", "Your payment of €19.00 arrived after your order had expired");
        assertThat(outbox.purposes("shop@seller.example")).containsExactly(MailPurpose.LATE_PAYMENT_NOTIFICATION);
        assertThat(outbox.message("shop@seller.example", MailPurpose.LATE_PAYMENT_NOTIFICATION)
                        .html())
                .contains("A payment of €19.00 arrived after its order had expired", "ada@example.com");
    }

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
        Shown order = paidAndExpired(subscription(), Map.of());
        assertThat(ada.get(order.path()).html()).contains("Thank you for your order");
        assertThat(only("/v1/subscriptions").get("status").textValue()).isEqualTo("active");
        assertThat(licenseKey().get("disabled").booleanValue()).isFalse();
    }

    @Test
    void aLateSubscriptionThatIsSoldOutIsCanceledAndRefunded() {
        Shelf club = subscription();
        Shown order = paidAndExpired(club, Map.of());
        new Buyer(shop.gateway().url(), "bob@example.com").order(club.path()).expect(303);
        assertThat(ada.get(order.path()).html()).contains("Your payment came too late");
        assertThat(Eventually.isTrue(
                        () -> only("/v1/subscription-payments").get("refunded").booleanValue()))
                .isTrue();
        JsonNode canceled = only("/v1/subscriptions");
        assertThat(canceled.get("status").textValue()).isEqualTo("canceled");
        assertThat(canceled.get("reason").textValue()).isEqualTo("Paid after the order had expired");
        assertThat(canceled.get("canceledAt").isNull()).isFalse();
        assertThat(licenseKey().get("disabled").booleanValue()).isTrue();
        assertThat(SimulatorState.objects(shop.seller(), true, "refund")).hasSize(1);
        assertThat(SimulatorState.objects(shop.seller(), true, "subscription"))
                .singleElement()
                .satisfies(subscription ->
                        assertThat(subscription.get("status").textValue()).isEqualTo("canceled"));
        // The page asks again, and nothing happens.
        assertThat(ada.get(order.path()).html()).contains("Your payment came too late");
        assertThat(SimulatorState.objects(shop.seller(), true, "refund")).hasSize(1);
        assertThat(outbox.purposes("ada@example.com")).containsExactly(MailPurpose.LATE_PAYMENT_REFUNDED);
        assertThat(outbox.message("ada@example.com", MailPurpose.LATE_PAYMENT_REFUNDED)
                        .html())
                .contains("Your payment of €15.00 arrived after your order had expired");
    }

    private void assertCanceledAndRefunded(Shown order) {
        assertThat(ada.get(order.path()).html()).contains("Your payment came too late");
        assertThat(only("/v1/subscriptions").get("status").textValue()).isEqualTo("canceled");
        assertThat(Eventually.isTrue(
                        () -> only("/v1/subscription-payments").get("refunded").booleanValue()))
                .isTrue();
        assertThat(SimulatorState.objects(shop.seller(), true, "subscription"))
                .singleElement()
                .satisfies(subscription ->
                        assertThat(subscription.get("status").textValue()).isEqualTo("canceled"));
    }

    private int stock(Shelf sold) {
        return shop.seller()
                .live()
                .get("/v1/checkout-pages/" + sold.id())
                .expect(200)
                .json()
                .at("/data/product/stock")
                .intValue();
    }

    /** The program stopped between its decision and the cancellation, or after it, and the stock has returned since. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aLateSubscriptionThatWasRefusedIsRefundedAlthoughThereIsStock(boolean canceled) {
        Shown order = paidAndExpired(subscription(), Map.of());
        run(REFUSE);
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
        Shown order = paidTooLate(club, Map.of());
        run(REFUSE);
        if (canceled) {
            TestSeller.rows(CANCEL_AT_PROCESSOR, shop.seller().id());
        }
        assertCanceledAndRefunded(order);
        assertThat(stock(club)).isEqualTo(1);
    }

    /** Control: nobody has decided that the order expires. Plans end by themselves. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aSubscriptionThatHasEndedByItselfCompletesItsOrder(boolean expired) {
        Shelf club = subscription();
        Shown order = expired ? paidAndExpired(club, Map.of()) : paidTooLate(club, Map.of());
        TestSeller.rows(CANCEL_AT_PROCESSOR, shop.seller().id());
        assertThat(ada.get(order.path()).html()).contains("Thank you for your order");
        assertThat(stock(club)).isZero();
        assertThat(SimulatorState.objects(shop.seller(), true, "refund")).isEmpty();
    }

    /** The buyer ordered once more, and the first order was paid nevertheless. */
    @Test
    void aLatePaymentOfWhatCanBeBoughtOnceIsRefunded() {
        Shelf once = shop.page("{'name': 'Pass', 'locale': 'en-US', 'productData': {'title': 'Pass',"
                + " 'limitPayments': {'enabled': true}, 'prices': [{'amount': 1900, 'currency': 'eur'}]}}");
        Shown first = paidAndExpired(once, Map.of());
        Shown second = ada.order(once.path()).expect(303);
        assertThat(ada.get(first.path()).expect(200).html()).contains("Your payment came too late");
        assertThat(Eventually.isTrue(
                        () -> payments().get(0).get("status").textValue().equals("refunded")))
                .isTrue();
        assertThat(ada.pay(second.path(), VISA)).isEqualTo("succeeded");
        assertThat(ada.comeBack(second.path()).html()).contains("Thank you for your order");
    }

    /** The ticket type was moved to another group after the order: the places are claimed there. */
    @Test
    void a_late_payment_gets_places_in_the_group_that_the_type_was_moved_to() {
        Shelf event = shop.event("", "", "{'name': 'Seat', 'price': 2500}");
        String groups = "/v1/events/" + event.id() + "/ticket-groups";
        String group = event.record().at("/ticketGroups/0/id").textValue();
        String type = event.record().at("/ticketGroups/0/ticketTypes/0/id").textValue();
        String other = created(groups, "{'name': 'Balcony'}");
        created(groups + "/" + other + "/ticket-types", "{'name': 'Box', 'price': 9900}");
        Shown order = paidAndExpired(event, Map.of("tickets." + type, "2"));
        shop.seller()
                .live()
                .patch(groups + "/" + group + "/ticket-types/" + type, "{\"ticketGroupId\": \"" + other + "\"}")
                .expect(200);
        assertThat(ada.get(order.path()).html()).contains("Thank you for your order");
        assertThat(taken("TICKET_GROUP", group)).isZero();
        assertThat(taken("TICKET_GROUP", other)).isEqualTo(2);
        assertThat(taken("TICKET_TYPE", type)).isEqualTo(2);
        assertThat(taken("EVENT", event.id())).isEqualTo(2);
    }

    private String created(String path, String body) {
        return shop.seller()
                .live()
                .post(path, body.replace('\'', '"'))
                .expect(201)
                .json()
                .at("/data/id")
                .textValue();
    }

    private static int taken(String kind, String ownerId) {
        return TestSeller.rows("SELECT taken FROM capacity WHERE upper(kind) = $1 AND owner_id = $2", kind, ownerId)
                .iterator()
                .next()
                .getInteger(0);
    }

    /** Control: an order that expired without a payment stays expired. */
    @Test
    void an_expired_order_without_a_payment_stays_expired() {
        Shown order = ada.order(shelf.path()).expect(303);
        ada.get(order.path()).expect(200);
        TestSeller.rows(
                "UPDATE checkout SET hold_until = now() WHERE seller_id = $1",
                shop.seller().id());
        assertThat(Eventually.isTrue(() -> ada.get(order.path()).html().contains("This order has expired")))
                .isTrue();
        ada.get(order.path());
        assertThat(payments()).isEmpty();
        assertThat(stock()).isEqualTo(1);
    }
}
