package io.tollgate.sales.checkout;

import static org.assertj.core.api.Assertions.assertThat;

import io.tollgate.support.Buyer;
import io.tollgate.support.Buyer.Shown;
import io.tollgate.support.SimulatorState;
import io.tollgate.support.TestSeller;
import io.tollgate.support.TestShop;
import io.tollgate.support.TestShop.Shelf;
import java.util.Map;

/** Lets a buyer pay an order that has expired, or that is about to. */
record LatePayment(TestShop shop, Buyer buyer) {
    static final String VISA = "4242424242424242";

    /** Lets the order expire as if the processor had reported the cancellation of a payment that succeeded. */
    Shown paidAndExpired(Shelf sold, Map<String, String> choices) {
        Shown order = paidTooLate(sold, choices);
        run("UPDATE checkout SET status = 'EXPIRED'");
        run("UPDATE payment_attempt SET status = 'CANCELED'");
        run("UPDATE capacity SET taken = 0");
        return order;
    }

    /** Lets the hold of an order that was paid end before anybody has asked the processor. */
    Shown paidTooLate(Shelf sold, Map<String, String> choices) {
        Shown order = buyer.order(sold.path(), choices).expect(303);
        Shown page = buyer.get(order.path()).expect(200);
        SimulatorState.holdEvents(shop.seller());
        assertThat(buyer.payFrom(page, VISA)).isEqualTo("succeeded");
        TestSeller.rows(
                "DELETE FROM processor_task WHERE seller_id = $1 AND kind = 'SETTLE_CHECKOUT'",
                shop.seller().id());
        run("UPDATE checkout SET hold_until = now()");
        return order;
    }

    void run(String update) {
        TestSeller.rows(update + " WHERE seller_id = $1", shop.seller().id());
    }

    int stock(Shelf sold) {
        return shop.seller()
                .live()
                .get("/v1/checkout-pages/" + sold.id())
                .expect(200)
                .json()
                .at("/data/product/stock")
                .intValue();
    }
}
