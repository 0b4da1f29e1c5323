package io.tollgate.demo;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tollgate.demo.Offer.Kind;
import io.tollgate.pricing.BulkDiscount;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Writes a checkout page with its product as the catalogue holds them. */
final class OfferDocuments {
    private final CatalogueIds ids;
    private final Supplies supplies;
    private final long now;

    OfferDocuments(CatalogueIds ids, Supplies supplies, long now) {
        this.ids = ids;
        this.supplies = supplies;
        this.now = now;
    }

    void write(Catalogue catalogue, Offer offer, int position) {
        ObjectNode page = page(offer, position);
        String search =
                Catalogue.folded(Json.of("a", offer.name(), "b", page.get("title"), "c", offer.title()), "a", "b", "c");
        long visits = 500 + (Chance.hash(position) >>> 1) % 100_000;
        catalogue.page("checkout", offer.slug(), search, offer.sold() ? visits : 0, page);
        catalogue.product(offer.pageId(), product(offer, position));
    }

    private ObjectNode page(Offer offer, int position) {
        List<ObjectNode> funnel = new ArrayList<>();
        if (offer.upsell() != null) {
            funnel.add(PageDocuments.upsellStep(offer.upsell()));
        }
        funnel.add(PageDocuments.confirmationStep(funnel.size()));
        ObjectNode page = PageDocuments.page(new PageDocuments.About(
                offer.pageId(),
                ids.sellerId(),
                "checkout",
                offer.name(),
                offer.slug(),
                offer.status(),
                offer.testmode(),
                offer.locale(),
                offer.title(),
                "Made with care. Fait avec soin.",
                supplies.image(position),
                offer.questions(),
                funnel,
                offer.createdAt(),
                offer.status().equals("archived") ? now : offer.createdAt() + Moments.DAY));
        PageDocuments.checkout(page, offer.tax(), offer.manual(), offer.fees(), false);
        return Json.put(
                page,
                "allowDynamicPrice",
                offer.dynamicPrice(),
                "allowDynamicPlanIterations",
                offer.kind() == Kind.PLAN,
                "sendCanceledSubscriptionNotifications",
                true,
                "sendRecurringPaymentFailedNotifications",
                true,
                "sendRecurringPaymentSucceededNotifications",
                false);
    }

    private ObjectNode product(Offer offer, int position) {
        Offer.Price first = offer.prices().get(0);
        List<ObjectNode> prices = new ArrayList<>();
        for (Offer.Price price : offer.prices()) {
            prices.add(listed(price, offer.currency(), prices.size()));
        }
        ObjectNode product = Json.of(
                "id", offer.productId(),
                "type", offer.kind().recurring() ? "subscription" : "charge",
                "title", offer.title(),
                "description", "<p>Made with care. Fait avec soin.</p>",
                "role", "product",
                "sku", offer.sku(),
                "price",
                        Json.put(
                                common(first, offer.currency()),
                                "pricingType",
                                offer.prices().size() > 1 ? "multiple" : "single"),
                "prices", prices,
                "defaultPriceId", first.id(),
                "pricePicker",
                        Json.of(
                                "title",
                                "Choose your plan",
                                "description",
                                "Cancel any time.",
                                "shortenDescription",
                                false,
                                "priceDisplayLabels",
                                Json.of("month", "Monthly", "year", "Yearly"),
                                "priceDisplayDefaults",
                                Json.of(),
                                "priceDisplayTabOrder",
                                List.of("month", "year")),
                "taxBehavior", offer.tax() == Offer.Tax.INCLUSIVE_RATE ? "inclusive" : "exclusive",
                "taxCode", offer.tax() == Offer.Tax.PROCESSOR ? "txcd_10000000" : "",
                "fixedTaxRateIds", supplies.fixedRates(offer.tax()));
        return Json.put(
                product,
                "media",
                Json.list(supplies.image(position), supplies.image(position + 1)),
                "fileIds",
                List.of(supplies.fileId(position)),
                "variants",
                variants(offer, position),
                "discounts",
                offer.bulk().stream().map(OfferDocuments::discount).toList(),
                "generateLicenseKeys",
                offer.licenseKeys(),
                "limitSubscriptions",
                Json.of("enabled", false, "limitSubscriptionsProcessor", Json.of("enabled", false)),
                "limitPayments",
                Json.of("enabled", false),
                "enableFileAccessForInactiveSubscriptions",
                false,
                "variantsRequired",
                !offer.variants().isEmpty(),
                "hasUnlimitedStock",
                offer.stock() == null,
                "createdAt",
                Moments.iso(offer.createdAt()),
                "updatedAt",
                Moments.iso(offer.createdAt() + Moments.DAY));
    }

