package io.tollgate.catalog.product;

import static io.tollgate.platform.schema.Field.bool;
import static io.tollgate.platform.schema.Field.id;
import static io.tollgate.platform.schema.Field.ids;
import static io.tollgate.platform.schema.Field.integer;
import static io.tollgate.platform.schema.Field.list;
import static io.tollgate.platform.schema.Field.money;
import static io.tollgate.platform.schema.Field.object;
import static io.tollgate.platform.schema.Field.oneOf;
import static io.tollgate.platform.schema.Field.prose;
import static io.tollgate.platform.schema.Field.text;

import io.tollgate.catalog.file.Files;
import io.tollgate.platform.schema.CommonFields;
import io.tollgate.platform.schema.Field;
import io.tollgate.platform.schema.Schema;
import io.tollgate.platform.schema.Type;

/** The fields of variants, and of the selected variants in purchase records. */
public final class Variants {
    private static final int NAME_MAX = 200;
    private static final int TEXT_MAX = 2000;
    private static final int REFERENCE_MAX = 36;
    private static final int COLUMNS_MAX = 4;

    private static final Field LAYOUT = object(
                    "layout",
                    oneOf("variantOptionLayout", "list", "grid")
                            .doc("Arrangement of the options.")
                            .defaultsTo("list"),
                    bool("collapseVariantOptions")
                            .doc("Whether the options are collapsed at first.")
                            .defaultsTo(false),
                    integer("variantOptionColumns", 1, COLUMNS_MAX)
                            .doc("Number of columns of a `grid`.")
                            .defaultsTo(2),
                    bool("showVariantName")
                            .doc("Whether the name of the variant is shown.")
                            .defaultsTo(true),
                    bool("showVariantOptionNames")
                            .doc("Whether the names of the options are shown.")
                            .defaultsTo(true),
                    bool("showVariantOptionPrices")
                            .doc("Whether the additional charges are shown.")
                            .defaultsTo(true),
                    bool("showVariantOptionPriceSign")
                            .doc("Whether additional charges are shown with a plus sign.")
                            .defaultsTo(false),
                    bool("showPwywPlaceholder")
                            .doc("Whether the input of a chosen amount shows the suggested one.")
                            .defaultsTo(true),
                    oneOf("textAlign", "left", "center", "stack")
                            .doc("Alignment of the texts.")
                            .defaultsTo("left"),
                    oneOf("spacing", "comfortable", "compact")
                            .doc("Space between the options.")
                            .defaultsTo("comfortable"),
                    oneOf("imageSize", "small", "medium", "large")
                            .doc("Size of the images.")
                            .defaultsTo("medium"))
            .doc("How the page displays the variant.")
            .writable()
            .orNull();

    static final Schema OPTION = Schema.of(
            id("id").doc("Id of the option. In a change, it names the stored option to change; an option without an "
                            + "id is new.")
                    .writable(),
            CommonFields.key(NAME_MAX).writeOnly(),
            text("name", NAME_MAX).doc("Name that buyers see.").writable().needed(),
            oneOf("status", "enabled", "disabled", "deleted")
                    .doc("Only options that are `enabled` can be chosen.")
                    .writable()
                    .defaultsTo("enabled"),
            prose("description", TEXT_MAX)
                    .doc("Description that buyers see.")
                    .writable()
                    .orNull(),
            object("image", Files.IMAGE)
                    .doc("Image of the option. Null if it has none. Read-only; set it with `imageId`.")
                    .roundTrip(),
            id("imageId")
                    .doc("Id of an uploaded file with the purpose `image`. Null removes the image.")
                    .writeOnly()
                    .orNull(),
            money("additionalChargeAmount")
                    .doc("Amount in addition to the price of the product. With `payWhatYouWant`, the least amount.")
                    .writable()
                    .defaultsTo(0),
            money("discountedFromPrice")
                    .doc("Higher amount that is shown struck through.")
                    .writable()
                    .orNull(),
            text("sku", NAME_MAX).doc("Stock keeping unit.").writable().orNull(),
            integer("stock", 0, Products.STOCK_MAX)
                    .doc("Number of options that are left, if `manageVariantOptionStock` is `true`. Null: no limit.")
                    .writable()
                    .orNull(),
            oneOf("type", "one_time", "recurring", "pay_what_you_want")
                    .doc("How a subscription charges the option: once (`one_time`) or with each payment "
                            + "(`recurring`). `pay_what_you_want`: once, at an amount that the buyer chooses.")
                    .writable()
                    .defaultsTo("one_time"),
            bool("payWhatYouWant")
                    .doc("Whether the buyer chooses an amount of at least `additionalChargeAmount`.")
                    .writable()
                    .defaultsTo(false),
            money("pwywSuggestedPrice")
                    .doc("With `payWhatYouWant`: amount that is suggested to the buyer, at least "
                            + "`additionalChargeAmount`.")
                    .writable()
                    .orNull(),
            ids("fileIds", Products.PARTS_MAX)
                    .doc("Ids of uploaded files with the purpose `file` that buyers of the option receive.")
                    .writable()
                    .orNull());

