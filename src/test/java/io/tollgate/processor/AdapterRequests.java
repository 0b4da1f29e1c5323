package io.tollgate.processor;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tollgate.pricing.Interval;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Requests of the adapter with all that they can contain. */
record AdapterRequests(Processor processor, String sellerId) {
    /** Sends every request that creates something, with all that the adapter can put into it. */
    void send() {
        processor.createCoupon(
                "coupon-" + sellerId, new CouponTerms("Spring", 500L, "eur", null, "repeating", 3L), "coupon");
        processor.createTaxRate(sellerId, new TaxTerms("VAT", true, new BigDecimal("19.5")), "rate");
        PaymentTerms.Saving saving = new PaymentTerms.Saving("maria@example.com", "Maria", null);
        Map<String, String> metadata = Map.of("order", "A-1");
        for (PaymentTerms.Methods methods : PaymentTerms.Methods.values()) {
            processor.createPayment(
                    new PaymentTerms(500, "eur", "Order", "maria@example.com", metadata, methods, saving),
                    "payment-" + methods);
        }
        SubscriptionTerms.Discount discount = new SubscriptionTerms.Discount(
                "discount-" + sellerId, "Spring", 300, SubscriptionTerms.Discount.Duration.REPEATING, 3);
        SubscriptionState created =
                processor.createSubscription(subscription(saving, metadata, discount), "subscription");
        processor.createSetup(created.customerId(), true, "setup");
        update(processor, processor.createSubscription(subscription(saving, metadata, null), "changed"));
        RefundTerms refund = new RefundTerms("a".repeat(24), "pi_none", 100, "duplicate", "Paid twice");
        assertThatThrownBy(() -> processor.createRefund(refund, "refund")).isInstanceOf(ProcessorFailure.class);
    }

    /** Sends a preview and a change for each collection of the difference. */
    private static void update(Processor processor, SubscriptionState created) {
        long amount = 2_500;
        for (SubscriptionUpdate.Collection collection : SubscriptionUpdate.Collection.values()) {
            SubscriptionUpdate update = new SubscriptionUpdate(
                    created.id(),
                    "eur",
                    new BillingCycle(Interval.MONTH, 1),
                    List.of(new SubscriptionTerms.Item("product", "prod_magazine", "Magazine", amount)),
                    collection,
                    created.times().periodStart(),
                    created.times().periodStart());
            processor.previewUpdate(update);
            processor.updateSubscription(update, "update-" + collection);
            amount += 100;
        }
    }

    /** @param discount null for a subscription that begins without a charge */
    private static SubscriptionTerms subscription(
            PaymentTerms.Saving saving, Map<String, String> metadata, SubscriptionTerms.@Nullable Discount discount) {
        Instant now = Instant.now();
        int year = now.atZone(ZoneOffset.UTC).getYear() + 1;
        Instant first = Instant.parse(year + "-04-30T09:30:00Z");
        return new SubscriptionTerms(
                saving,
                "eur",
                new BillingCycle(Interval.MONTH, 1),
                List.of(new SubscriptionTerms.Item("product", "prod_magazine", "Magazine", 1_500)),
                discount == null
                        ? List.of()
                        : List.of(new SubscriptionTerms.Item("setup_fee:a", "prod_setup", "Setup fee", 500)),
                discount,
                now,
                first,
                31,
                12,
                "Magazine",
                metadata,
                null,
                true);
    }
}
