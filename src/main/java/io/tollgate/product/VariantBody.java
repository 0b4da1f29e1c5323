package io.tollgate.product;

import io.tollgate.input.Input;
import io.tollgate.input.Key;
import io.tollgate.input.Value;

/** What a body may say of one variant and its options, and the rules that hold within it. */
final class VariantBody {
    private static final int NAME_MAX = 200;
    private static final int TEXT_MAX = 2000;
    private static final int REFERENCE_MAX = 36;
    private static final int COLUMNS_MAX = 4;
    private static final String[] STATUSES = {"enabled", "disabled", "deleted"};

    private static final Key OPTION = Key.of(
                    "options",
                    Value.list(
                            1,
                            ProductBody.PARTS_MAX,
                            Value.object(
                                    Key.id("id"),
                                    Key.text("key", NAME_MAX),
                                    Key.text("name", NAME_MAX).needed(),
                                    Key.prose("description", TEXT_MAX).orNull(),
                                    Key.oneOf("status", STATUSES),
                                    Key.oneOf("type", "one_time", "recurring", "pay_what_you_want"),
                                    Key.money("additionalChargeAmount"),
                                    Key.money("discountedFromPrice").orNull(),
                                    Key.text("sku", NAME_MAX).orNull(),
                                    Key.integer("stock", 0, ProductBody.STOCK_MAX)
                                            .orNull(),
                                    Key.bool("payWhatYouWant"),
                                    Key.money("pwywSuggestedPrice").orNull(),
                                    Key.id("imageId").orNull(),
                                    Key.ids("fileIds", ProductBody.PARTS_MAX).orNull())))
            .needed();

    /** The image of an option, which is set by its id. */
    static final Key IMAGE = Key.object(
                    "image",
                    Key.id("fileId").orNull(),
                    Key.of("url", Value.line(0, TEXT_MAX)).orNull(),
                    Key.of("name", Value.line(0, TEXT_MAX)).orNull(),
                    Key.integer("size", 0, Integer.MAX_VALUE).orNull(),
                    Key.integer("width", 0, Integer.MAX_VALUE).orNull(),
                    Key.integer("height", 0, Integer.MAX_VALUE).orNull())
            .orNull();

    private static final Key LAYOUT = Key.object(
                    "layout",
                    Key.oneOf("variantOptionLayout", "list", "grid"),
                    Key.bool("collapseVariantOptions"),
                    Key.integer("variantOptionColumns", 1, COLUMNS_MAX),
                    Key.bool("showVariantName"),
                    Key.bool("showVariantOptionNames"),
                    Key.bool("showVariantOptionPrices"),
                    Key.bool("showVariantOptionPriceSign"),
                    Key.bool("showPwywPlaceholder"),
                    Key.oneOf("textAlign", "left", "center", "stack"),
                    Key.oneOf("spacing", "comfortable", "compact"),
                    Key.oneOf("imageSize", "small", "medium", "large"))
            .orNull();

    static final Key VARIANTS = Key.list(
                    "variants",
                    ProductBody.PARTS_MAX,
                    Key.id("id"),
                    Key.text("key", NAME_MAX),
                    Key.text("name", NAME_MAX).needed(),
                    Key.bool("required"),
                    Key.oneOf("status", STATUSES),
                    OPTION,
                    Key.integer("order", 0, ProductBody.STOCK_MAX),
                    Key.text("reference", REFERENCE_MAX),
                    Key.oneOf("selectionType", "single", "multiple", "quantity"),
                    Key.bool("increasesWithQuantity"),
                    Key.bool("useVariantOptionSkus"),
                    Key.bool("manageVariantOptionStock"),
                    Key.bool("hidden"),
                    Key.ids("priceIds", ProductBody.PARTS_MAX).orNull(),
                    Key.object(
                                    "preselect",
                                    Key.bool("enabled"),
                                    Key.text("optionId", NAME_MAX).orNull(),
                                    Key.integer("quantity", 1, ProductBody.STOCK_MAX))
                            .orNull(),
                    Key.object(
                                    "showHideLogic",
                                    Key.bool("enabled"),
                                    Key.oneOf("comparison", "is", "is_not", "is_empty", "is_not_empty", "contains"),
                                    Key.of("value", Value.line(0, NAME_MAX)).orNull(),
                                    Key.object(
                                                    "element",
                                                    Key.text("elementId", NAME_MAX)
                                                            .orNull())
                                            .orNull())
                            .orNull(),
                    LAYOUT)
            .orNull();

    private VariantBody() {}

    /** Whatever the product is, these do not go together in one option. */
    static void check(Input variant) {
        for (Input option : variant.objects("options")) {
            Long least = option.integer("additionalChargeAmount");
            Long suggested = option.integer("pwywSuggestedPrice");
            option.rule(
                    least == null || suggested == null || suggested >= least || suggested == 0,
                    "pwywSuggestedPrice",
                    "must not be less than additionalChargeAmount, the least that may be paid");
            String type = option.text("type");
            boolean chosen = option.bool("payWhatYouWant", false);
            option.rule(
                    type == null || !option.has("payWhatYouWant") || chosen == type.equals("pay_what_you_want"),
                    "payWhatYouWant",
                    "must be true with the type pay_what_you_want, and false with others");
        }
    }
}