    private static final Field PRESELECT = object(
                    "preselect",
                    CommonFields.ENABLED.defaultsTo(false),
                    id("optionId").doc("Id of the option.").readOnly(),
                    text("optionId", NAME_MAX)
                            .doc("Id or `key` of the option.")
                            .writeOnly()
                            .orNull(),
                    integer("quantity", 1, Products.STOCK_MAX)
                            .doc("Quantity that is selected at first.")
                            .defaultsTo(1))
            .doc("Option that is selected when the page opens.")
            .writable()
            .orNull();

    private static final Field SHOW_HIDE_LOGIC = object(
                    "showHideLogic",
                    CommonFields.ENABLED.defaultsTo(false),
                    oneOf("comparison", "is", "is_not", "is_empty", "is_not_empty", "contains")
                            .doc("How the selection is compared with `value`.")
                            .defaultsTo("is"),
                    Field.of("value", Type.line(0, NAME_MAX))
                            .doc("The option to compare with: its id. Requests may also name it by its key. Not used "
                                    + "by `is_empty` and `is_not_empty`.")
                            .orNull()
                            .defaultsTo(""),
                    object(
                                    "element",
                                    id("elementId").doc("Id of the variant.").readOnly(),
                                    text("elementId", NAME_MAX)
                                            .doc("Id or `key` of the variant.")
                                            .writeOnly()
                                            .orNull())
                            .doc("The variant whose selection is compared.")
                            .orNull())
            .doc("Shows the variant only if another variant has a certain selection. Null: the variant is always "
                    + "shown.")
            .writable()
            .orNull();

    static final Schema SCHEMA = Schema.of(
            id("id").doc("Id of the variant. In a change, it names the stored variant to change; a variant without an "
                            + "id is new.")
                    .writable(),
            CommonFields.key(NAME_MAX).writeOnly(),
            text("name", NAME_MAX)
                    .doc("Name that buyers see, such as \"Size\".")
                    .writable()
                    .needed(),
            bool("required")
                    .doc("Whether a buyer who sees the variant must choose an option.")
                    .writable()
                    .defaultsTo(false),
            oneOf("status", "enabled", "disabled", "deleted")
                    .doc("Only variants that are `enabled` are offered.")
                    .writable()
                    .defaultsTo("enabled"),
            Field.of("options", Type.list(1, Products.PARTS_MAX, Type.object(OPTION.fields())))
                    .doc("Options to choose from, in the order shown.")
                    .always()
                    .writable()
                    .needed(),
            integer("order", 0, Products.STOCK_MAX)
                    .doc("Position of the variant, from 0: its place in the list.")
                    .writable(),
            text("reference", REFERENCE_MAX)
                    .doc("Name for programs, unique in the product. Derived from the name if not sent.")
                    .writable(),
            oneOf("selectionType", "single", "multiple", "quantity")
                    .doc("What one order can contain of the variant. `single`: one option. `multiple`: several "
                            + "options, one of each. `quantity`: any number of each option.")
                    .writable()
                    .defaultsTo("single"),
            bool("increasesWithQuantity")
                    .doc("Whether the options are charged for each item of the product. If `false`, they are charged "
                            + "once.")
                    .writable()
                    .defaultsTo(false),
            bool("useVariantOptionSkus")
                    .doc("Whether the options have SKUs of their own.")
                    .writable()
                    .defaultsTo(false),
            bool("manageVariantOptionStock")
                    .doc("Whether the options have a limited `stock`.")
                    .writable()
                    .defaultsTo(false),
            ids("priceIds", Products.PARTS_MAX)
                    .doc("Ids of the prices with which the variant is offered. Empty: all.")
                    .writable()
                    .orNull(),
            bool("hidden")
                    .doc("Whether the variant is hidden until a query parameter of the page's address reveals it. A "
                            + "hidden variant is never required.")
                    .writable()
                    .defaultsTo(false),
            PRESELECT,
            SHOW_HIDE_LOGIC,
            LAYOUT);

