package io.tollgate.sales.purchase;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.NullNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tollgate.catalog.model.Coupon;
import io.tollgate.catalog.model.Price;
import io.tollgate.platform.clock.Times;
import io.tollgate.pricing.Fee;
import io.tollgate.pricing.Line;
import io.tollgate.pricing.Part;
import io.tollgate.pricing.Percent;
import io.tollgate.pricing.Quote;
import io.tollgate.sales.cart.Buyer;
import io.tollgate.sales.cart.ChosenVariant;
import io.tollgate.sales.cart.SubscriptionCart;
import org.jspecify.annotations.Nullable;

/** Writes subscriptions and installment plans as the interface shows them. */
public final class SubscriptionWriter {
    private static final JsonNodeFactory JSON = JsonNodeFactory.instance;

    private SubscriptionWriter() {}

    public static ObjectNode write(Subscription subscription) {
        Purchase purchase = subscription.purchase();
        Subscription.Processing processing = subscription.processing();
        ObjectNode record = JSON.objectNode()
                .put("id", purchase.id())
                .put("orderId", purchase.orderId())
                .put("processorSubscriptionId", processing.subscriptionId())
                .put("processorCustomerId", processing.customerId())
                .put("customerEmail", purchase.buyer().email())
                .put("customerName", purchase.buyer().name());
        money(record, subscription);
        setupFee(record, subscription);
        product(record, subscription);
        buyer(record, subscription);
        state(record, subscription);
        ending(record, subscription.ending());
        MemberEncoder.putRefund(record, subscription.refund());
        MemberEncoder.putAbandonment(record, subscription.abandonment());
        MemberEncoder.putUpsell(record, purchase.upsell());
        return record.put("createdAt", Times.text(purchase.createdAt()))
                .put("updatedAt", Times.text(subscription.updatedAt()));
    }

    private static void money(ObjectNode record, Subscription subscription) {
        Purchase purchase = subscription.purchase();
        // The address of the page can set another number of payments than the price has.
        Price.Recurrence recurrence = subscription.cart().schedule().recurrence();
        record.put("currency", purchase.currency())
                .put("amount", purchase.quote().total())
                .put(
                        "amountUsd",
                        Dollars.cents(purchase.currency(), purchase.quote().total()))
                .put("taxSource", purchase.taxSource());
        ChargeEncoder.putRates(record, purchase.taxRates());
        record.put("interval", recurrence.interval().wire())
                .put("intervalCount", recurrence.intervalCount())
                .put("planIterations", recurrence.planIterations());
        ArrayNode fees = record.putArray("fees");
        for (Quote.AppliedFee<Fee> fee : subscription.cart().regular().fees()) {
            String name = fee.rule().name();
            fees.add(fee(fee, fee.amount())
                    .put("processorProductId", subscription.processing().items().product(name)));
        }
        putRounding(fees, subscription.cart());
    }

    static void putRounding(ArrayNode fees, SubscriptionCart cart) {
        if (cart.regular().rounding() != 0) {
            fees.addObject()
                    .put("name", Quote.ROUNDING)
                    .put("amount", cart.regular().rounding())
                    .putNull("percentage")
                    .putNull("processorProductId");
        }
    }

    static ObjectNode fee(Quote.AppliedFee<Fee> fee, long amount) {
        Percent percentage = fee.rule().percentage();
        return JSON.objectNode()
                .put("name", fee.rule().name())
                .put("amount", amount)
                .put("percentage", percentage == null ? null : percentage.value());
    }

    private static void setupFee(ObjectNode record, Subscription subscription) {
        Quote once = subscription.cart().once();
        if (once == null) {
            return;
        }
        once.parts().stream()
                .filter(part -> part.line().kind() == Line.Kind.SETUP_FEE)
                .forEach(part -> {
                    String currency = subscription.purchase().currency();
                    record.put("setupFee", part.amount())
                            .put("setupFeeDiscountAmount", part.couponDiscount())
                            .put("setupFeeTotal", part.total())
                            .put("setupFeeUsd", Dollars.cents(currency, part.total()))
                            .put(
                                    "setupFeeInvoiceItemId",
                                    subscription
                                            .processing()
                                            .items()
                                            .invoiceItem(
                                                    "setup_fee:" + part.line().reference()))
                            .put(
                                    "setupFeeInvoiceItemPaid",
                                    subscription.processing().itemsPaid());
                    record.set("setupFeeFees", feesOnce(subscription, part));
                });
    }

