package io.tollgate.demo;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;

/** A product that pages offer beside their own. */
final class OrderBumps {
    private OrderBumps() {}

    static ObjectNode document(CatalogueIds ids, Supplies supplies) {
        String createdAt = Moments.iso(ids.time());
        String id = ids.next();
        ObjectNode common = Json.of(
                "amount", 700, "currency", "eur", "payWhatYouWant", false, "setupFeeMultipliesWithQuantity", false);
        ObjectNode listed = Json.put(
                common.deepCopy(),
                "id",
                ids.next(),
                "label",
                "Standard",
                "reference",
                "price_one_time_fixed_700",
                "order",
                0,
                "enabled",
                true,
                "hidden",
                false,
                "isDefault",
                true,
                "billingType",
                "one_time");
        return Json.of(
                "id",
                id,
                "type",
                "charge",
                "title",
                "Gift card – Geschenkkarte",
                "description",
                "<p>A card with your words.</p>",
                "shortDescription",
                "A card with your words.",
                "callToActionText",
                "Add it",
                "headingText",
                "Make it a gift",
                "features",
                Json.list(Json.of("text", "Printed on linen", "icon", "gift")),
                "calloutText",
                "Most popular",
                "calloutIcon",
                "fire",
                "role",
                "orderbump",
                "sku",
                "CARD-1",
                "price",
                Json.put(common.deepCopy(), "pricingType", "single"),
                "prices",
                Json.list(listed),
                "defaultPriceId",
                listed.get("id"),
                "taxBehavior",
                "",
                "taxCode",
                "",
                "media",
                Json.list(supplies.image(3)),
                "generateLicenseKeys",
                false,
                "limitSubscriptions",
                Json.of("enabled", false, "limitSubscriptionsProcessor", Json.of("enabled", false)),
                "limitPayments",
                Json.of("enabled", false),
                "enableFileAccessForInactiveSubscriptions",
                false,
                "variantsRequired",
                false,
                "hasUnlimitedStock",
                true,
                "fileIds",
                List.of(),
                "createdAt",
                createdAt,
                "updatedAt",
                createdAt);
    }
}
