package io.tollgate.product;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tollgate.input.Input;
import io.tollgate.records.TenantGuard;
import io.tollgate.write.WriteContext;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import io.vertx.sqlclient.Tuple;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** What a product must be to be offered by a page, and what its appearance may depend on. */
final class OrderBumpRules {
    private static final String PRODUCT = """
            SELECT seller_id, NULL::boolean, document::text FROM product
            WHERE seller_id = $1 AND id = $2 AND role = 'orderbump' FOR KEY SHARE
            """;

    /** What the page itself sells: its product, or, of an event, nothing but a currency. */
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

    /** Notes what keeps the page from offering the product. */
    static Future<Void> offer(WriteContext write, Input input, String pageId, String productId) {
        String seller = write.scope().sellerId();
        return query(write, PRODUCT, Tuple.of(seller, productId)).compose(products -> {
            if (products.size() == 0) {
                input.problem("productId", "One or more product IDs not found or not owned by your account");
                return Future.succeededFuture();
            }
            JsonNode product = document(write, products);
            return query(write, SOLD, Tuple.of(seller, pageId)).map(rows -> {
                fits(input, product, document(write, rows));
                return null;
            });
        });
    }

    private static void fits(Input input, JsonNode product, JsonNode sold) {
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
                "must be a product in the currency of the page, " + currency);
        boolean same = !offered.hasNonNull("recurring");
        for (JsonNode price : sold.path("prices")) {
            same |= rhythm(price).equals(rhythm(offered));
        }
        input.rule(same, "productId", "is charged again at an interval at which no price of the page is");
    }

    private static String rhythm(JsonNode price) {
        JsonNode settings = price.path(price.hasNonNull("recurring") ? "recurring" : "paymentPlan");
        return settings.path("interval").asText()
                + settings.path("intervalCount").asText();
    }

    /** Notes what the logic depends on and the page does not have. */
    static Future<Void> logic(
            WriteContext write, Input input, String pageId, String productId, List<ObjectNode> bumps) {
        Input logic = input.object("showHideLogic");
        if (!input.hasValue("showHideLogic")) {
            return Future.succeededFuture();
        }
        Set<String> others = new HashSet<>();
        bumps.forEach(bump -> others.add(bump.path("productId").asText()));
        others.remove(productId);
        all(logic, "orderBumpProductIds", others, "must be other order bumps of this page");
        Tuple page = Tuple.of(write.scope().sellerId(), pageId);
        return query(write, TICKET_TYPES, page)
                .compose(rows -> {
                    Set<String> types = new HashSet<>();
                    for (Row row : rows) {
                        TenantGuard.requireTenant(write.scope(), row);
                        types.add(row.getString(2));
                    }
                    all(logic, "ticketTypeIds", types, "must be ticket types of this event");
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

    /** Notes what is missing in a logic, whatever the page is. */
    static void check(Input input) {
        Input logic = input.object("showHideLogic");
        if (!logic.bool("enabled", false)) {
            return;
        }
        String subject = logic.text("subject");
        logic.rule(subject != null, "subject", "is required where the logic is enabled");
        logic.rule(logic.hasValue("comparison"), "comparison", "is required where the logic is enabled");
        if (subject != null) {
            String needed = subject.equals("price")
                    ? "priceId"
                    : subject.equals("ticket") ? "ticketTypeIds" : "orderBumpProductIds";
            boolean named = logic.hasValue(needed)
                    && !(logic.values().get(needed).isArray()
                            && logic.values().get(needed).isEmpty());
            logic.rule(named, needed, "is required where the subject is " + subject);
        }
    }

    private static void all(Input logic, String name, Set<String> known, String message) {
        boolean right = true;
        for (JsonNode id : logic.values().path(name)) {
            right &= known.contains(id.asText());
        }
        logic.rule(right, name, message);
    }

    private static Future<RowSet<Row>> query(WriteContext write, String sql, Tuple values) {
        return write.transaction().preparedQuery(sql).execute(values);
    }

    private static JsonNode document(WriteContext write, RowSet<Row> rows) {
        Row row = rows.iterator().next();
        TenantGuard.requireTenant(write.scope(), row);
        return OrderBumps.parsed(row.getString(2));
    }
}