    /** The share of the fees on what is charged once that falls to one part of it. */
    private static ArrayNode feesOnce(Subscription subscription, Part part) {
        ArrayNode fees = JSON.arrayNode();
        Quote once = subscription.cart().once();
        if (once != null && !once.fees().isEmpty()) {
            String item = subscription
                    .processing()
                    .items()
                    .invoiceItem("fee on " + part.line().reference());
            fees.add(fee(once.fees().get(0), part.fee()).put("processorInvoiceItemId", item));
        }
        return fees;
    }

    private static void product(ObjectNode record, Subscription subscription) {
        SubscriptionCart cart = subscription.cart();
        Price price = subscription.price();
        Long dynamic = subscription.dynamicPrice();
        record.put("quantity", cart.quantity())
                .put("productPrice", dynamic == null ? price.amount() : dynamic)
                .put("dynamicPrice", dynamic)
                .put("priceId", price.id())
                .put("discountedFromPrice", price.discountedFromPrice())
                .put("sku", subscription.page().product().sku())
                .put("productId", subscription.page().product().id())
                .put("productTitle", subscription.page().product().title())
                .put("licenseKeyId", subscription.licenseKeyId());
        ObjectNode snapshot =
                PriceEncoder.snapshot(price, subscription.purchase().scope().live());
        Subscription.Periods periods = subscription.periods();
        if (subscription.status() == SubscriptionStatus.SCHEDULED && periods != null) {
            String name = price.paymentPlan() != null ? "paymentPlan" : "recurring";
            snapshot.withObject("/" + name).put("startDate", Times.text(periods.start()));
        }
        record.set("priceSnapshot", snapshot);
        ArrayNode variants = record.putArray("variants");
        cart.variants().forEach(chosen -> variants.add(variant(subscription, chosen)));
    }

    private static ObjectNode variant(Subscription subscription, ChosenVariant chosen) {
        ObjectNode variant = PriceEncoder.variant(chosen);
        ArrayNode options = variant.putArray("selectedOptions");
        ArrayNode fees = JSON.arrayNode();
        for (ChosenVariant.Option option : chosen.options()) {
            ArrayNode own = option.option().isRecurring() ? JSON.arrayNode() : feesOnce(subscription, option.part());
            fees.addAll(own);
            ObjectNode encoded = option(subscription, option);
            encoded.set("fees", own);
            options.add(encoded);
        }
        return variant.set("fees", fees);
    }

    private static ObjectNode option(Subscription subscription, ChosenVariant.Option chosen) {
        String id = chosen.option().id();
        boolean again = chosen.option().isRecurring();
        Subscription.Items items = subscription.processing().items();
        long total = chosen.part().total();
        return JSON.objectNode()
                .put("optionId", id)
                .put("optionType", again ? "recurring" : "one_time")
                .put("optionName", chosen.option().name())
                .put("sku", chosen.option().sku())
                .put("quantity", chosen.quantity())
                .put("additionalChargeAmount", chosen.part().line().unitPrice())
                .put("discountAmount", chosen.part().couponDiscount())
                .put("additionalChargeAmountTotal", total)
                .put(
                        "additionalChargeAmountUsd",
                        Dollars.cents(subscription.purchase().currency(), total))
                .put("optionProcessorPriceId", items.price(id))
                .put("optionProcessorProductId", items.product(id))
                .put("optionInvoiceItemId", again ? null : items.invoiceItem(id))
                .put("optionInvoiceItemPaid", subscription.processing().itemsPaid());
    }

