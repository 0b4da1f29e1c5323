package io.tollgate.product;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tollgate.error.ApiError;
import io.tollgate.records.Documents;
import io.tollgate.records.TenantGuard;
import io.tollgate.write.WriteContext;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.Tuple;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The page that sells a product, if one does. It is locked before the product, as those do who change
 * the page: its search text is made from both.
 */
record ProductPage(String productId, @Nullable String pageId) {
    private static final String FIND =
            "SELECT seller_id, NULL::boolean, page_id FROM product WHERE seller_id = $1 AND id = $2";
    private static final String LOCK = "SELECT 1 FROM page WHERE seller_id = $1 AND id = $2 FOR NO KEY UPDATE";

    /** Nobody who is about to offer the product gets past this. */
    private static final String LOCK_WHOLE = "SELECT 1 FROM product WHERE seller_id = $1 AND id = $2 FOR UPDATE";

    /** The last line is the title of the product; what stands above it is the page's. */
    private static final String TITLE = """
            UPDATE page SET search_text = regexp_replace(search_text, '\\n[^\\n]*$', '') || E'\\n' || $3
            WHERE seller_id = $1 AND id = $2
            """;

    private static final String OFFERS = "SELECT count(*) FROM order_bump WHERE seller_id = $1 AND product_id = $2";
    private static final String NEEDED = """
            SELECT count(*) FROM order_bump WHERE seller_id = $1 AND product_id <> $2
              AND document -> 'showHideLogic' -> 'orderBumpProductIds' ? $2
            """;
    private static final String WITHDRAW = "DELETE FROM order_bump WHERE seller_id = $1 AND product_id = $2";

    static Future<ProductPage> lock(WriteContext write, String productId) {
        String seller = write.scope().sellerId();
        return write.transaction()
                .preparedQuery(FIND)
                .execute(Tuple.of(seller, productId))
                .compose(rows -> {
                    String pageId = null;
                    for (Row row : rows) {
                        TenantGuard.requireTenant(write.scope(), row);
                        pageId = row.getString(2);
                    }
                    ProductPage page = new ProductPage(productId, pageId);
                    return pageId == null
                            ? Future.succeededFuture(page)
                            : write.transaction()
                                    .preparedQuery(LOCK)
                                    .execute(Tuple.of(seller, pageId))
                                    .map(page);
                });
    }

    Future<Boolean> bought(WriteContext write) {
        return ProductReferences.bought(write, productId, pageId);
    }

    Future<Void> lockWhole(WriteContext write) {
        return execute(write, LOCK_WHOLE, Tuple.of(write.scope().sellerId(), productId))
                .mapEmpty();
    }

    /** Keeps the text in which pages are searched true to the title. */
    Future<Void> titled(WriteContext write, ObjectNode product) {
        if (pageId == null) {
            return Future.succeededFuture();
        }
        String title = Documents.folded(product, List.of("title"));
        return execute(write, TITLE, Tuple.of(write.scope().sellerId(), pageId, title))
                .mapEmpty();
    }

    /** Refuses what must stay, and takes the product from the pages that offer it where that is asked for. */
    Future<Void> release(WriteContext write, boolean fromAllPages) {
        if (pageId != null) {
            throw ApiError.conflict("product_of_page", "A checkout page sells this product: archive the page instead");
        }
        Tuple named = Tuple.of(write.scope().sellerId(), productId);
        return bought(write).compose(bought -> {
            if (bought) {
                throw ProductDraft.bought("it is kept, and can be taken from the pages that offer it");
            }
            return fromAllPages ? withdraw(write, named) : offered(write, named);
        });
    }

    private static Future<Void> withdraw(WriteContext write, Tuple named) {
        return execute(write, NEEDED, named).compose(row -> {
            if (row != null && row.getLong(0) > 0) {
                throw ApiError.conflict("order_bump_in_use", "The logic of another order bump depends on this product");
            }
            return execute(write, WITHDRAW, named).mapEmpty();
        });
    }

    private static Future<Void> offered(WriteContext write, Tuple named) {
        return execute(write, OFFERS, named).map(row -> {
            if (row != null && row.getLong(0) > 0) {
                throw ApiError.invalid(
                        "fromAllPages",
                        "must be true to delete a product that pages still offer, here " + row.getLong(0),
                        null);
            }
            return null;
        });
    }

    private static Future<@Nullable Row> execute(WriteContext write, String sql, Tuple values) {
        return write.transaction().preparedQuery(sql).execute(values).map(rows -> {
            for (Row row : rows) {
                return row;
            }
            return null;
        });
    }
}
