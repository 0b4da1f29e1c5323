package io.tollgate.catalog.product;

import static io.tollgate.platform.resource.Search.Shape.ANYTHING;
import static io.tollgate.platform.resource.Search.contains;
import static io.tollgate.platform.schema.Field.any;
import static io.tollgate.platform.schema.Field.bool;
import static io.tollgate.platform.schema.Field.id;
import static io.tollgate.platform.schema.Field.ids;
import static io.tollgate.platform.schema.Field.integer;
import static io.tollgate.platform.schema.Field.list;
import static io.tollgate.platform.schema.Field.map;
import static io.tollgate.platform.schema.Field.money;
import static io.tollgate.platform.schema.Field.number;
import static io.tollgate.platform.schema.Field.object;
import static io.tollgate.platform.schema.Field.oneOf;
import static io.tollgate.platform.schema.Field.prose;
import static io.tollgate.platform.schema.Field.text;

import io.tollgate.catalog.file.Files;
import io.tollgate.catalog.page.NamedParts;
import io.tollgate.catalog.taxrate.FixedRates;
import io.tollgate.platform.resource.Resource;
import io.tollgate.platform.schema.CommonFields;
import io.tollgate.platform.schema.Field;
import io.tollgate.platform.schema.Schema;
import io.tollgate.platform.schema.Type;
import java.util.ArrayList;
import java.util.List;

/** The product resource. A product is sold by a checkout page, or is an order bump that pages offer in addition. */
public final class Products {
    /** Maximum number of prices, variants, options of one variant, and other parts of a product. */
    static final int PARTS_MAX = 100;

    static final int STOCK_MAX = 99_999_999;
    static final int TITLE_MAX = 200;

    private static final int SHORT_MAX = 500;
    private static final int CALLOUT_MAX = 2000;
    private static final int DESCRIPTION_MAX = 50_000;
    private static final int FEATURES_MAX = 10;
    private static final int TABS_MAX = 20;

    private static final Type TAX_CODE =
            Type.matching(0, SHORT_MAX, "(?:txcd_[a-zA-Z0-9]+)?", "must be empty, or txcd_ and letters or digits");

    private static final String TAB_LABELS =
            "Labels of the tabs of prices, by the name of the tab: `one_time`, `day`, `week`, `month` or `year`.";

    private static final String TAB_DEFAULTS =
            "Ids of the prices that are selected at first in the tabs, by the name of "
                    + "the tab. Each price has the interval of its tab.";

    private static final Field PICKER = object(
                    "pricePicker",
                    text("title", TITLE_MAX).doc("Title above the prices.").orNull(),
                    prose("description", CALLOUT_MAX)
                            .doc("Text above the prices.")
                            .orNull(),
                    bool("shortenDescription")
                            .doc("Whether a description of more than 200 characters is shortened until the buyer "
                                    + "opens it.")
                            .orNull(),
                    any("priceDisplayLabels").doc(TAB_LABELS).readOnly(),
                    map("priceDisplayLabels", TABS_MAX, Type.line(0, TITLE_MAX))
                            .doc(TAB_LABELS)
                            .writeOnly()
                            .orNull(),
                    any("priceDisplayDefaults").doc(TAB_DEFAULTS).readOnly(),
                    map("priceDisplayDefaults", TABS_MAX, Type.line(0, TITLE_MAX))
                            .doc(TAB_DEFAULTS)
                            .writeOnly()
                            .orNull(),
                    Field.of("priceDisplayTabOrder", Type.list(0, TABS_MAX, Type.line(1, TITLE_MAX)))
                            .doc("Names of the first tabs, in the order shown: `one_time`, `day`, `week`, `month` or "
                                    + "`year`. The other tabs follow in this order.")
                            .orNull())
            .doc("How buyers choose among several prices. Prices of several intervals are shown in tabs if a label, a "
                    + "default or an order of tabs is set.")
            .writable()
            .orNull();

