package io.tollgate.product;

import static io.tollgate.schema.Field.bool;
import static io.tollgate.schema.Field.id;
import static io.tollgate.schema.Field.ids;
import static io.tollgate.schema.Field.integer;
import static io.tollgate.schema.Field.list;
import static io.tollgate.schema.Field.money;
import static io.tollgate.schema.Field.object;
import static io.tollgate.schema.Field.oneOf;
import static io.tollgate.schema.Field.prose;
import static io.tollgate.schema.Field.text;

import io.tollgate.file.Files;
import io.tollgate.schema.Field;
import io.tollgate.schema.Schema;
import io.tollgate.schema.Type;

/** Variants of a product, as the product shows them and as a purchase keeps them. */
public final class Variants {
    private static final int NAME_MAX = 200;
    private static final int TEXT_MAX = 2000;
    private static final int REFERENCE_MAX = 36;
    private static final int COLUMNS_MAX = 4;

    private static final Field LAYOUT = object(
                    "layout",
                    oneOf("variantOptionLayout", "list", "grid").defaultsTo("list"),
                    bool("collapseVariantOptions").defaultsTo(false),
                    integer("variantOptionColumns", 1, COLUMNS_MAX).defaultsTo(2),
                    bool("showVariantName").defaultsTo(true),
                    bool("showVariantOptionNames").defaultsTo(true),
                    bool("showVariantOptionPrices").defaultsTo(true),
                    bool("showVariantOptionPriceSign").defaultsTo(false),
                    bool("showPwywPlaceholder").defaultsTo(true),
                    oneOf("textAlign", "left", "center", "stack").defaultsTo("left"),
                    oneOf("spacing", "comfortable", "compact").defaultsTo("comfortable"),
                    oneOf("imageSize", "small", "medium", "large").defaultsTo("medium"))
            .writable()
            .orNull();

    static final Schema OPTION = Schema.of(
            id("id").writable(),
            text("key", NAME_MAX).writeOnly(),
            text("name", NAME_MAX).writable().needed(),
            oneOf("status", "enabled", "disabled", "deleted").writable().defaultsTo("enabled"),
            prose("description", TEXT_MAX).writable().orNull(),
            object("image", Files.IMAGE).roundTrip(),
            id("imageId").writeOnly().orNull(),
            money("additionalChargeAmount").writable().defaultsTo(0),
            money("discountedFromPrice").writable().orNull(),
            text("sku", NAME_MAX).writable().orNull(),
            integer("stock", 0, Products.STOCK_MAX).writable().orNull(),
            oneOf("type", "one_time", "recurring", "pay_what_you_want")
                    .writable()
                    .defaultsTo("one_time"),
            bool("payWhatYouWant").writable().defaultsTo(false),
            money("pwywSuggestedPrice").writable().orNull(),
            ids("fileIds", Products.PARTS_MAX).writable().orNull());

    private static final Field PRESELECT = object(
                    "preselect",
                    bool("enabled").defaultsTo(false),
                    id("optionId").readOnly(),
                    text("optionId", NAME_MAX).writeOnly().orNull(),
                    integer("quantity", 1, Products.STOCK_MAX).defaultsTo(1))
            .writable()
            .orNull();

    private static final Field SHOW_HIDE_LOGIC = object(
                    "showHideLogic",
                    bool("enabled").defaultsTo(false),
                    oneOf("comparison", "is", "is_not", "is_empty", "is_not_empty", "contains")
                            .defaultsTo("is"),
                    Field.of("value", Type.line(0, NAME_MAX)).orNull().defaultsTo(""),
                    object(
                                    "element",
                                    id("elementId").readOnly(),
                                    text("elementId", NAME_MAX).writeOnly().orNull())
                            .orNull())
            .writable()
            .orNull();

    static final Schema SCHEMA = Schema.of(
            id("id").writable(),
            text("key", NAME_MAX).writeOnly(),
            text("name", NAME_MAX).writable().needed(),
            bool("required").writable().defaultsTo(false),
            oneOf("status", "enabled", "disabled", "deleted").writable().defaultsTo("enabled"),
            Field.of("options", Type.list(1, Products.PARTS_MAX, Type.object(OPTION.fields())))
                    .writable()
                    .needed(),
            integer("order", 0, Products.STOCK_MAX).writable(),
            text("reference", REFERENCE_MAX).writable(),
            oneOf("selectionType", "single", "multiple", "quantity").writable().defaultsTo("single"),
            bool("increasesWithQuantity").writable().defaultsTo(false),
            bool("useVariantOptionSkus").writable().defaultsTo(false),
            bool("manageVariantOptionStock").writable().defaultsTo(false),
            ids("priceIds", Products.PARTS_MAX).writable().orNull(),
            bool("hidden").writable().defaultsTo(false),
            PRESELECT,
            SHOW_HIDE_LOGIC,
            LAYOUT);

    /** What was chosen with a one-time purchase. */
    public static final Field OF_PAYMENT = list(
            "variants",
            text("name"),
            id("variantId"),
            text("reference"),
            oneOf("selectionType", "single", "multiple", "quantity"),
            list(
                    "selectedOptions",
                    id("optionId"),
                    text("optionName"),
                    text("sku"),
                    integer("quantity"),
                    money("additionalChargeAmount"),
                    money("originalAdditionalChargeAmount"),
                    object("discount", Discounts.BULK)));

    private static final Field OPTION_FEES =
            list("fees", text("name"), money("amount"), Field.number("percentage"), text("processorInvoiceItemId"));

    /** What was chosen with a subscription: each option is billed on its own. */
    public static final Field OF_SUBSCRIPTION = list(
            "variants",
            text("name"),
            id("variantId"),
            text("reference"),
            oneOf("selectionType", "single", "multiple", "quantity"),
            list(
                    "selectedOptions",
                    id("optionId"),
                    oneOf("optionType", "one_time", "recurring", "pay_what_you_want"),
                    text("optionName"),
                    text("sku"),
                    integer("quantity"),
                    money("additionalChargeAmount"),
                    money("discountAmount"),
                    OPTION_FEES,
                    money("additionalChargeAmountTotal"),
                    money("additionalChargeAmountUsd"),
                    text("optionProcessorPriceId"),
                    text("optionProcessorProductId"),
                    text("optionInvoiceItemId"),
                    bool("optionInvoiceItemPaid")),
            OPTION_FEES);

    private Variants() {}
}
