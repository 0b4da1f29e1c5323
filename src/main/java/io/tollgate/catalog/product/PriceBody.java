package io.tollgate.catalog.product;

import io.tollgate.platform.input.Input;
import io.tollgate.pricing.Currency;
import io.tollgate.pricing.Interval;

/** Validates the rules between the fields of one price in a body. */
final class PriceBody {
    private PriceBody() {}

    static void check(Input price) {
        boolean recurring = price.hasValue("recurring");
        boolean plan = price.hasValue("paymentPlan");
        boolean chosen = price.bool("payWhatYouWant", false);
        price.rule(!(recurring && plan), "paymentPlan", "cannot be given together with recurring");
        price.rule(
                !chosen || !(recurring || plan),
                "payWhatYouWant",
                "is for one-time payments: it is not allowed with recurring or paymentPlan");
        price.rule(
                !price.bool("setupFeeMultipliesWithQuantity", false) || !(recurring || plan),
                "setupFeeMultipliesWithQuantity",
                "is for one-time payments: it is not allowed with recurring or paymentPlan");
        String billing = price.text("billingType");
        price.rule(
                billing == null || !billing.equals("one_time") || !(recurring || plan),
                "billingType",
                "must be recurring with recurring or paymentPlan");
        String currency = price.text("currency");
        price.rule(currency == null || Currency.isKnown(currency), "currency", "must be a supported currency");
        Long least = price.integer("amount");
        Long suggested = price.integer("pwywSuggestedPrice");
        price.rule(
                least == null || suggested == null || suggested >= least || suggested == 0,
                "pwywSuggestedPrice",
                "must not be less than amount, the minimum payment");
        BillingDates.check(price.object("recurring"));
        BillingDates.check(price.object("paymentPlan"));
        billing(price.object("recurring"));
        billing(price.object("paymentPlan"));
    }

    private static void billing(Input settings) {
        settings.rule(
                !(settings.sets("trialPeriodDays") && settings.hasValue("startDate")),
                "trialPeriodDays",
                "cannot be given together with startDate");
        String interval = settings.text("interval");
        Long count = settings.integer("intervalCount");
        for (Interval unit : Interval.values()) {
            settings.rule(
                    count == null || !unit.wire().equals(interval) || count <= unit.countMax(),
                    "intervalCount",
                    "must be at most " + unit.countMax() + " with " + unit.wire()
                            + ": the longest interval is 3 years");
        }
    }
}
