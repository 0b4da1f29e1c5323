package io.tollgate.catalog.product;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tollgate.platform.error.ApiError;
import io.tollgate.platform.records.Documents;
import io.tollgate.platform.records.TenantGuard;
import io.tollgate.platform.write.WriteContext;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.Tuple;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A product and the checkout page that sells it. The page is locked before the product, as in updates of the page,
 * because its search text depends on both.
 *
 * @param pageId the checkout page, or null for an order bump
 */
record ProductPage(String productId, @Nullable String pageId) {
    private static final String FIND =
            "SELECT seller_id, NULL::boolean, page_id FROM product WHERE seller_id = $1 AND id = $2";
    private static final String DOCUMENT =
            "SELECT seller_id, NULL::boolean, document::text FROM page WHERE seller_id = $1 AND id = $2";
    private static final String LOCK = "SELECT 1 FROM page WHERE seller_id = $1 AND id = $2 FOR NO KEY UPDATE";

    /** Conflicts with the {@code FOR KEY SHARE} lock that attaching the product to a page takes. */
    private static final String LOCK_PRODUCT = "SELECT 1 FROM product WHERE seller_id = $1 AND id = $2 FOR UPDATE";

    /** The last line of the search text is the title of the product. */
    private static final String TITLE = """
            UPDATE page SET search_text = regexp_replace(search_text, '\\n[^\\n]*$', '') || E'\\n' || $3
            WHERE seller_id = $1 AND id = $2
            """;

    private static final String OFFERS = "SELECT count(*) FROM order_bump WHERE seller_id = $1 AND product_id = $2";
    private static final String DEPENDENTS = """
            SELECT count(*) FROM order_bump WHERE seller_id = $1 AND product_id <> $2
              AND document -> 'showHideLogic' -> 'orderBumpProductIds' ? $2
            """;
    private static final String DETACH = "DELETE FROM order_bump WHERE seller_id = $1 AND product_id = $2";

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

    Future<Boolean> isBought(WriteContext write) {
        return ProductReferences.isBought(write, productId, pageId);
    }

    /** Returns the settings of the page, which is locked. An order bump has no page, and the result is empty. */
    Future<JsonNode> document(WriteContext write) {
        return execute(write, DOCUMENT, Tuple.of(write.scope().sellerId(), pageId))
                .map(row -> {
                    if (row == null) {
                        return MissingNode.getInstance();
                    }
                    TenantGuard.requireTenant(write.scope(), row);
                    return OrderBumps.parse(row.getString(2));
                });
    }

    Future<Void> lockProduct(WriteContext write) {
        return execute(write, LOCK_PRODUCT, Tuple.of(write.scope().sellerId(), productId))
                .mapEmpty();
    }

    /** Updates the title in the search text of the page. */
    Future<Void> updateSearchText(WriteContext write, ObjectNode product) {
        if (pageId == null) {
            return Future.succeededFuture();
        }
        String title = Documents.folded(product, List.of("title"));
        return execute(write, TITLE, Tuple.of(write.scope().sellerId(), pageId, title))
                .mapEmpty();
    }

    /**
     * Fails if the product cannot be deleted: a page sells it, it was bought, or pages offer it. With
     * {@code fromAllPages}, detaches it from the pages that offer it.
     */
    Future<Void> prepareDelete(WriteContext write, boolean fromAllPages) {
        if (pageId != null) {
            throw ApiError.conflict("product_of_page", "A checkout page sells this product: archive the page instead");
        }
        Tuple product = Tuple.of(write.scope().sellerId(), productId);
        return isBought(write).compose(bought -> {
            if (bought) {
                throw ProductDraft.alreadyBought("it cannot be deleted, but it can be detached from pages");
            }
            return fromAllPages ? detach(write, product) : requireDetached(write, product);
        });
    }

    private static Future<Void> detach(WriteContext write, Tuple product) {
        return execute(write, DEPENDENTS, product).compose(row -> {
            if (row != null && row.getLong(0) > 0) {
                throw ApiError.conflict("order_bump_in_use", "The logic of another order bump depends on this product");
            }
            return execute(write, DETACH, product).mapEmpty();
        });
    }

    private static Future<Void> requireDetached(WriteContext write, Tuple product) {
        return execute(write, OFFERS, product).map(row -> {
            if (row != null && row.getLong(0) > 0) {
                throw ApiError.invalid(
                        "fromAllPages",
                        "must be true to delete a product that is on pages; this one is on " + row.getLong(0),
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
