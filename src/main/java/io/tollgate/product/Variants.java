package io.tollgate.product;

import static io.tollgate.resource.Field.bool;
import static io.tollgate.resource.Field.id;
import static io.tollgate.resource.Field.ids;
import static io.tollgate.resource.Field.integer;
import static io.tollgate.resource.Field.list;
import static io.tollgate.resource.Field.money;
import static io.tollgate.resource.Field.object;
import static io.tollgate.resource.Field.oneOf;
import static io.tollgate.resource.Field.text;

import io.tollgate.file.Files;
import io.tollgate.resource.Field;
import java.util.List;

/** Variants of a product, as the product shows them and as a purchase keeps them. */
public final class Variants {
    private Variants() {}

    private static final Field LAYOUT = object(
            "layout",
            oneOf("variantOptionLayout", "list", "grid"),
            bool("collapseVariantOptions"),
            integer("variantOptionColumns"),
            bool("showVariantName"),
            bool("showVariantOptionNames"),
            bool("showVariantOptionPrices"),
            bool("showVariantOptionPriceSign"),
            bool("showPwywPlaceholder"),
            oneOf("textAlign", "left", "center", "stack"),
            oneOf("spacing", "comfortable", "compact"),
            oneOf("imageSize", "small", "medium", "large"));

    private static final Field OPTIONS = list(
            "options",
            id("id"),
            text("name"),
            oneOf("status", "enabled", "disabled", "deleted"),
            text("description"),
            object("image", Files.IMAGE),
            money("additionalChargeAmount"),
            money("discountedFromPrice"),
            text("sku"),
            integer("stock"),
            oneOf("type", "one_time", "recurring", "pay_what_you_want"),
            bool("payWhatYouWant"),
            money("pwywSuggestedPrice"),
            ids("fileIds"));

    public static final List<Field> FIELDS = List.of(
            id("id"),
            text("name"),
            bool("required"),
            oneOf("status", "enabled", "disabled", "deleted"),
            OPTIONS,
            integer("order"),
            text("reference"),
            oneOf("selectionType", "single", "multiple", "quantity"),
            bool("increasesWithQuantity"),
            bool("useVariantOptionSkus"),
            bool("manageVariantOptionStock"),
            ids("priceIds"),
            bool("hidden"),
            object("preselect", bool("enabled"), id("optionId"), integer("quantity")),
            object(
                    "showHideLogic",
                    bool("enabled"),
                    oneOf("comparison", "is", "is_not", "is_empty", "is_not_empty", "contains"),
                    text("value"),
                    object("element", id("elementId"))),
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
}
