package io.tollgate.sales.checkout;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.tollgate.support.Buyer;
import io.tollgate.support.Buyer.Shown;
import io.tollgate.support.TestSeller;
import io.tollgate.support.TestShop;
import io.tollgate.support.TestShop.Shelf;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** A seller whose page offers another one, and a buyer. */
abstract class FunnelScene {
    static final String VISA = "4242424242424242";

    final TestShop shop = TestShop.open();
    final Buyer ada = new Buyer(shop.gateway().url(), "ada@example.com");

    Shelf offer(String product) {
        return shop.page("{'name': 'Lid', 'locale': 'en-US', 'productData': {'title': 'Lid', " + product
                + "'prices': [{'amount': 700, 'currency': 'eur'}]}}");
    }

    Shelf first(String offeredId, String settings) {
        return shop.page("{'name': 'Mug', 'locale': 'en-US', " + settings
                + " 'funnelSteps': [{'type': 'upsell', 'enabled': true, 'config': {'action': 'checkout', 'pageId': '"
                + offeredId
                + "'}}], 'productData': {'title': 'Mug', 'prices': [{'amount': 1900, 'currency': 'eur'}]}}");
    }

    /** Buys from a page and returns the page that follows the payment. */
    Shown buy(Shelf shelf, String card) {
        Shown order = ada.order(shelf.path()).expect(303);
        assertThat(ada.pay(order.path(), card)).isEqualTo("succeeded");
        return ada.comeBack(order.path());
    }

    Shown decide(Shown offer, String action) {
        Map<String, String> form = ada.form(offer);
        form.put("action", action);
        return ada.post(offer.path() + "/offer", form);
    }

    List<JsonNode> list(String path) {
        List<JsonNode> records = new ArrayList<>();
        shop.seller().live().get(path).expect(200).json().get("data").forEach(records::add);
        return records;
    }

    List<JsonNode> sold(Shelf shelf) {
        return list("/v1/payments?pageId=" + shelf.id());
    }

    String outcome() {
        return String.valueOf(TestSeller.rows(
                        "SELECT outcome || coalesce(' ' || reason, '') FROM funnel_run WHERE seller_id = $1",
                        shop.seller().id())
                .iterator()
                .next()
                .getValue(0));
    }

    void expire() {
        TestSeller.rows(
                "UPDATE funnel_run SET expires_at = created_at WHERE seller_id = $1",
                shop.seller().id());
    }
}
