package io.tollgate.processor;

import com.stripe.param.CouponCreateParams;
import com.stripe.param.SubscriptionCreateParams;
import com.stripe.param.SubscriptionCreateParams.AddInvoiceItem;
import com.stripe.param.SubscriptionCreateParams.BillingCycleAnchorConfig;
import com.stripe.param.SubscriptionCreateParams.PaymentSettings;
import io.tollgate.pricing.Interval;
import io.tollgate.processor.SubscriptionTerms.Discount;
import io.tollgate.processor.SubscriptionTerms.Item;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.util.List;
import java.util.Objects;

/** Builds the parameters of subscriptions at Stripe. */
final class StripeSubscriptionParams {
    /** What responses contain in addition to ids. */
    static final List<String> EXPANDED = List.of(
            "default_payment_method",
            "latest_invoice.confirmation_secret",
            "latest_invoice.payments",
            "pending_setup_intent");

    /** The key of the metadata that names the part of the price. */
    static final String REFERENCE = "tollgate_item";

    private static final int DESCRIPTION_MAX = 500;

    private StripeSubscriptionParams() {}

    static CouponCreateParams coupon(Discount discount, String currency) {
        CouponCreateParams.Builder coupon = CouponCreateParams.builder()
                .setId(discount.couponId())
                .setName(StripeProcessor.shortened(discount.name()))
                .setAmountOff(discount.amountOff())
                .setCurrency(currency)
                .setDuration(
                        switch (discount.duration()) {
                            case ONCE -> CouponCreateParams.Duration.ONCE;
                            case REPEATING -> CouponCreateParams.Duration.REPEATING;
                            case FOREVER -> CouponCreateParams.Duration.FOREVER;
                        });
        if (discount.months() != null) {
            coupon.setDurationInMonths(discount.months().longValue());
        }
        return coupon.build();
    }

    static SubscriptionCreateParams create(SubscriptionTerms terms, String customerId) {
        SubscriptionCreateParams.Builder params = SubscriptionCreateParams.builder()
                .setCustomer(customerId)
                .setCurrency(terms.currency())
                .setDescription(StripeProcessor.shortened(terms.description(), DESCRIPTION_MAX))
                .putAllMetadata(StripeProcessor.metadata(terms.metadata()))
                .setPaymentBehavior(SubscriptionCreateParams.PaymentBehavior.DEFAULT_INCOMPLETE)
                .setPaymentSettings(settings(terms))
                .setProrationBehavior(SubscriptionCreateParams.ProrationBehavior.NONE)
                .addAllExpand(EXPANDED);
        terms.items().forEach(item -> params.addItem(recurring(terms, item)));
        terms.oneTimeItems().forEach(item -> params.addAddInvoiceItem(oneTime(terms, item)));
        if (terms.discount() != null) {
            params.addDiscount(SubscriptionCreateParams.Discount.builder()
                    .setCoupon(terms.discount().couponId())
                    .build());
        }
        // A customer that replaces a missing one does not have the card.
        if (terms.cardId() != null && customerId.equals(terms.customer().customerId())) {
            params.setDefaultPaymentMethod(terms.cardId());
        }
        if (terms.trialEnd() != null) {
            params.setTrialEnd(terms.trialEnd().getEpochSecond());
            if (terms.anchorDay() != null) {
                params.setBillingCycleAnchorConfig(anchor(terms, terms.trialEnd(), terms.anchorDay()));
            }
        }
        if (terms.planIterations() != null) {
            params.setCancelAt(Objects.requireNonNull(terms.planEnd()).getEpochSecond());
        }
        return params.build();
    }

    /**
     * Returns the configuration whose first anchor is the end of the trial. With the time of day of that end, nothing
     * lies between both that the processor could prorate.
     */
    private static BillingCycleAnchorConfig anchor(SubscriptionTerms terms, Instant trialEnd, int day) {
        ZonedDateTime first = trialEnd.atZone(ZoneOffset.UTC);
        BillingCycleAnchorConfig.Builder config = BillingCycleAnchorConfig.builder()
                .setDayOfMonth((long) day)
                .setHour((long) first.getHour())
                .setMinute((long) first.getMinute())
                .setSecond((long) first.getSecond());
        if (terms.cycle().interval() == Interval.YEAR) {
            config.setMonth((long) first.getMonthValue());
        }
        return config.build();
    }

    private static PaymentSettings settings(SubscriptionTerms terms) {
        PaymentSettings.Builder settings = PaymentSettings.builder()
                .setSaveDefaultPaymentMethod(PaymentSettings.SaveDefaultPaymentMethod.ON_SUBSCRIPTION);
        if (terms.cardOnly()) {
            settings.addPaymentMethodType(PaymentSettings.PaymentMethodType.CARD);
        }
        return settings.build();
    }

    private static SubscriptionCreateParams.Item recurring(SubscriptionTerms terms, Item item) {
        var recurring = SubscriptionCreateParams.Item.PriceData.Recurring.builder()
                .setInterval(
                        switch (terms.cycle().interval()) {
                            case DAY -> SubscriptionCreateParams.Item.PriceData.Recurring.Interval.DAY;
                            case WEEK -> SubscriptionCreateParams.Item.PriceData.Recurring.Interval.WEEK;
                            case MONTH -> SubscriptionCreateParams.Item.PriceData.Recurring.Interval.MONTH;
                            case YEAR -> SubscriptionCreateParams.Item.PriceData.Recurring.Interval.YEAR;
                        })
                .setIntervalCount((long) terms.cycle().count())
                .build();
        return SubscriptionCreateParams.Item.builder()
                .setPriceData(SubscriptionCreateParams.Item.PriceData.builder()
                        .setCurrency(terms.currency())
                        .setProduct(item.product())
                        .setUnitAmount(item.amount())
                        .setRecurring(recurring)
                        .build())
                .setQuantity(1L)
                .putMetadata(REFERENCE, item.reference())
                .build();
    }

    private static AddInvoiceItem oneTime(SubscriptionTerms terms, Item item) {
        return AddInvoiceItem.builder()
                .setPriceData(AddInvoiceItem.PriceData.builder()
                        .setCurrency(terms.currency())
                        .setProduct(item.product())
                        .setUnitAmount(item.amount())
                        .build())
                .setQuantity(1L)
                .setDiscountable(false)
                .putMetadata(REFERENCE, item.reference())
                .build();
    }
}
