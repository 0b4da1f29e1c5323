package io.tollgate.catalog.product;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tollgate.platform.input.Input;
import io.tollgate.platform.records.TenantGuard;
import io.tollgate.platform.write.WriteContext;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import io.vertx.sqlclient.Tuple;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Validates that a page can offer a product as an order bump, and the logic that shows or hides it. */
final class OrderBumpRules {
    private static final String PRODUCT = """
            SELECT seller_id, NULL::boolean, document::text FROM product
            WHERE seller_id = $1 AND id = $2 AND role = 'orderbump' FOR KEY SHARE
            """;

    /** Reads the product of a page or, for an event, only its currency. */
    private static final String SOLD = """
            SELECT p.seller_id, NULL::boolean,
                coalesce(d.document, jsonb_build_object('price',
                    jsonb_build_object('currency', p.document -> 'eventDetails' -> 'currency')))::text
            FROM page p LEFT JOIN product d ON d.seller_id = p.seller_id AND d.page_id = p.id
            WHERE p.seller_id = $1 AND p.id = $2
            """;

    private static final String TICKET_TYPES =
            "SELECT seller_id, NULL::boolean, id FROM ticket_type WHERE seller_id = $1 AND page_id = $2";

    private OrderBumpRules() {}

    /** Records a problem if the page cannot offer the product. */
    static Future<Void> validateProduct(WriteContext write, Input input, String pageId, String productId) {
        String seller = write.scope().sellerId();
        return query(write, PRODUCT, Tuple.of(seller, productId)).compose(products -> {
            if (products.size() == 0) {
                input.problem("productId", "One or more product IDs not found or not owned by your account");
                return Future.succeededFuture();
            }
            JsonNode product = document(write, products);
            return query(write, SOLD, Tuple.of(seller, pageId)).map(rows -> {
                validatePrice(input, product, document(write, rows));
                return null;
            });
        });
    }

    private static void validatePrice(Input input, JsonNode product, JsonNode sold) {
        int enabled = 0;
        JsonNode offered = product.path("price");
        for (JsonNode price : product.path("prices")) {
            enabled += price.path("enabled").asBoolean() ? 1 : 0;
        }
        input.rule(enabled == 1, "productId", "must be a product with one enabled price");
        String currency = sold.path("price").path("currency").asText();
        input.rule(
                currency.equals(offered.path("currency").asText()),
                "productId",
                "must be a product in the currency of the page: " + currency);
        boolean same = !offered.hasNonNull("recurring");
        for (JsonNode price : sold.path("prices")) {
            same |= interval(price).equals(interval(offered));
        }
        input.rule(same, "productId", "must have the same billing interval as a price of the page");
    }

    private static String interval(JsonNode price) {
        JsonNode settings = price.path(price.hasNonNull("recurring") ? "recurring" : "paymentPlan");
        return settings.path("interval").asText()
                + settings.path("intervalCount").asText();
    }

    /** Records a problem if the logic depends on something that the page does not have. */
    static Future<Void> validateLogic(
            WriteContext write, Input input, String pageId, String productId, List<ObjectNode> bumps) {
        Input logic = input.object("showHideLogic");
        if (!input.hasValue("showHideLogic")) {
            return Future.succeededFuture();
        }
        Set<String> others = new HashSet<>();
        bumps.forEach(bump -> others.add(bump.path("productId").asText()));
        others.remove(productId);
        requireKnown(logic, "orderBumpProductIds", others, "must be other order bumps of this page");
        Tuple page = Tuple.of(write.scope().sellerId(), pageId);
        return query(write, TICKET_TYPES, page)
                .compose(rows -> {
                    Set<String> types = new HashSet<>();
                    for (Row row : rows) {
                        TenantGuard.requireTenant(write.scope(), row);
                        types.add(row.getString(2));
                    }
                    requireKnown(logic, "ticketTypeIds", types, "must be ticket types of this event");
                    return query(write, SOLD, page);
                })
                .map(rows -> {
                    Set<String> prices = new HashSet<>();
                    document(write, rows)
                            .path("prices")
                            .forEach(price -> prices.add(price.path("id").asText()));
                    String price = logic.text("priceId");
                    logic.rule(price == null || prices.contains(price), "priceId", "must be a price of this page");
                    return null;
                });
    }

    private static void requireKnown(Input logic, String name, Set<String> known, String message) {
        boolean valid = true;
        for (JsonNode id : logic.values().path(name)) {
            valid &= known.contains(id.asText());
        }
        logic.rule(valid, name, message);
    }

    private static Future<RowSet<Row>> query(WriteContext write, String sql, Tuple values) {
        return write.transaction().preparedQuery(sql).execute(values);
    }

    private static JsonNode document(WriteContext write, RowSet<Row> rows) {
        Row row = rows.iterator().next();
        TenantGuard.requireTenant(write.scope(), row);
        return OrderBumps.parse(row.getString(2));
    }
}
