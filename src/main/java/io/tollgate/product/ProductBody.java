package io.tollgate.product;

import io.tollgate.input.Input;

/** The rules that hold within the body of a product, whether it is created with its page, by itself, or changed. */
public final class ProductBody {
    private ProductBody() {}

    /**
     * Notes every problem of a new product, by path: all that can be told without the database. What
     * the ids refer to is looked up when the product is written.
     */
    public static void check(Input product) {
        checkChange(product);
        ProductDraft.of(null, product, ProductDraft.Facts.NONE);
    }

    /** The same, of a product that pages offer beside their own. */
    static void checkBump(Input product) {
        checkChange(product);
        ProductDraft.of(null, product, ProductDraft.Facts.NONE_OF_BUMP);
    }

    /** Notes every problem of a change that does not depend on what is changed. */
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
        boolean some = rule.wasMeant("percentOff") || rule.wasMeant("amountOff");
        boolean both = rule.applies("percentOff") && rule.applies("amountOff");
        rule.rule(some && !both, "percentOff", "must be given, or amountOff, and not both");
        Long least = rule.integer("minQuantity");
        Long most = rule.integer("maxQuantity");
        rule.rule(
                most == null || most >= (least == null ? 1 : least),
                "maxQuantity",
                "must not be less than minQuantity");
        for (Input option : rule.objects("variantOptionIds")) {
            option.rule(option.hasValue("key") != option.hasValue("id"), "key", "must be given, or id, and not both");
        }
    }
}
