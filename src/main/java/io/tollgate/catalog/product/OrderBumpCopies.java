package io.tollgate.catalog.product;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tollgate.platform.resource.Resource;
import io.tollgate.platform.write.WriteContext;
import io.vertx.core.Future;
import io.vertx.sqlclient.Tuple;
import java.time.ZoneOffset;
import java.util.Comparator;
import java.util.List;

/** The order bumps of a page that is copied. The copy offers the same products. */
public final class OrderBumpCopies {
    private static final String PRODUCT = "productId";

    /** Inserting an order bump locks its product. */
    private static final String LOCK =
            "SELECT id FROM product WHERE seller_id = $1 AND id = ANY ($2) ORDER BY id FOR KEY SHARE";

    private static final String INSERT = """
            INSERT INTO order_bump (seller_id, page_id, product_id, position, document, created_at, updated_at)
            VALUES ($1, $2, $3, $4, $5::text::jsonb, $6::timestamptz, $6::timestamptz)
            """;

    private OrderBumpCopies() {}

    /** Returns the order bumps of a page that the caller has locked, and locks their products. */
    public static Future<List<ObjectNode>> read(WriteContext write, Resource page, String pageId) {
        return write.transaction()
                .preparedQuery(OrderBumps.LIST)
                .execute(Tuple.of(write.scope().sellerId(), pageId, page.kind()))
                .map(rows -> OrderBumps.read(write.scope(), page, rows))
                .compose(bumps -> {
                    String[] products = bumps.stream()
                            .map(bump -> bump.path(PRODUCT).asText())
                            .toArray(String[]::new);
                    return products.length == 0
                            ? Future.succeededFuture(bumps)
                            : write.transaction()
                                    .preparedQuery(LOCK)
                                    .execute(Tuple.of(write.scope().sellerId(), (Object) products))
                                    .map(bumps);
                });
    }

    /** Inserts the copies of order bumps, in the order of the products. */
    public static Future<Void> insert(WriteContext write, String pageId, List<ObjectNode> bumps) {
        Future<?> done = Future.succeededFuture();
        List<ObjectNode> ordered = bumps.stream()
                .sorted(Comparator.comparing(bump -> bump.path(PRODUCT).asText()))
                .toList();
        for (ObjectNode bump : ordered) {
            int position = bump.path("order").asInt();
            bump.remove("order");
            done = done.compose(before -> write.transaction()
                    .preparedQuery(INSERT)
                    .execute(Tuple.of(
                            write.scope().sellerId(),
                            pageId,
                            bump.path(PRODUCT).asText(),
                            position,
                            bump.toString(),
                            write.now().atOffset(ZoneOffset.UTC))));
        }
        return done.mapEmpty();
    }
}