    private static void buyer(ObjectNode record, Subscription subscription) {
        Purchase purchase = subscription.purchase();
        Buyer buyer = purchase.buyer();
        record.set("billing", ChargeEncoder.billing(buyer));
        record.set("shipping", ChargeEncoder.shipping(buyer));
        record.set("fields", ChargeEncoder.answers(purchase.answers().all()));
        Coupon coupon = purchase.coupon();
        record.put("couponId", coupon == null ? null : coupon.id()).set("couponSnapshot", coupon(coupon));
        record.put("livemode", purchase.scope().live())
                .put("sellerId", purchase.scope().sellerId())
                .put("customerId", purchase.customerId())
                .put("pageId", purchase.page().id())
                .put("pageSlug", purchase.page().slug())
                .put("locale", purchase.locale());
        MemberEncoder.putVisit(record, purchase.visit());
    }

    /** The coupon as it was when the subscription began. How often it was used since, only the coupon tells. */
    private static JsonNode coupon(@Nullable Coupon coupon) {
        if (coupon == null) {
            return NullNode.instance;
        }
        ObjectNode snapshot = JSON.objectNode()
                .put("label", coupon.label())
                .put("code", coupon.code())
                .put("amountOff", coupon.amountOff())
                .put("percentOff", coupon.percentOff())
                .put("appliesToSetupFee", coupon.appliesToSetupFee())
                .put("duration", coupon.durationOrOnce().wire())
                .put("durationInMonths", coupon.durationInMonths())
                .put("redeemBy", Times.textOrNull(coupon.redeemBy()))
                .put("maxRedemptions", coupon.maxRedemptions())
                .put("timesRedeemed", 0)
                .put("currency", coupon.currency())
                .put("deleted", coupon.deleted());
        ArrayNode pages = snapshot.putArray("pageIds");
        coupon.pageIds().forEach(pages::add);
        return snapshot;
    }

    /**
     * What changes while a subscription is charged.
     *
     * @param paymentStatus of the last payment, in the processor's words
     * @param paymentError why it failed; null if it did not
     */
    public record Progress(
            SubscriptionStatus status,
            String paymentStatus,
            @Nullable String paymentError,
            @Nullable PaymentMethod method) {}

    /** Writes the progress into the record of a subscription. */
    public static void put(ObjectNode record, Progress progress) {
        record.put("status", progress.status().wire())
                .put("paymentStatus", progress.paymentStatus())
                .put("paymentError", progress.paymentError())
                .set("paymentMethod", MemberEncoder.paymentMethod(progress.method()));
    }

    /** Writes the last refund into the record of a subscription, if there is one. */
    public static void put(ObjectNode record, @Nullable Refund refund) {
        MemberEncoder.putRefund(record, refund);
    }

    private static void state(ObjectNode record, Subscription subscription) {
        Subscription.Processing processing = subscription.processing();
        put(
                record,
                new Progress(
                        subscription.status(),
                        subscription.paymentStatus(),
                        subscription.paymentError(),
                        subscription.method()));
        record.put("processorPaymentIntentId", processing.paymentIntentId())
                .put("processorSetupIntentId", processing.setupIntentId());
        Subscription.Periods periods = subscription.periods();
        if (periods != null) {
            boolean trial = periods.trialEnd() != null;
            record.put("startDate", Times.text(periods.start()))
                    .put("trialStart", trial ? Times.text(periods.start()) : null)
                    .put("trialEnd", Times.textOrNull(periods.trialEnd()))
                    .put("currentPeriodStart", Times.text(periods.currentStart()))
                    .put("currentPeriodEnd", Times.text(periods.currentEnd()));
        }
    }

    private static void ending(ObjectNode record, Subscription.@Nullable Ending ending) {
        record.put("cancelAtPeriodEnd", ending != null && ending.atPeriodEnd());
        if (ending != null) {
            Subscription.ApiKey key = ending.key();
            record.put("cancelAt", Times.textOrNull(ending.cancelAt()))
                    .put("canceledAt", Times.text(ending.requestedAt()))
                    .put("canceledBy", ending.userId())
                    .put("canceledByApiKey", key == null ? null : key.id())
                    .put("canceledByApiKeyName", key == null ? null : key.name())
                    .put("reason", ending.reason());
        }
    }
}
