package io.tollgate.catalog.product;

import static io.tollgate.platform.schema.Field.bool;
import static io.tollgate.platform.schema.Field.id;
import static io.tollgate.platform.schema.Field.ids;
import static io.tollgate.platform.schema.Field.integer;
import static io.tollgate.platform.schema.Field.object;
import static io.tollgate.platform.schema.Field.oneOf;
import static io.tollgate.platform.schema.View.CREATE;
import static io.tollgate.platform.schema.View.READ;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tollgate.platform.error.ApiError;
import io.tollgate.platform.http.ApiResponse;
import io.tollgate.platform.records.Rendering;
import io.tollgate.platform.records.TenantGuard;
import io.tollgate.platform.resource.Resource;
import io.tollgate.platform.resource.Scope;
import io.tollgate.platform.schema.CommonFields;
import io.tollgate.platform.schema.Schema;
import io.tollgate.platform.write.WriteContext;
import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import io.vertx.sqlclient.Tuple;
import java.util.ArrayList;
import java.util.List;

/** The order bump resource: a product that a page offers in addition to what it sells, and how it is shown. */
final class OrderBumps {
    static final int BUMPS_MAX = 50;

    static final Schema SCHEMA = Schema.of(
            id("productId")
                    .doc("Id of the product that is offered: one with the role `orderbump`.")
                    .always()
                    .needed()
                    .in(READ, CREATE),
            integer("order")
                    .doc("Position among the order bumps of the page, from 0.")
                    .always(),
            bool("enabled")
                    .doc("Whether buyers can choose the order bump.")
                    .always()
                    .writable()
                    .defaultsTo(true),
            bool("preselected")
                    .doc("Whether it is selected when the page opens.")
                    .always()
                    .writable()
                    .defaultsTo(false),
            bool("hidden")
                    .doc("Whether it is hidden until the query parameter `show_order_bumps` of the page's address "
                            + "reveals it.")
                    .always()
                    .writable()
                    .defaultsTo(false),
            bool("allowQuantity")
                    .doc("Whether buyers can choose a quantity. If `false`, the quantity is 1.")
                    .always()
                    .writable()
                    .defaultsTo(false),
            bool("shortenDescription")
                    .doc("Whether a `shortDescription` of more than 200 characters is shortened until the buyer opens "
                            + "it.")
                    .always()
                    .writable()
                    .defaultsTo(false),
            object(
                            "showHideLogic",
                            bool("enabled")
                                    .doc("Whether the setting is on.")
                                    .always()
                                    .needed(),
                            oneOf("subject", "price", "ticket", "order_bump")
                                    .doc("What is looked for: the chosen `price`, a `ticket` of some types, or "
                                            + "another `order_bump`."),
                            oneOf("comparison", "is", "is_not")
                                    .doc("`is`: offered if it is chosen. `is_not`: offered if it is not."),
                            id("priceId").doc("For the subject `price`: id of a price of the page."),
                            ids("ticketTypeIds", Products.PARTS_MAX)
                                    .doc("For the subject `ticket`: ids of ticket types, of which one must be chosen.")
                                    .orNull(),
                            ids("orderBumpProductIds", BUMPS_MAX)
                                    .doc("For the subject `order_bump`: ids of products of other order bumps, of "
                                            + "which one must be chosen.")
                                    .orNull())
                    .doc("Offers it only if something else is or is not chosen. Null, or without `subject`, "
                            + "`comparison` or what the subject looks for: it is always offered. A change replaces "
                            + "the whole object.")
                    .writable()
                    .orNull(),
            CommonFields.CREATED_AT,
            CommonFields.UPDATED_AT);

    /** Order bumps are listed under their page. No endpoint has this path. */
    static final Resource RESOURCE = Resource.at("/v1/order-bumps")
            .noun("Order bump")
            .idName("productId")
            .fields(SCHEMA.read())
            .build();

    /** Returns one row without a document for a page without order bumps, and no row for an unknown page. */
    static final String LIST = """
            SELECT p.seller_id, NULL::boolean, b.document::text
            FROM page p LEFT JOIN order_bump b ON b.seller_id = p.seller_id AND b.page_id = p.id
            WHERE p.seller_id = $1 AND p.id = $2 AND p.type = $3
            ORDER BY b.position, b.product_id
            """;

    private static final String LOCK =
            "SELECT 1 FROM page WHERE seller_id = $1 AND id = $2 AND type = $3 FOR NO KEY UPDATE";

    private static final ObjectMapper MAPPER = new ObjectMapper();

    private OrderBumps() {}

    /** Locks a page until the write ends, and returns its order bumps. */
    static Future<List<ObjectNode>> lock(WriteContext write, Resource page, String pageId) {
        Tuple values = Tuple.of(write.scope().sellerId(), pageId, page.kind());
        return write.transaction()
                .preparedQuery(LOCK)
                .execute(values)
                .compose(locked -> write.transaction().preparedQuery(LIST).execute(values))
                .map(rows -> read(write.scope(), page, rows));
    }

    /** Returns the order bumps in the rows of {@link #LIST}. Throws a 404 if the page does not exist. */
    static List<ObjectNode> read(Scope scope, Resource page, RowSet<Row> rows) {
        if (rows.size() == 0) {
            throw ApiError.notFound(page.noun());
        }
        List<ObjectNode> bumps = new ArrayList<>();
        for (Row row : rows) {
            TenantGuard.requireTenant(scope, row);
            if (row.getString(2) != null) {
                bumps.add(parse(row.getString(2)).put("order", bumps.size()));
            }
        }
        return bumps;
    }

    static ObjectNode parse(String document) {
        try {
            return (ObjectNode) MAPPER.readTree(document);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("a stored document is not JSON", e);
        }
    }

    /** Returns the order bump of a product. Throws a 404 if the page does not offer it. */
    static ObjectNode find(List<ObjectNode> bumps, String productId) {
        for (ObjectNode bump : bumps) {
            if (bump.path("productId").asText().equals(productId)) {
                return bump;
            }
        }
        throw ApiError.notFound(RESOURCE.noun());
    }

    static Buffer render(ObjectNode bump) {
        return Buffer.buffer(Rendering.render(RESOURCE.fields(), bump));
    }

    static ApiResponse list(List<ObjectNode> bumps) {
        Buffer body = Buffer.buffer("{\"data\":[");
        for (int i = 0; i < bumps.size(); i++) {
            body.appendString(i == 0 ? "" : ",").appendBuffer(render(bumps.get(i)));
        }
        return ApiResponse.ok(body.appendString("]}"));
    }
}