    private static ObjectNode listed(Offer.Price price, String currency, int order) {
        ObjectNode listed = Json.of(
                "id",
                price.id(),
                "label",
                price.label(),
                "badge",
                price.badge(),
                "badgeIcon",
                price.badge() == null ? null : "star",
                "reference",
                price.reference(),
                "order",
                order,
                "enabled",
                true,
                "hidden",
                false,
                "isDefault",
                order == 0,
                "billingType",
                price.kind().recurring() ? "recurring" : "one_time",
                "pwywSuggestedPrice",
                price.suggested());
        return listed.setAll(common(price, currency));
    }

    private static ObjectNode common(Offer.Price price, String currency) {
        return Json.of(
                "amount",
                price.amount(),
                "currency",
                currency,
                "payWhatYouWant",
                price.kind() == Kind.PAY_WHAT_YOU_WANT,
                "discountedFromPrice",
                price.discountedFrom(),
                "setupFee",
                price.setupFee(),
                "setupFeeMultipliesWithQuantity",
                false,
                "recurring",
                price.kind() == Kind.SUBSCRIPTION ? recurring(price) : null,
                "paymentPlan",
                price.kind() == Kind.PLAN ? Json.put(recurring(price), "planIterations", price.iterations()) : null);
    }

    static ObjectNode recurring(Offer.Price price) {
        return Json.of(
                "interval", price.interval(),
                "intervalCount", price.intervalCount(),
                "trialPeriodDays", price.trialDays(),
                "billingCycleAnchorConfig", Json.of("enabled", false, "dayOfMonth", 1, "month", 1));
    }

    /** The price as a purchase keeps it. */
    static ObjectNode snapshot(Offer.Price price, String currency, boolean live) {
        return Json.put(
                common(price, currency),
                "priceId",
                price.id(),
                "label",
                price.label(),
                "description",
                price.label() + " price",
                "badge",
                price.badge(),
                "reference",
                price.reference(),
                "billingType",
                price.kind().recurring() ? "recurring" : "one_time",
                "processorPriceId",
                "price_" + price.id(),
                "processorPriceLivemode",
                live,
                "managedInProcessor",
                false,
                "pwywSuggestedPrice",
                price.suggested());
    }

    private List<ObjectNode> variants(Offer offer, int position) {
        List<ObjectNode> variants = new ArrayList<>();
        for (Offer.Variant variant : offer.variants()) {
            List<ObjectNode> options = variant.options().stream()
                    .map(option -> option(option, position))
                    .toList();
            variants.add(Json.of(
                    "id", variant.id(),
                    "name", variant.name(),
                    "required", variants.isEmpty(),
                    "status", "enabled",
                    "options", options,
                    "order", variants.size(),
                    "reference", variant.reference(),
                    "selectionType", variant.selection(),
                    "increasesWithQuantity", variants.isEmpty(),
                    "useVariantOptionSkus", true,
                    "manageVariantOptionStock", variant.stocked(),
                    "priceIds", List.of(),
                    "hidden", false,
                    "preselect", Json.of("enabled", false, "quantity", 1),
                    "showHideLogic", Json.of("enabled", false, "comparison", "is", "value", ""),
                    "layout", layout()));
        }
        return variants;
    }

    private ObjectNode option(Offer.Option option, int position) {
        return Json.of(
                "id", option.id(),
                "name", option.name(),
                "status", "enabled",
                "description", "Option " + option.name(),
                "image", supplies.image(position + 2),
                "additionalChargeAmount", option.charge(),
                "sku", option.sku(),
                "type", option.recurring() ? "recurring" : "one_time",
                "payWhatYouWant", false,
                "fileIds", List.of());
    }

    private static ObjectNode layout() {
        return Json.of(
                "variantOptionLayout", "list",
                "collapseVariantOptions", false,
                "variantOptionColumns", 2,
                "showVariantName", true,
                "showVariantOptionNames", true,
                "showVariantOptionPrices", true,
                "showVariantOptionPriceSign", false,
                "showPwywPlaceholder", true,
                "textAlign", "left",
                "spacing", "comfortable",
                "imageSize", "medium");
    }

    private static ObjectNode discount(BulkDiscount rule) {
        return Json.put(
                bulk(rule),
                "quantityCondition",
                rule.together() ? "checkout_quantity" : "variant_option_quantity",
                "variantOptionIds",
                List.copyOf(rule.references()));
    }

    /** The rule's numbers, as products and purchases show them. */
    static ObjectNode bulk(BulkDiscount rule) {
        return Json.of(
                "minQuantity", rule.minQuantity(),
                "maxQuantity", rule.maxQuantity(),
                "percentOff",
                        rule.reduction().percentOff() == null
                                ? null
                                : rule.reduction().percentOff().value(),
                "amountOff", rule.reduction().amountOff());
    }

    static @Nullable ObjectNode bulk(@Nullable BulkDiscount rule, long amount) {
        return rule == null ? null : Json.put(bulk(rule), "amount", amount);
    }
}