    /** The selected options of a one-time purchase. */
    public static final Field OF_PAYMENT = list(
                    "variants",
                    text("name").doc("Name of the variant."),
                    id("variantId").doc("Id of the variant."),
                    text("reference").doc("Name of the variant for programs."),
                    oneOf("selectionType", "single", "multiple", "quantity")
                            .doc("What one order can contain of the variant: one option, several options, or any "
                                    + "number of each."),
                    list(
                                    "selectedOptions",
                                    id("optionId").doc("Id of the option."),
                                    text("optionName").doc("Name of the option."),
                                    text("sku").doc("Stock keeping unit of the option."),
                                    integer("quantity").doc("Quantity of the option."),
                                    money("additionalChargeAmount")
                                            .doc("Additional charge for one option, after its bulk discount."),
                                    money("originalAdditionalChargeAmount")
                                            .doc("Additional charge for one option, before its bulk discount."),
                                    object("discount", Discounts.BULK)
                                            .doc("Bulk discount of the option. Null if it has none."))
                            .doc("Options that the buyer chose."))
            .doc("What the buyer chose of the variants.");

    private static final Field OPTION_FEES = list(
                    "fees",
                    text("name").doc("Name of the fee."),
                    money("amount").doc("Amount of the fee."),
                    Field.number("percentage")
                            .doc("Percentage from which the amount was calculated: 3 means 3 %. Null for a fixed "
                                    + "amount."),
                    text("processorInvoiceItemId").doc("Id of the invoice item at the payment processor."))
            .doc("Fees on what is charged once.");

    /** The selected options of a subscription. Each option is billed separately. */
    public static final Field OF_SUBSCRIPTION = list(
                    "variants",
                    text("name").doc("Name of the variant."),
                    id("variantId").doc("Id of the variant."),
                    text("reference").doc("Name of the variant for programs."),
                    oneOf("selectionType", "single", "multiple", "quantity")
                            .doc("What one order can contain of the variant: one option, several options, or any "
                                    + "number of each."),
                    list(
                                    "selectedOptions",
                                    id("optionId").doc("Id of the option."),
                                    oneOf("optionType", "one_time", "recurring", "pay_what_you_want")
                                            .doc("Whether the option is charged once or with each payment."),
                                    text("optionName").doc("Name of the option."),
                                    text("sku").doc("Stock keeping unit of the option."),
                                    integer("quantity").doc("Quantity of the option."),
                                    money("additionalChargeAmount")
                                            .doc("Additional charge for one option, before discounts."),
                                    money("discountAmount").doc("Discount of the coupon on the option."),
                                    OPTION_FEES,
                                    money("additionalChargeAmountTotal")
                                            .doc("Amount charged for the option: after discounts, with fees and tax."),
                                    money("additionalChargeAmountUsd")
                                            .doc("`additionalChargeAmountTotal` in US dollars, at a fixed approximate "
                                                    + "rate. Null if Tollgate has no rate for the currency."),
                                    text("optionProcessorPriceId")
                                            .doc("Id of the option's price at the payment processor."),
                                    text("optionProcessorProductId")
                                            .doc("Id of the option's product at the payment processor."),
                                    text("optionInvoiceItemId")
                                            .doc("Id of the option's invoice item at the payment processor. Null for "
                                                    + "recurring options."),
                                    bool("optionInvoiceItemPaid").doc("Whether what is charged once was paid."))
                            .doc("Options that the buyer chose."),
                    OPTION_FEES)
            .doc("What the buyer chose of the variants. Each option is billed by itself.");

    private Variants() {}
}
