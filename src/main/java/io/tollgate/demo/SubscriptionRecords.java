package io.tollgate.demo;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tollgate.pricing.Part;
import io.tollgate.pricing.Quote;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.jspecify.annotations.Nullable;

/** Writes subscriptions as the interface shows them. */
final class SubscriptionRecords {
    private SubscriptionRecords() {}

    static ObjectNode record(Subscription subscription) {
        Buyer buyer = subscription.buyer();
        ObjectNode record = Json.of(
                "id", subscription.id(),
                "orderId", subscription.orderId(),
                "processorSubscriptionId", subscription.begun() ? subscription.processorId() : null,
                "processorCustomerId", buyer.processorCustomerId(),
                "customerEmail", buyer.email(),
                "customerName", buyer.name());
        money(record, subscription);
        setup(record, subscription);
        product(record, subscription);
        SubscriptionHistory.put(record, subscription);
        return record;
    }

    private static void money(ObjectNode record, Subscription subscription) {
        Offer offer = subscription.offer();
        Offer.Price price = subscription.price();
        Quote plain = subscription.plain();
        List<ObjectNode> fees = ChargeRecords.fees(plain);
        for (int i = 0; i < fees.size(); i++) {
            fees.get(i)
                    .put(
                            "processorProductId",
                            "prod_" + subscription.chance(20 + i).token(14));
        }
        Json.put(
                record,
                "currency",
                offer.currency(),
                "amount",
                subscription.amount(),
                "amountUsd",
                Methods.usd(offer.currency(), subscription.amount()),
                "taxSource",
                Taxes.source(offer.tax()),
                "taxRates",
                Taxes.snapshots(offer.tax(), subscription.book().shop()),
                "interval",
                price.interval(),
                "intervalCount",
                price.intervalCount(),
                "planIterations",
                price.iterations() > 0 ? (Integer) price.iterations() : null,
                "fees",
                fees);
    }

    private static void setup(ObjectNode record, Subscription subscription) {
        Quote setup = subscription.setup();
        Part fee = setup == null || subscription.price().setupFee() == null
                ? null
                : setup.parts().get(0);
        if (fee == null) {
            return;
        }
        Json.put(
                record,
                "setupFee",
                fee.amount(),
                "setupFeeDiscountAmount",
                fee.couponDiscount(),
                "setupFeeFees",
                fees(setup, fee, subscription.chance(31)),
                "setupFeeTotal",
                fee.total(),
                "setupFeeUsd",
                Methods.usd(subscription.offer().currency(), fee.total()),
                "setupFeeInvoiceItemId",
                "ii_1" + subscription.chance(30).token(23),
                "setupFeeInvoiceItemPaid",
                subscription.begun() && subscription.periods() > 0);
    }

    private static void product(ObjectNode record, Subscription subscription) {
        Offer offer = subscription.offer();
        Offer.Price price = subscription.price();
        Buyer buyer = subscription.buyer();
        Chance chance = subscription.chance(2);
        Book book = subscription.book();
        CouponOffer coupon = subscription.coupon();
        boolean licensed = offer.licenseKeys() && subscription.begun();
        Json.put(
                record,
                "quantity",
                subscription.quantity(),
                "productPrice",
                subscription.dynamicPrice() == null ? price.amount() : subscription.dynamicPrice(),
                "dynamicPrice",
                subscription.dynamicPrice(),
                "priceId",
                price.id(),
                "priceSnapshot",
                snapshot(subscription),
                "discountedFromPrice",
                price.discountedFrom(),
                "sku",
                offer.sku(),
                "billing",
                buyer.billing(),
                "shipping",
                chance.percent(30) ? buyer.shipping() : null,
                "fields",
                Questions.answers(offer.questions(), buyer, chance),
                "variants",
                variants(subscription),
                "couponId",
                coupon == null ? null : coupon.id(),
                "couponSnapshot",
                coupon == null ? null : coupon.snapshot(),
                "licenseKeyId",
                licensed
                        ? book.ids(IdMaker.Kind.LICENSE_KEY)
                                .id(subscription.createdAt(), (1 << 23) + subscription.position())
                        : null,
                "livemode",
                book.live(),
                "locale",
                offer.locale(),
                "sellerId",
                book.scope().sellerId(),
                "customerId",
                subscription.status().startsWith("draft") ? null : buyer.id(),
                "pageId",
                offer.pageId(),
                "productId",
                offer.productId(),
                "productTitle",
                offer.title(),
                "pageSlug",
                offer.slug());
        ChargeRecords.visit(record, book, buyer, chance);
    }

