package io.tollgate.storefront.pages;

import io.tollgate.support.Buyer;
import io.tollgate.support.Buyer.Shown;
import io.tollgate.support.TestGateway;
import io.tollgate.support.TestShop;
import io.tollgate.support.TestShop.Shelf;
import java.util.HashMap;
import java.util.Map;

/** A shop behind a proxy, and buyers who order from chosen addresses. */
abstract class AbuseScene {
    final TestShop shop;
    private int buyers;

    /** @param gateway trusts the proxies of this host */
    AbuseScene(TestGateway gateway) {
        shop = new TestShop(gateway, gateway.seller());
    }

    final Buyer buyer(String email) {
        return new Buyer(shop.gateway().url(), email);
    }

    final Shelf free() {
        return shop.page("{'name': 'Leaflet', 'locale': 'en-US', 'productData': {'title': 'Leaflet', 'prices':"
                + " [{'amount': 0, 'currency': 'eur'}]}}");
    }

    final Shown order(Buyer buyer, String address, String path, Map<String, String> changes) {
        Map<String, String> form = new HashMap<>(buyer.form(buyer.get(path)));
        form.putAll(changes);
        return buyer.post(path, form, "X-Forwarded-For", address);
    }

    /** Orders as a buyer with an e-mail address of its own. */
    final Shown order(String address, String path) {
        return order(buyer("buyer" + buyers++ + "@example.com"), address, path, Map.of());
    }
}
