package io.tollgate.product;

import static io.tollgate.resource.Field.bool;
import static io.tollgate.resource.Field.id;
import static io.tollgate.resource.Field.ids;
import static io.tollgate.resource.Field.integer;
import static io.tollgate.resource.Field.list;
import static io.tollgate.resource.Field.money;
import static io.tollgate.resource.Field.number;
import static io.tollgate.resource.Field.object;
import static io.tollgate.resource.Field.oneOf;
import static io.tollgate.resource.Field.text;
import static io.tollgate.resource.Field.texts;
import static io.tollgate.resource.Field.time;
import static io.tollgate.resource.Search.Shape.ANYTHING;
import static io.tollgate.resource.Search.contains;

import io.tollgate.file.Files;
import io.tollgate.resource.Field;
import io.tollgate.resource.Resource;
import java.util.List;

/** Products: what a checkout page sells, and what it offers beside it (order bumps). */
public final class Products {
    private Products() {}

    /** A rule that lowers the price of many. */
    public static final List<Field> DISCOUNT = List.of(
            oneOf("quantityCondition", "checkout_quantity", "variant_option_quantity"),
            ids("variantOptionIds"),
            integer("minQuantity"),
            integer("maxQuantity"),
            number("percentOff"),
            money("amountOff"));

    public static final List<Field> FIELDS = List.of(
            id("id"),
            oneOf("type", "charge", "subscription").always(),
            text("title").always(),
            text("description"),
            text("shortDescription"),
            text("callToActionText"),
            text("headingText"),
            list("features", text("text"), text("icon")),
            text("calloutText"),
            text("calloutIcon"),
            oneOf("role", "product", "orderbump").always(),
            text("sku"),
            Prices.PRICE.always(),
            Prices.PRICES,
            id("defaultPriceId"),
            object(
                    "pricePicker",
                    text("title"),
                    text("description"),
                    bool("shortenDescription"),
                    Field.any("priceDisplayLabels"),
                    Field.any("priceDisplayDefaults"),
                    texts("priceDisplayTabOrder")),
            oneOf("taxBehavior", "inclusive", "exclusive", "automatic", ""),
            text("taxCode"),
            ids("fixedTaxRateIds"),
            list("media", Files.IMAGE),
            ids("fileIds"),
            list("variants", Variants.FIELDS),
            list("discounts", DISCOUNT),
            bool("generateLicenseKeys").always(),
            object("limitSubscriptions", bool("enabled"), object("limitSubscriptionsProcessor", bool("enabled"))),
            object("limitPayments", bool("enabled"), time("enabledAt")),
            bool("enableFileAccessForInactiveSubscriptions"),
            bool("variantsRequired").always(),
            integer("stock"),
            bool("hasUnlimitedStock").always(),
            time("createdAt"),
            time("updatedAt"));

    public static final Resource RESOURCE = Resource.at("/v1/products")
            .noun("Product")
            .idName("productId")
            .table("product")
            .fields(FIELDS)
            .indexed("role")
            .search(contains(ANYTHING, "title", "sku"))
            .apart("stock", "variants.options.stock")
            .build();
}