    private static List<ObjectNode> variants(Subscription subscription) {
        List<ObjectNode> variants = new ArrayList<>();
        for (Payment.Choice choice : subscription.choices()) {
            List<ObjectNode> options = choice.options().stream()
                    .map(chosen -> option(subscription, chosen))
                    .toList();
            variants.add(Json.of(
                    "name", choice.variant().name(),
                    "variantId", choice.variant().id(),
                    "reference", choice.variant().reference(),
                    "selectionType", choice.variant().selection(),
                    "selectedOptions", options,
                    "fees",
                            options.stream()
                                    .flatMap(option -> each(option.path("fees")))
                                    .toList()));
        }
        return variants;
    }

    private static ObjectNode option(Subscription subscription, Payment.Chosen chosen) {
        Offer.Option option = chosen.option();
        Part part = part(option.recurring() ? subscription.discounted() : subscription.setup(), option.id());
        Chance chance = subscription.chance(40 + option.id().hashCode());
        long discount = part == null ? 0 : part.couponDiscount();
        long total = part == null ? 0 : part.total();
        return Json.of(
                "optionId",
                option.id(),
                "optionType",
                option.recurring() ? "recurring" : "one_time",
                "optionName",
                option.name(),
                "sku",
                option.sku(),
                "quantity",
                chosen.quantity(),
                "additionalChargeAmount",
                option.charge(),
                "discountAmount",
                discount,
                "fees",
                option.recurring() ? List.of() : fees(subscription.setup(), part, chance),
                "additionalChargeAmountTotal",
                total,
                "additionalChargeAmountUsd",
                Methods.usd(subscription.offer().currency(), total),
                "optionProcessorPriceId",
                "price_1" + chance.token(23),
                "optionProcessorProductId",
                "prod_" + chance.token(14),
                "optionInvoiceItemId",
                option.recurring() ? null : "ii_1" + chance.token(23),
                "optionInvoiceItemPaid",
                subscription.periods() > 0);
    }

    private static Stream<JsonNode> each(JsonNode list) {
        return StreamSupport.stream(list.spliterator(), false);
    }

    /** What of the fees on the one-time parts falls to one of them. */
    private static List<ObjectNode> fees(@Nullable Quote quote, @Nullable Part part, Chance chance) {
        if (quote == null || part == null || quote.fees().isEmpty()) {
            return List.of();
        }
        ObjectNode fee = ChargeRecords.fees(quote).get(0);
        return List.of(Json.put(fee, "amount", part.fee(), "processorInvoiceItemId", "ii_1" + chance.token(23)));
    }

    private static ObjectNode snapshot(Subscription subscription) {
        ObjectNode snapshot = OfferDocuments.snapshot(
                subscription.price(),
                subscription.offer().currency(),
                subscription.book().live());
        if (subscription.status().equals("scheduled") && snapshot.has("recurring")) {
            Json.put((ObjectNode) snapshot.get("recurring"), "startDate", Moments.iso(subscription.billedFrom()));
        }
        return snapshot;
    }

    private static @Nullable Part part(@Nullable Quote quote, String reference) {
        return quote == null
                ? null
                : quote.parts().stream()
                        .filter(part -> part.line().reference().equals(reference))
                        .findFirst()
                        .orElse(null);
    }
}
