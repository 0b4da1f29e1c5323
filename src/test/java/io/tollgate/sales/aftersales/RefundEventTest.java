package io.tollgate.sales.aftersales;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.tollgate.support.Buyer;
import io.tollgate.support.Buyer.Shown;
import io.tollgate.support.PageType;
import io.tollgate.support.TestSeller;
import io.tollgate.support.TestShop.Shelf;
import org.junit.jupiter.api.Test;

/** The processor reports refunds that fail later and disputes, and Tollgate records them. */
class RefundEventTest extends CardOrders {
    private static final String DISPUTED = "4000000000000259";
    private static final String FAILING = "4000000000005126";

    @Test
    void disputesAreShown() {
        JsonNode payment = payment(DISPUTED);
        assertThat(shop.settles(
                        () -> refunds(payment).at("/disputes/0/status").asText().equals("needs_response")))
                .isTrue();
        assertThat(read(payment).get("status").textValue()).isEqualTo("paid");
    }

    @Test
    void disputesOfBookingsAreShown() {
        Shelf shelf = PageType.EVENT.open(api, shop.seller().name(), 2_000, 10);
        Buyer ada = new Buyer(shop.gateway().url(), "ada@example.com");
        Shown order = ada.order(shelf.path(), PageType.EVENT.choices(shelf)).expect(303);
        assertThat(ada.pay(order.path(), DISPUTED)).isEqualTo("succeeded");
        ada.comeBack(order.path());
        String booking = api.get("/v1/bookings").ids().get(0);
        assertThat(shop.settles(() -> api.get("/v1/bookings/" + booking + "/refunds")
                        .json()
                        .at("/data/disputes/0/status")
                        .asText()
                        .equals("needs_response")))
                .isTrue();
    }

    @Test
    void refundsThatFailLaterCountNoMore() {
        JsonNode payment = payment(FAILING);
        refunded(payment, "{'amount':700}");
        failAt("4102444800");
        assertThat(refunded(payment, "{'amount':200}").get("amountRefunded").asLong())
                .isEqualTo(900);
        failAt("0");
        assertThat(shop.settles(() -> refunds(payment)
                                .at("/refunds/0/status")
                                .asText()
                                .equals("failed")
                        && refunds(payment).at("/refunds/1/status").asText().equals("failed")))
                .isTrue();
        assertThat(read(payment).get("amountRefunded").asLong()).isZero();
        assertThat(read(payment).get("status").textValue()).isEqualTo("paid");
        assertThat(refunded(payment, "{}").get("status").textValue()).isEqualTo("refunded");
    }

    /** Sets when the refunds so far fail, in epoch seconds, and when the simulator reports it: 5 s may be too early. */
    private void failAt(String time) {
        String seller = shop.seller().id();
        TestSeller.rows(
                "UPDATE simulated_object SET object = jsonb_set(object, '{created}', $2::text::jsonb)"
                        + " WHERE seller_id = $1 AND kind = 'refund'",
                seller,
                time);
        TestSeller.rows(
                "UPDATE simulated_event SET due_at = to_timestamp($2::text::bigint)"
                        + " WHERE seller_id = $1 AND status = 'PENDING' AND due_at > now()",
                seller,
                time);
    }
}