    /** The bulk discounts. */
    private static final Field DISCOUNTS = list(
                    "discounts",
                    PARTS_MAX,
                    oneOf("quantityCondition", "checkout_quantity", "variant_option_quantity")
                            .doc("What is counted: `checkout_quantity`, the quantity of the product; "
                                    + "`variant_option_quantity`, the quantity of each variant option by itself.")
                            .needed(),
                    ids("variantOptionIds")
                            .doc("Ids of the variant options that the discount covers. Empty: the product and all its "
                                    + "options.")
                            .readOnly(),
                    Field.of(
                                    "variantOptionIds",
                                    NamedParts.list(
                                            PARTS_MAX,
                                            text("key", TITLE_MAX)
                                                    .doc("The `key` of a variant option in this request."),
                                            id("id").doc("Id of a variant option of the product.")))
                            .doc("Variant options that the discount covers: their ids, or objects with an id or a "
                                    + "key. Empty: the product and all its options. Required for "
                                    + "`variant_option_quantity`.")
                            .writeOnly()
                            .orNull(),
                    integer("minQuantity", 1, STOCK_MAX).doc("Least quantity for the discount."),
                    integer("maxQuantity", 1, STOCK_MAX)
                            .doc("Greatest quantity for the discount. Null: no maximum.")
                            .orNull(),
                    number("percentOff", 0, 100)
                            .doc("Discount in percent: 10 means 10 %. Send either `percentOff` or `amountOff`.")
                            .orNull(),
                    money("amountOff")
                            .doc("Amount taken off what the discount covers. Send either `percentOff` or `amountOff`.")
                            .orNull())
            .doc("Discounts by quantity. Of the rules that match, the one with the highest `minQuantity` applies. A "
                    + "list in a change replaces the former one.")
            .writable()
            .orNull();

    private static final Field LIMIT_SUBSCRIPTIONS = object(
                    "limitSubscriptions",
                    CommonFields.ENABLED.defaultsTo(false),
                    object(
                                    "limitSubscriptionsProcessor",
                                    CommonFields.ENABLED.needed().defaultsTo(false))
                            .doc("Whether every subscription of the e-mail address in the processor account counts, "
                                    + "also one of another product, or made at the processor.")
                            .orNull())
            .doc("Whether each e-mail address can have only one subscription of the product that has not ended.")
            .writable()
            .orNull();

