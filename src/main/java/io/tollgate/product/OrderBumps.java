package io.tollgate.product;

import static io.tollgate.resource.Field.bool;
import static io.tollgate.resource.Field.id;
import static io.tollgate.resource.Field.ids;
import static io.tollgate.resource.Field.integer;
import static io.tollgate.resource.Field.object;
import static io.tollgate.resource.Field.oneOf;
import static io.tollgate.resource.Field.time;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tollgate.error.ApiError;
import io.tollgate.http.ApiResponse;
import io.tollgate.records.Rendering;
import io.tollgate.records.TenantGuard;
import io.tollgate.resource.Resource;
import io.tollgate.resource.Scope;
import io.tollgate.write.WriteContext;
import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import io.vertx.sqlclient.Tuple;
import java.util.ArrayList;
import java.util.List;

/** What a page offers beside what it sells: which product, and how it is shown. */
final class OrderBumps {
    /** There is no list of all: they are found under their pages. */
    static final Resource RESOURCE = Resource.at("/v1/order-bumps")
            .noun("Order bump")
            .idName("productId")
            .fields(
                    id("productId").always(),
                    integer("order").always(),
                    bool("enabled").always(),
                    bool("preselected").always(),
                    bool("hidden").always(),
                    bool("allowQuantity").always(),
                    bool("shortenDescription").always(),
                    object(
                            "showHideLogic",
                            bool("enabled").always(),
                            oneOf("subject", "price", "ticket", "order_bump"),
                            oneOf("comparison", "is", "is_not"),
                            id("priceId"),
                            ids("ticketTypeIds"),
                            ids("orderBumpProductIds")),
                    time("createdAt"),
                    time("updatedAt"))
            .build();

    /** One row for a page without any; none where there is no such page. */
    static final String LIST = """
            SELECT p.seller_id, NULL::boolean, b.document::text
            FROM page p LEFT JOIN order_bump b ON b.seller_id = p.seller_id AND b.page_id = p.id
            WHERE p.seller_id = $1 AND p.id = $2 AND p.type = $3
            ORDER BY b.position, b.product_id
            """;

    private static final String HOLD =
            "SELECT 1 FROM page WHERE seller_id = $1 AND id = $2 AND type = $3 FOR NO KEY UPDATE";

    private static final ObjectMapper MAPPER = new ObjectMapper();

    private OrderBumps() {}

    /** All of a page, held until the write ends with all that belongs to the page. */
    static Future<List<ObjectNode>> lock(WriteContext write, Resource page, String pageId) {
        Tuple named = Tuple.of(write.scope().sellerId(), pageId, page.kind());
        return write.transaction()
                .preparedQuery(HOLD)
                .execute(named)
                .compose(held -> write.transaction().preparedQuery(LIST).execute(named))
                .map(rows -> read(write.scope(), page, rows));
    }

    /** Those of a result; 404 where the page is not there. */
    static List<ObjectNode> read(Scope scope, Resource page, RowSet<Row> rows) {
        if (rows.size() == 0) {
            throw ApiError.notFound(page.noun());
        }
        List<ObjectNode> bumps = new ArrayList<>();
        for (Row row : rows) {
            TenantGuard.requireTenant(scope, row);
            if (row.getString(2) != null) {
                bumps.add(parsed(row.getString(2)).put("order", bumps.size()));
            }
        }
        return bumps;
    }

    static ObjectNode parsed(String document) {
        try {
            return (ObjectNode) MAPPER.readTree(document);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("a stored document is not JSON", e);
        }
    }

    /** One of them; 404 where the page does not offer the product. */
    static ObjectNode find(List<ObjectNode> bumps, String productId) {
        for (ObjectNode bump : bumps) {
            if (bump.path("productId").asText().equals(productId)) {
                return bump;
            }
        }
        throw ApiError.notFound(RESOURCE.noun());
    }

    static Buffer rendered(ObjectNode bump) {
        return Buffer.buffer(Rendering.render(RESOURCE.fields(), bump));
    }

    static ApiResponse list(List<ObjectNode> bumps) {
        Buffer body = Buffer.buffer("{\"data\":[");
        for (int i = 0; i < bumps.size(); i++) {
            body.appendString(i == 0 ? "" : ",").appendBuffer(rendered(bumps.get(i)));
        }
        return ApiResponse.ok(body.appendString("]}"));
    }
}
