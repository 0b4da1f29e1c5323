package io.tollgate.product;

import io.tollgate.input.Input;
import io.tollgate.input.Key;
import io.tollgate.input.Value;
import io.tollgate.page.NamedParts;
import io.tollgate.page.RoundTrip;

/** What a body may say of a product: where it is created with its page, by itself, or changed. */
public final class ProductBody {
    /** How many prices, variants, options of one and the like a product can have. */
    static final int PARTS_MAX = 100;

    static final int STOCK_MAX = 99_999_999;

    private static final int TITLE_MAX = 200;
    private static final int SHORT_MAX = 500;
    private static final int CALLOUT_MAX = 2000;
    private static final int DESCRIPTION_MAX = 50_000;
    private static final int FEATURES_MAX = 10;
    private static final int TABS_MAX = 20;

    private static final Key PICKER = Key.object(
                    "pricePicker",
                    Key.text("title", TITLE_MAX).orNull(),
                    Key.prose("description", CALLOUT_MAX).orNull(),
                    Key.bool("shortenDescription").orNull(),
                    Key.map("priceDisplayLabels", TABS_MAX, Value.line(0, TITLE_MAX))
                            .orNull(),
                    Key.map("priceDisplayDefaults", TABS_MAX, Value.line(0, TITLE_MAX))
                            .orNull(),
                    Key.of("priceDisplayTabOrder", Value.list(0, TABS_MAX, Value.line(1, TITLE_MAX)))
                            .orNull())
            .orNull();

    private static final Key DISCOUNTS = Key.list(
                    "discounts",
                    PARTS_MAX,
                    Key.oneOf("quantityCondition", "checkout_quantity", "variant_option_quantity")
                            .needed(),
                    Key.integer("minQuantity", 1, STOCK_MAX),
                    Key.integer("maxQuantity", 1, STOCK_MAX).orNull(),
                    Key.number("percentOff", 0, 100).orNull(),
                    Key.money("amountOff").orNull(),
                    Key.of("variantOptionIds", NamedParts.list(PARTS_MAX, Key.text("key", TITLE_MAX), Key.id("id")))
                            .orNull())
            .orNull();

    /** The keys of {@code productData}, and of a product's change. */
    public static final Key[] KEYS = {
        Key.text("title", TITLE_MAX),
        Key.prose("description", DESCRIPTION_MAX).orNull(),
        Key.prose("shortDescription", SHORT_MAX).orNull(),
        Key.text("callToActionText", TITLE_MAX).orNull(),
        Key.text("headingText", TITLE_MAX).orNull(),
        Key.list("features", FEATURES_MAX, Key.text("text", TITLE_MAX).needed(), Icons.key("icon"))
                .orNull(),
        Key.prose("calloutText", CALLOUT_MAX).orNull(),
        Icons.key("calloutIcon"),
        Key.text("sku", TITLE_MAX).orNull(),
        PriceBody.PRICE,
        PriceBody.PRICES,
        Key.id("defaultPriceId").orNull(),
        PICKER,
        Key.oneOf("taxBehavior", "inclusive", "exclusive", "automatic", ""),
        Key.of(
                        "taxCode",
                        Value.matching(
                                0,
                                SHORT_MAX,
                                "(?:txcd_[a-zA-Z0-9]+)?",
                                "must be empty, or txcd_ and letters or digits"))
                .orNull(),
        Key.ids("fixedTaxRateIds", 1).orNull(),
        Key.ids("imageIds", PARTS_MAX).orNull(),
        Key.ids("fileIds", PARTS_MAX).orNull(),
        VariantBody.VARIANTS,
        Key.bool("variantsRequired"),
        DISCOUNTS,
        Key.integer("stock", 0, STOCK_MAX).orNull(),
        Key.bool("hasUnlimitedStock"),
        Key.bool("generateLicenseKeys"),
        Key.object("limitPayments", Key.bool("enabled").needed()).orNull(),
        Key.object(
                        "limitSubscriptions",
                        Key.bool("enabled"),
                        Key.object(
                                        "limitSubscriptionsProcessor",
                                        Key.bool("enabled").needed())
                                .orNull())
                .orNull(),
        Key.bool("enableFileAccessForInactiveSubscriptions")
    };

    /** What is read of a product, and cannot be set. */
    static final RoundTrip ROUND_TRIP = RoundTrip.NOTHING
            .with("prices", Key.bool("isDefault").orNull())
            .with("variants.options", VariantBody.IMAGE)
            .with("limitPayments", RoundTrip.SINCE);

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
