package io.tollgate.order;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tollgate.error.ApiError.Problem;
import io.tollgate.http.Composition;
import io.tollgate.http.Write;
import io.tollgate.resource.Search;
import io.vertx.core.Future;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What an order needs of the catalogue, as the transaction that writes it sees it. */
public final class Offers {
    private final Composition.Over events;
    private final Composition.Over pages;

    public Offers(Composition.Over events, Composition.Over pages) {
        this.events = events;
        this.pages = pages;
    }

    /** An event with its groups and types, or null where the seller has none of this id. */
    public Future<@Nullable ObjectNode> event(Write write, String id) {
        return page(write, id, "event", events);
    }

    /** A checkout page with its product, or null where the seller has none of this id. */
    public Future<@Nullable ObjectNode> checkoutPage(Write write, String id) {
        return page(write, id, "checkout", pages);
    }

    private static Future<@Nullable ObjectNode> page(Write write, String id, String type, Composition.Over over) {
        return documents(write, "page", List.of(id)).compose(found -> {
            if (found.isEmpty() || !found.get(0).path("type").asText().equals(type)) {
                return Future.succeededFuture(null);
            }
            return over.over(write.catalogue()).compose(write.scope(), found).map(composed -> composed.get(0));
        });
    }

    /** The coupon that an order names, or null; one that the seller does not have joins the problems. */
    public Future<CouponUse.@Nullable Found> coupon(Write write, @Nullable CouponName name, List<Problem> problems) {
        if (name == null) {
            return Future.succeededFuture(null);
        }
        boolean byId = name.param().equals(CouponName.ID);
        String value = byId ? name.value() : Search.fold(name.value());
        return documents(write, "coupon", byId ? "id" : "code", List.of(value)).map(found -> {
            if (found.isEmpty()) {
                problems.add(name.problem("no such coupon"));
                return null;
            }
            // A deleted coupon's code is free: another one may have it.
            ObjectNode coupon = found.stream()
                    .filter(one -> !one.path("deleted").asBoolean())
                    .findFirst()
                    .orElse(found.get(0));
            return new CouponUse.Found(coupon, name);
        });
    }

    /**
     * How orders of a page are taxed.
     *
     * @param details where the page names its fixed rates: its product, or the details of its event
     */
    public Future<Tax> tax(Write write, ObjectNode page, JsonNode details) {
        List<String> rates = Tax.rates(page, details);
        return (rates.isEmpty() ? Future.succeededFuture(List.<ObjectNode>of()) : documents(write, "tax_rate", rates))
                .map(found -> Tax.of(page, found));
    }

    /** Order bumps as a page offers them: its own ways, and the products that the seller has of these ids. */
    public Future<List<BumpCart.Chosen>> bumps(Write write, ObjectNode page, List<BumpCart.Wanted> wanted) {
        if (wanted.isEmpty()) {
            return Future.succeededFuture(List.of());
        }
        List<String> ids = wanted.stream().map(BumpCart.Wanted::productId).toList();
        String pageId = page.path("id").asText();
        return write.catalogue()
                .documents(write.scope(), "order_bump", "page_id", List.of(pageId), "product_id")
                .compose(bumps -> documents(write, "product", ids)
                        .compose(products ->
                                chosen(write, page, wanted, bumps.getOrDefault(pageId, List.of()), products)));
    }

    private Future<List<BumpCart.Chosen>> chosen(
            Write write,
            ObjectNode page,
            List<BumpCart.Wanted> wanted,
            List<ObjectNode> bumps,
            List<ObjectNode> products) {
        Future<List<BumpCart.Chosen>> all = Future.succeededFuture(new ArrayList<>());
        for (BumpCart.Wanted one : wanted) {
            JsonNode product = find(products, "id", one.productId());
            JsonNode bump = find(bumps, "productId", one.productId());
            all = all.compose(sofar -> tax(write, page, product).map(tax -> {
                sofar.add(new BumpCart.Chosen(one, bump, product, tax));
                return sofar;
            }));
        }
        return all;
    }

    private static JsonNode find(List<ObjectNode> among, String key, String id) {
        return among.stream()
                .filter(one -> one.path(key).asText().equals(id))
                .findFirst()
                .<JsonNode>map(one -> one)
                .orElse(MissingNode.getInstance());
    }

    private static Future<List<ObjectNode>> documents(Write write, String table, List<String> ids) {
        return documents(write, table, "id", ids);
    }

    private static Future<List<ObjectNode>> documents(Write write, String table, String column, List<String> values) {
        return write.catalogue()
                .documents(write.scope(), table, column, values, "id")
                .map(byId -> byId.values().stream().flatMap(List::stream).toList());
    }
}
