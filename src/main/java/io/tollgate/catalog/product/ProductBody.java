package io.tollgate.catalog.product;

import io.tollgate.platform.input.Input;
import java.util.Objects;

/** Validates the body of a product without the database. */
public final class ProductBody {
    private ProductBody() {}

    /**
     * Records the problems of the body that creates the product of a checkout page. References to other records are
     * validated when the product is written.
     */
    public static void check(Input product) {
        checkChange(product);
        ProductDraft.of(null, product, ProductDraft.Facts.NONE);
    }

    /** Records the problems of the body that creates an order bump. */
    static void checkBump(Input product) {
        checkChange(product);
        ProductDraft.of(null, product, ProductDraft.Facts.NONE_OF_BUMP);
    }

    /** Records the problems of a body that do not depend on the stored product. */
    static void checkChange(Input product) {
        PriceBody.check(product.object("price"));
        product.objects("prices").forEach(PriceBody::check);
        product.rule(
                !(product.hasValue("price") && product.hasValue("prices")),
                "price",
                "cannot be given together with prices");
        product.objects("variants").forEach(VariantBody::check);
        product.objects("discounts").forEach(ProductBody::discount);
    }

    private static void discount(Input rule) {
        boolean some = rule.wasSent("percentOff") || rule.wasSent("amountOff");
        boolean both = rule.applies("percentOff") && rule.applies("amountOff");
        rule.rule(some && !both, "percentOff", "is required unless amountOff is given; send only one");
        Long least = rule.integer("minQuantity");
        Long most = rule.integer("maxQuantity");
        rule.rule(
                most == null || most >= (least == null ? 1 : least),
                "maxQuantity",
                "must not be less than minQuantity");
        boolean each = Objects.equals(rule.text("quantityCondition"), "variant_option_quantity");
        rule.rule(
                !each || !rule.values().path("variantOptionIds").isEmpty(),
                "variantOptionIds",
                "are required if quantityCondition is variant_option_quantity");
        for (Input option : rule.objects("variantOptionIds")) {
            option.rule(
                    option.hasValue("key") != option.hasValue("id"),
                    "key",
                    "is required unless id is given; send only one");
        }
    }
}