    public static final Schema SCHEMA = Schema.of(
            CommonFields.ID,
            oneOf("type", "charge", "subscription")
                    .doc("`charge`: paid once. `subscription`: paid repeatedly. Follows from the first enabled price.")
                    .always(),
            text("title", TITLE_MAX)
                    .doc("Title that buyers and invoices see. A new page that sends none gets the name of the page.")
                    .always()
                    .writable(),
            prose("description", DESCRIPTION_MAX)
                    .doc("Description as HTML. Plain text is stored as an escaped paragraph.")
                    .writable()
                    .orNull(),
            prose("shortDescription", SHORT_MAX)
                    .doc("Short description of an order bump.")
                    .writable()
                    .orNull(),
            text("callToActionText", TITLE_MAX)
                    .doc("For an order bump: text of the choice.")
                    .writable()
                    .orNull(),
            text("headingText", TITLE_MAX)
                    .doc("For an order bump: heading above it.")
                    .writable()
                    .orNull(),
            list(
                            "features",
                            FEATURES_MAX,
                            text("text", TITLE_MAX).doc("Text of the feature.").needed(),
                            Icons.field("icon"))
                    .doc("For an order bump: list of its features.")
                    .writable()
                    .orNull(),
            prose("calloutText", CALLOUT_MAX)
                    .doc("For an order bump: highlighted text.")
                    .writable()
                    .orNull(),
            Icons.field("calloutIcon").writable(),
            oneOf("role", "product", "orderbump")
                    .doc("`product`: sold by a checkout page. `orderbump`: offered in addition to what pages sell.")
                    .always(),
            text("sku", TITLE_MAX).doc("Stock keeping unit.").writable().orNull(),
            Prices.PRICE.always().writable(),
            Prices.PRICES.writable(),
            id("defaultPriceId")
                    .doc("Id of the enabled price that is selected at first, unless `priceDisplayDefaults` names "
                            + "another one for the first tab. Null chooses the first enabled price.")
                    .writable()
                    .orNull(),
            PICKER,
            oneOf("taxBehavior", "inclusive", "exclusive", "automatic", "")
                    .doc("Whether prices include the tax that the processor calculates. For a fixed tax rate, its "
                            + "`inclusive` decides. `automatic` and empty: not in USD and CAD.")
                    .writable()
                    .defaultsTo(""),
            Field.of("taxCode", TAX_CODE)
                    .doc("The processor's tax code for the product, such as `txcd_10000000`. Empty: none.")
                    .writable()
                    .orNull()
                    .defaultsTo(""),
            FixedRates.FIELD.writable(),
            list("media", Files.IMAGE)
                    .doc("Images of the product, in the order shown.")
                    .defaultsToJson("[]"),
            ids("imageIds", PARTS_MAX)
                    .doc("Ids of uploaded files with the purpose `image`, in the order shown. A list in a change "
                            + "replaces the former one.")
                    .writeOnly()
                    .orNull(),
            ids("fileIds", PARTS_MAX)
                    .doc("Ids of uploaded files with the purpose `file` that buyers receive. A list in a change "
                            + "replaces the former one.")
                    .writable()
                    .orNull(),
            list("variants", PARTS_MAX, Variants.SCHEMA.fields())
                    .doc("Variants to choose from, such as size, in the order shown. A list in a change replaces the "
                            + "former one.")
                    .writable()
                    .orNull(),
            DISCOUNTS,
            bool("generateLicenseKeys")
                    .doc("Whether each purchase gets a license key, which is the `licenseKeyId` of the payment or "
                            + "subscription.")
                    .always()
                    .writable()
                    .defaultsTo(false),
            LIMIT_SUBSCRIPTIONS,
            object("limitPayments", CommonFields.ENABLED.needed().defaultsTo(false), CommonFields.ENABLED_AT)
                    .doc("Whether each e-mail address can buy the product only once on hosted pages.")
                    .writable()
                    .orNull(),
            bool("enableFileAccessForInactiveSubscriptions")
                    .doc("Whether subscribers keep access to files after the subscription ends.")
                    .writable()
                    .defaultsTo(false),
            bool("variantsRequired")
                    .doc("Whether an order must select an option of every variant that the buyer sees.")
                    .always()
                    .writable()
                    .defaultsTo(false),
            integer("stock", 0, STOCK_MAX)
                    .doc("Number of items that are left. Null: no limit.")
                    .writable()
                    .orNull(),
            bool("hasUnlimitedStock")
                    .doc("Whether the stock is unlimited. If `true`, `stock` is null.")
                    .always()
                    .writable()
                    .defaultsTo(true),
            CommonFields.CREATED_AT,
            CommonFields.UPDATED_AT);

    public static final Resource RESOURCE = Resource.at("/v1/products")
            .noun("Product")
            .idName("productId")
            .table("product")
            .fields(SCHEMA.read())
            .indexed("role")
            .search(contains(ANYTHING, "title", "sku"))
            .storedApart("stock", "variants.options.stock")
            .build();

    private Products() {}

    /** Returns the fields of the body that creates an order bump. The title is required, because it has no default. */
    static List<Field> bump() {
        List<Field> fields = new ArrayList<>();
        fields.add(oneOf("role", "orderbump")
                .doc("Role of the product: a new product without a page is always an `orderbump`.")
                .needed());
        SCHEMA.create().forEach(field -> fields.add(field.name().equals("title") ? field.needed() : field));
        return fields;
    }
}
