package io.tollgate.storefront.pages;

import static org.assertj.core.api.Assertions.assertThat;

import io.tollgate.support.Buyer;
import io.tollgate.support.Buyer.Shown;
import io.tollgate.support.TestSeller;
import io.tollgate.support.TestShop;
import io.tollgate.support.TestShop.Shelf;
import org.junit.jupiter.api.Test;

/** Which orders count where a customer can buy a product once. */
class BoughtOnceTest {
    private final TestShop shop = TestShop.open();
    private final Shelf mug = shop.page("{'name': 'Mug', 'locale': 'en-US', 'productData': {'title': 'Mug',"
            + " 'limitPayments': {'enabled': true}, 'prices': [{'amount': 1900, 'currency': 'eur'}]}}");

    /** Returns another browser of the same buyer. */
    private Buyer browser() {
        return new Buyer(shop.gateway().url(), "ada@example.com");
    }

    @Test
    void unpaidOrderCountsUntilItExpires() {
        Buyer ada = browser();
        String first = ada.order(mug.path()).expect(303).path();
        assertThat(browser().order(mug.path()).expect(409).html()).contains("it can be bought only once");
        TestSeller.rows(
                "UPDATE checkout SET hold_until = now() - interval '1 second' WHERE seller_id = $1",
                shop.seller().id());
        assertThat(shop.settles(() -> ada.get(first).html().contains("expired")))
                .isTrue();
        browser().order(mug.path()).expect(303);
    }

    @Test
    void refundedOrderCounts() {
        Buyer ada = browser();
        Shown order = ada.order(mug.path()).expect(303);
        ada.pay(order.path(), "4242424242424242");
        ada.comeBack(order.path()).expect(200);
        String payment = shop.seller()
                .live()
                .get("/v1/payments")
                .expect(200)
                .json()
                .at("/data/0/id")
                .textValue();
        shop.seller().live().post("/v1/payments/" + payment + "/refund", "{}").expect(200);
        assertThat(shop.settles(() -> shop.seller()
                        .live()
                        .get("/v1/payments/" + payment)
                        .json()
                        .at("/data/status")
                        .textValue()
                        .equals("refunded")))
                .isTrue();
        assertThat(browser().order(mug.path()).expect(409).html()).contains("it can be bought only once");
    }
}
