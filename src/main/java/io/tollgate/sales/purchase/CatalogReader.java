package io.tollgate.sales.purchase;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tollgate.catalog.model.CheckoutPage;
import io.tollgate.catalog.model.Coupon;
import io.tollgate.catalog.model.Event;
import io.tollgate.catalog.model.Form;
import io.tollgate.catalog.model.OrderBump;
import io.tollgate.catalog.model.PageTax;
import io.tollgate.catalog.model.Product;
import io.tollgate.catalog.model.TaxRate;
import io.tollgate.catalog.model.json.CatalogDecoder;
import io.tollgate.platform.error.ApiError.Problem;
import io.tollgate.platform.http.Composition;
import io.tollgate.platform.resource.Search;
import io.tollgate.platform.write.WriteContext;
import io.tollgate.sales.cart.AppliedCoupon;
import io.tollgate.sales.cart.BumpCart;
import io.tollgate.sales.cart.CouponReference;
import io.tollgate.sales.cart.OrderTax;
import io.tollgate.sales.cart.PlainEntry;
import io.tollgate.sales.cart.RequestedBump;
import io.vertx.core.Future;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** Reads the catalog documents of an order in the transaction that writes the order. */
public record CatalogReader(Composition.Factory events, Composition.Factory pages) {
    /** Returns an event with its ticket groups and types, or null if the seller has no such event. */
    public Future<@Nullable Event> event(WriteContext write, String id) {
        return page(write, id, "event", events, Event.class);
    }

    /** Returns a checkout page with its product, or null if the seller has no such page. */
    public Future<@Nullable CheckoutPage> checkoutPage(WriteContext write, String id) {
        return page(write, id, "checkout", pages, CheckoutPage.class);
    }

    /** Returns a form, or null if the seller has no such form. */
    public Future<@Nullable Form> form(WriteContext write, String id) {
        return page(write, id, "form", Composition.NONE, Form.class);
    }

    private static <T> Future<@Nullable T> page(
            WriteContext write, String id, String kind, Composition.Factory composition, Class<T> type) {
        return documents(write, "page", "id", List.of(id)).compose(found -> {
            if (found.isEmpty() || !found.get(0).path("type").asText().equals(kind)) {
                return Future.succeededFuture(null);
            }
            return composition
                    .of(write.catalog())
                    .compose(write.scope(), found)
                    .map(composed -> CatalogDecoder.decode(composed.get(0), type));
        });
    }

    /**
     * Returns the coupon of an order, or null if the order names none. Adds a problem if the seller has no such coupon.
     */
    public Future<@Nullable AppliedCoupon> coupon(
            WriteContext write, @Nullable CouponReference reference, List<Problem> problems) {
        if (reference == null) {
            return Future.succeededFuture(null);
        }
        String column = reference.isId() ? "id" : "code";
        List<String> values = reference.isId()
                ? List.of(reference.value())
                : PlainEntry.codes(reference.value()).stream().map(Search::fold).toList();
        return documents(write, "coupon", column, values, Coupon.class).map(found -> {
            if (found.isEmpty()) {
                problems.add(reference.problem("no such coupon"));
                return null;
            }
            // The code of a deleted coupon may belong to another coupon.
            Coupon coupon =
                    found.stream().filter(one -> !one.deleted()).findFirst().orElse(found.get(0));
            return new AppliedCoupon(coupon, reference);
        });
    }

    /** Returns the tax of an order that is taxed by these rates. */
    public Future<OrderTax> tax(WriteContext write, PageTax.Mode mode, List<String> fixedTaxRateIds) {
        List<String> ids = OrderTax.rateIds(mode, fixedTaxRateIds);
        Future<List<TaxRate>> rates = ids.isEmpty()
                ? Future.succeededFuture(List.of())
                : documents(write, "tax_rate", "id", ids, TaxRate.class);
        return rates.map(found -> OrderTax.of(mode, found));
    }

    /**
     * Reads the order bumps of a page that an order requests, and their products.
     *
     * @param mode tax mode of the page
     */
    public Future<List<BumpCart.Choice>> bumps(
            WriteContext write, String pageId, PageTax.Mode mode, List<RequestedBump> requested) {
        if (requested.isEmpty()) {
            return Future.succeededFuture(List.of());
        }
        List<String> ids = requested.stream().map(RequestedBump::productId).toList();
        return write.catalog()
                .documents(write.scope(), "order_bump", "page_id", List.of(pageId), "product_id")
                .map(found -> decode(flat(found), OrderBump.class))
                .compose(bumps -> documents(write, "product", "id", ids, Product.class)
                        .compose(products -> choices(write, mode, requested, bumps, products)));
    }

    private Future<List<BumpCart.Choice>> choices(
            WriteContext write,
            PageTax.Mode mode,
            List<RequestedBump> requested,
            List<OrderBump> bumps,
            List<Product> products) {
        Future<List<BumpCart.Choice>> all = Future.succeededFuture(new ArrayList<>());
        for (RequestedBump one : requested) {
            OrderBump bump = find(bumps, candidate -> candidate.productId().equals(one.productId()));
            Product product = find(products, candidate -> candidate.id().equals(one.productId()));
            List<String> rates = product == null ? List.of() : product.fixedTaxRateIds();
            all = all.compose(choices -> tax(write, mode, rates).map(tax -> {
                choices.add(new BumpCart.Choice(one, bump, product, tax));
                return choices;
            }));
        }
        return all;
    }

    private static <T> @Nullable T find(List<T> candidates, Predicate<T> condition) {
        return candidates.stream().filter(condition).findFirst().orElse(null);
    }

    private static <T> Future<List<T>> documents(
            WriteContext write, String table, String column, List<String> values, Class<T> type) {
        return documents(write, table, column, values).map(found -> decode(found, type));
    }

    private static Future<List<ObjectNode>> documents(
            WriteContext write, String table, String column, List<String> values) {
        return write.catalog()
                .documents(write.scope(), table, column, values, "id")
                .map(CatalogReader::flat);
    }

    private static List<ObjectNode> flat(Map<String, List<ObjectNode>> byKey) {
        return byKey.values().stream().flatMap(List::stream).toList();
    }

    private static <T> List<T> decode(List<ObjectNode> documents, Class<T> type) {
        return documents.stream()
                .map(document -> CatalogDecoder.decode(document, type))
                .toList();
    }
}
