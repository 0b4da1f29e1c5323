package io.tollgate.product;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tollgate.input.Input;
import io.tollgate.product.ProductDraft.Facts;
import io.tollgate.records.Records.Stored;
import io.tollgate.taxrate.FixedRates;
import io.tollgate.write.WriteContext;
import io.vertx.core.Future;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Writes new products: the one that a checkout page sells, and those that pages offer beside it. */
public final class NewProducts {
    private NewProducts() {}

    /**
     * Writes the product of a new checkout page, with its stock; 400 where the body refers to what is
     * not the seller's.
     *
     * @param pageId of the page, which is written already
     * @param titleOtherwise the title where the body has none
     * @param product what was sent, held to {@link ProductBody#check}
     */
    public static Future<Stored> insert(WriteContext write, String pageId, String titleOtherwise, Input product) {
        return insert(write, pageId, "product", titleOtherwise, product);
    }

    /** Writes a product that pages can offer beside their own. */
    static Future<Stored> insertBump(WriteContext write, Input product) {
        return insert(write, null, "orderbump", "", product);
    }

    private static Future<Stored> insert(
            WriteContext write, @Nullable String pageId, String role, String titleOtherwise, Input input) {
        return ProductReferences.check(write, input).compose(images -> {
            Facts facts = new Facts(role, titleOtherwise, write.now(), write::newId, images, false);
            ObjectNode product = ProductDraft.of(null, input, facts);
            input.check();
            Map<String, @Nullable Object> columns = new HashMap<>();
            columns.put("page_id", pageId);
            return taxed(write, pageId, input, product)
                    .compose(done -> write.insert(Products.RESOURCE, product, columns))
                    .compose(stored -> Stock.write(write, null, product).map(stored));
        });
    }

    /** Where a page is taxed at a fixed rate and none is named, it is the seller's usual one. */
    private static Future<Void> taxed(WriteContext write, @Nullable String pageId, Input input, ObjectNode product) {
        if (pageId == null || input.hasValue(FixedRates.IDS)) {
            return Future.succeededFuture();
        }
        return FixedRates.usual(write, pageId).map(rate -> {
            if (rate != null) {
                product.withArray(FixedRates.IDS).add(rate);
            }
            return null;
        });
    }
}
