package io.tollgate.storefront.pages;

import io.tollgate.sales.checkout.Checkouts.Summary;
import io.tollgate.sales.checkout.OrderStanding;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.stream.Stream;

/**
 * The orders that an embedded page reports to its site. Every page after the payment reports them, so that the site
 * learns of a purchase even if the buyer closes the next page. The script of the site passes each on only once.
 *
 * @param orders the orders, first purchase first
 */
record EmbeddedPurchases(List<Purchase> orders) {
    static final EmbeddedPurchases NONE = new EmbeddedPurchases(List.of());

    /**
     * @param pageId the page that sold the order
     * @param amount in minor units
     * @param mode {@code live} or {@code test}
     * @param status {@code paid}, {@code partially_paid} or {@code unpaid}
     */
    record Purchase(String orderId, String pageId, long amount, String currency, String mode, String status) {}

    /** Returns those of the orders that are complete and neither canceled nor refunded. */
    static EmbeddedPurchases of(Summary... orders) {
        return new EmbeddedPurchases(Arrays.stream(orders)
                .filter(order -> order.status().isComplete()
                        && order.standing() == OrderStanding.VALID
                        && order.orderId() != null)
                .map(order -> new Purchase(
                        Objects.requireNonNull(order.orderId()),
                        order.page().id(),
                        order.quote().total(),
                        order.currency(),
                        order.scope().live() ? "live" : "test",
                        order.status().name().toLowerCase(Locale.ROOT)))
                .toList());
    }

    EmbeddedPurchases and(EmbeddedPurchases others) {
        return new EmbeddedPurchases(
                Stream.concat(orders.stream(), others.orders.stream()).toList());
    }

    /** Returns the orders for the script of the page, as a JSON array. */
    String json() {
        JsonArray array = new JsonArray();
        for (Purchase order : orders) {
            array.add(new JsonObject()
                    .put("orderId", order.orderId())
                    .put("page", order.pageId())
                    .put("amount", order.amount())
                    .put("currency", order.currency())
                    .put("mode", order.mode())
                    .put("status", order.status()));
        }
        return array.encode();
    }
}
