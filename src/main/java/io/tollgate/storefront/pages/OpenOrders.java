package io.tollgate.storefront.pages;

import io.tollgate.sales.checkout.OpenOrder;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The orders that a buyer's browser can still pay at a seller.
 *
 * @param all the newest first
 */
record OpenOrders(List<OpenOrder> all) {
    static final OpenOrders NONE = new OpenOrders(List.of());

    /** Returns the orders on one page. */
    List<OpenOrder> on(String pageId) {
        return all.stream().filter(order -> order.pageId().equals(pageId)).toList();
    }

    /** Returns what the next order on a page takes over: the quantities by the ids of what is limited. */
    Map<String, Integer> heldOn(String pageId) {
        Map<String, Integer> held = new HashMap<>();
        on(pageId).stream().filter(OpenOrder::isReplaceable).limit(1).forEach(order -> held.putAll(order.held()));
        return held;
    }
}
