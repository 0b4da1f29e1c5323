package io.tollgate.product;

import static io.tollgate.resource.Search.Shape.ANYTHING;
import static io.tollgate.resource.Search.contains;
import static io.tollgate.schema.Field.any;
import static io.tollgate.schema.Field.bool;
import static io.tollgate.schema.Field.id;
import static io.tollgate.schema.Field.ids;
import static io.tollgate.schema.Field.integer;
import static io.tollgate.schema.Field.list;
import static io.tollgate.schema.Field.map;
import static io.tollgate.schema.Field.money;
import static io.tollgate.schema.Field.number;
import static io.tollgate.schema.Field.object;
import static io.tollgate.schema.Field.oneOf;
import static io.tollgate.schema.Field.prose;
import static io.tollgate.schema.Field.text;
import static io.tollgate.schema.Field.time;

import io.tollgate.file.Files;
import io.tollgate.page.NamedParts;
import io.tollgate.resource.Resource;
import io.tollgate.schema.Field;
import io.tollgate.schema.Schema;
import io.tollgate.schema.Type;
import io.tollgate.taxrate.FixedRates;
import java.util.ArrayList;
import java.util.List;

/** Products: what a checkout page sells, and what it offers beside it (order bumps). */
public final class Products {
    /** How many prices, variants, options of one and the like a product can have. */
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

    private static final Field PICKER = object(
                    "pricePicker",
                    text("title", TITLE_MAX).orNull(),
                    prose("description", CALLOUT_MAX).orNull(),
                    bool("shortenDescription").orNull(),
                    any("priceDisplayLabels").readOnly(),
                    map("priceDisplayLabels", TABS_MAX, Type.line(0, TITLE_MAX))
                            .writeOnly()
                            .orNull(),
                    any("priceDisplayDefaults").readOnly(),
                    map("priceDisplayDefaults", TABS_MAX, Type.line(0, TITLE_MAX))
                            .writeOnly()
                            .orNull(),
                    Field.of("priceDisplayTabOrder", Type.list(0, TABS_MAX, Type.line(1, TITLE_MAX)))
                            .orNull())
            .writable()
            .orNull();

    /** A rule that lowers the price of many. */
    private static final Field DISCOUNTS = list(
                    "discounts",
                    PARTS_MAX,
                    oneOf("quantityCondition", "checkout_quantity", "variant_option_quantity")
                            .needed(),
                    ids("variantOptionIds").readOnly(),
                    Field.of("variantOptionIds", NamedParts.list(PARTS_MAX, text("key", TITLE_MAX), id("id")))
                            .writeOnly()
                            .orNull(),
                    integer("minQuantity", 1, STOCK_MAX),
                    integer("maxQuantity", 1, STOCK_MAX).orNull(),
                    number("percentOff", 0, 100).orNull(),
                    money("amountOff").orNull())
            .writable()
            .orNull();

    private static final Field LIMIT_SUBSCRIPTIONS = object(
                    "limitSubscriptions",
                    bool("enabled").defaultsTo(false),
                    object(
                                    "limitSubscriptionsProcessor",
                                    bool("enabled").needed().defaultsTo(false))
                            .orNull())
            .writable()
            .orNull();

    public static final Schema SCHEMA = Schema.of(
            id("id"),
            oneOf("type", "charge", "subscription").always(),
            text("title", TITLE_MAX).always().writable(),
            prose("description", DESCRIPTION_MAX).writable().orNull(),
            prose("shortDescription", SHORT_MAX).writable().orNull(),
            text("callToActionText", TITLE_MAX).writable().orNull(),
            text("headingText", TITLE_MAX).writable().orNull(),
            list("features", FEATURES_MAX, text("text", TITLE_MAX).needed(), Icons.field("icon"))
                    .writable()
                    .orNull(),
            prose("calloutText", CALLOUT_MAX).writable().orNull(),
            Icons.field("calloutIcon").writable(),
            oneOf("role", "product", "orderbump").always(),
            text("sku", TITLE_MAX).writable().orNull(),
            Prices.PRICE.always().writable(),
            Prices.PRICES.writable(),
            id("defaultPriceId")
                    .doc("The price that is chosen at first: one that is enabled. Null chooses the first "
                            + "enabled price.")
                    .writable()
                    .orNull(),
            PICKER,
            oneOf("taxBehavior", "inclusive", "exclusive", "automatic", "")
                    .writable()
                    .defaultsTo(""),
            Field.of("taxCode", TAX_CODE).writable().orNull().defaultsTo(""),
            FixedRates.FIELD.writable(),
            list("media", Files.IMAGE).defaultsToJson("[]"),
            ids("imageIds", PARTS_MAX).writeOnly().orNull(),
            ids("fileIds", PARTS_MAX).writable().orNull(),
            list("variants", PARTS_MAX, Variants.SCHEMA.fields()).writable().orNull(),
            DISCOUNTS,
            bool("generateLicenseKeys").always().writable().defaultsTo(false),
            LIMIT_SUBSCRIPTIONS,
            object(
                            "limitPayments",
                            bool("enabled").needed().defaultsTo(false),
                            time("enabledAt").roundTrip())
                    .writable()
                    .orNull(),
            bool("enableFileAccessForInactiveSubscriptions").writable().defaultsTo(false),
            bool("variantsRequired")
                    .doc("Whether an order must select an option of every variant that the buyer sees.")
                    .always()
                    .writable()
                    .defaultsTo(false),
            integer("stock", 0, STOCK_MAX).writable().orNull(),
            bool("hasUnlimitedStock")
                    .doc("Whether there is no limit: `stock` does not count then.")
                    .always()
                    .writable()
                    .defaultsTo(true),
            time("createdAt"),
            time("updatedAt"));

    public static final Resource RESOURCE = Resource.at("/v1/products")
            .noun("Product")
            .idName("productId")
            .table("product")
            .fields(SCHEMA.read())
            .indexed("role")
            .search(contains(ANYTHING, "title", "sku"))
            .apart("stock", "variants.options.stock")
            .build();

    private Products() {}

    /** The fields of the body that creates an order bump. A product without a page has no title to fall back to. */
    static List<Field> bump() {
        List<Field> fields = new ArrayList<>();
        fields.add(oneOf("role", "orderbump").needed());
        SCHEMA.create().forEach(field -> fields.add(field.name().equals("title") ? field.needed() : field));
        return fields;
    }
}
