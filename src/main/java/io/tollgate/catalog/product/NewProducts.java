package io.tollgate.catalog.product;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tollgate.catalog.product.ProductDraft.Facts;
import io.tollgate.catalog.taxrate.FixedRates;
import io.tollgate.platform.input.Input;
import io.tollgate.platform.records.Records.Stored;
import io.tollgate.platform.write.WriteContext;
import io.vertx.core.Future;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Inserts products: the product of a new checkout page, and order bumps. */
public final class NewProducts {
    private NewProducts() {}

    /**
     * Inserts the product of a new checkout page with its stock. Fails with a 400 if the body refers to records that do
     * not belong to the seller.
     *
     * @param pageId the id of the page, which must already be inserted
     * @param defaultTitle the title if the body has none
     * @param product the body, validated by {@link ProductBody#check}
     */
    public static Future<Stored> insert(WriteContext write, String pageId, String defaultTitle, Input product) {
        return insert(write, pageId, "product", defaultTitle, product);
    }

    /** Returns the currency of a new product. */
    public static String currency(Input product) {
        Input price = product.hasValue("prices")
                ? product.objects("prices").stream().findFirst().orElse(product)
                : product.object("price");
        return Objects.requireNonNullElse(price.text("currency"), PriceDraft.CURRENCY);
    }

    /** Inserts an order bump. */
    static Future<Stored> insertBump(WriteContext write, Input product) {
        return insert(write, null, "orderbump", "", product);
    }

    private static Future<Stored> insert(
            WriteContext write, @Nullable String pageId, String role, String defaultTitle, Input input) {
        return ProductReferences.check(write, input).compose(images -> {
            Facts facts = new Facts(role, defaultTitle, write.now(), write::newId, images, false);
            ObjectNode product = ProductDraft.of(null, input, facts);
            input.check();
            Map<String, @Nullable Object> columns = new HashMap<>();
            columns.put("page_id", pageId);
            return applyDefaultRate(write, pageId, input, product)
                    .compose(done -> write.insert(Products.RESOURCE, product, columns))
                    .compose(stored -> Stock.write(write, null, product).map(stored));
        });
    }

    /** Inserts the copy of a product of a page. Its stock is what the original has left. */
    public static Future<Stored> insertCopy(WriteContext write, String pageId, ObjectNode product) {
        return write.insert(Products.RESOURCE, product, Map.of("page_id", pageId))
                .compose(stored -> Stock.write(write, null, product).map(stored));
    }

    /** Sets the seller's default rate if the page has the tax mode {@code fixed} and the body has no rate. */
    private static Future<Void> applyDefaultRate(
            WriteContext write, @Nullable String pageId, Input input, ObjectNode product) {
        if (pageId == null || input.hasValue(FixedRates.IDS)) {
            return Future.succeededFuture();
        }
        return FixedRates.sellerDefault(write, pageId).map(rate -> {
            if (rate != null) {
                product.withArray(FixedRates.IDS).add(rate);
            }
            return null;
        });
    }
}
