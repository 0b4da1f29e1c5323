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

/** Payments that succeeded although their order has expired. */
class LatePaymentTest {
    private final TestShop shop = TestShop.open();
    private final Buyer ada = new Buyer(shop.gateway().url(), "ada@example.com");
    private final LatePayment late = new LatePayment(shop, ada);
    private final OutboxReader outbox = new OutboxReader(shop);
    private final Shelf shelf =
            shop.page("{'name': 'Mug', 'locale': 'en-US', 'productData': {'title': 'Mug', 'stock': 1,"
                    + " 'hasUnlimitedStock': false, 'prices': [{'amount': 1900, 'currency': 'eur'}]}}");

    private int stock() {
        return late.stock(shelf);
    }

    private JsonNode payments() {
        return shop.seller().live().get("/v1/payments").expect(200).json().get("data");
    }

    /** Lets the order expire as if the processor had reported the cancellation of a payment that succeeded. */
    private Shown paidAndExpired() {
        Shown order = late.paidAndExpired(shelf, Map.of());
        assertThat(stock()).isEqualTo(1);
        return order;
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
        assertThat(shop.settles(
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

    /** The buyer ordered once more, and the first order was paid nevertheless. */
    @Test
    void aLatePaymentOfWhatCanBeBoughtOnceIsRefunded() {
        Shelf once = shop.page("{'name': 'Pass', 'locale': 'en-US', 'productData': {'title': 'Pass',"
                + " 'limitPayments': {'enabled': true}, 'prices': [{'amount': 1900, 'currency': 'eur'}]}}");
        Shown first = late.paidAndExpired(once, Map.of());
        Shown second = ada.order(once.path()).expect(303);
        assertThat(ada.get(first.path()).expect(200).html()).contains("Your payment came too late");
        assertThat(shop.settles(
                        () -> payments().get(0).get("status").textValue().equals("refunded")))
                .isTrue();
        assertThat(ada.pay(second.path(), LatePayment.VISA)).isEqualTo("succeeded");
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
        Shown order = late.paidAndExpired(event, Map.of("tickets." + type, "2"));
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
        assertThat(shop.settles(() -> ada.get(order.path()).html().contains("This order has expired")))
                .isTrue();
        ada.get(order.path());
        assertThat(payments()).isEmpty();
        assertThat(stock()).isEqualTo(1);
    }
}
