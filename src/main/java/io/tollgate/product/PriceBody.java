package io.tollgate.product;

import io.tollgate.input.Input;
import io.tollgate.input.Key;
import io.tollgate.input.Value;
import io.tollgate.pricing.Currency;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** What a body may say of one price, and the rules that hold within it. */
final class PriceBody {
    private static final int TEXT_MAX = 200;
    private static final int COUNT_MAX = 1000;
    private static final int TRIAL_DAYS_MAX = 730;
    private static final int DAY_OF_MONTH_MAX = 31;
    private static final int MONTHS = 12;

    private static final Key[] RECURRING = {
        Key.oneOf("interval", "day", "week", "month", "year").needed(),
        Key.integer("intervalCount", 1, COUNT_MAX).needed(),
        Key.integer("trialPeriodDays", 0, TRIAL_DAYS_MAX).orNull(),
        Key.time("startDate").orNull(),
        Key.object(
                        "billingCycleAnchorConfig",
                        Key.bool("enabled"),
                        Key.integer("dayOfMonth", 1, DAY_OF_MONTH_MAX),
                        Key.integer("month", 1, MONTHS))
                .orNull()
    };

    private static final Key[] KEYS = {
        Key.id("id"),
        Key.money("amount"),
        Key.of("currency", Value.matching(3, 3, "[a-z]{3}", "must be three lower-case letters, like usd")),
        Key.bool("payWhatYouWant"),
        Key.money("pwywSuggestedPrice").orNull(),
        Key.money("discountedFromPrice").orNull(),
        Key.money("setupFee").orNull(),
        Key.bool("setupFeeMultipliesWithQuantity"),
        Key.object("recurring", RECURRING).orNull(),
        Key.object(
                        "paymentPlan",
                        with(
                                RECURRING,
                                Key.integer("planIterations", 1, COUNT_MAX).needed()))
                .orNull(),
        Key.oneOf("billingType", "one_time", "recurring"),
        Key.text("label", TEXT_MAX).orNull(),
        Key.text("badge", TEXT_MAX).orNull(),
        Icons.key("badgeIcon"),
        Key.text("reference", TEXT_MAX),
        Key.bool("enabled"),
        Key.bool("hidden"),
        Key.integer("order", 0, COUNT_MAX)
    };

    /** The one price of a product, or the default one of several. */
    static final Key PRICE = Key.object("price", with(KEYS, Key.oneOf("pricingType", "single", "multiple")));

    static final Key PRICES = Key.list("prices", ProductBody.PARTS_MAX, KEYS);

    private PriceBody() {}

    private static Key[] with(Key[] keys, Key more) {
        List<Key> all = new ArrayList<>(Arrays.asList(keys));
        all.add(more);
        return all.toArray(Key[]::new);
    }

    /** Whatever the product is, these do not go together in one price. */
    static void check(Input price) {
        boolean recurring = price.hasValue("recurring");
        boolean plan = price.hasValue("paymentPlan");
        boolean chosen = price.bool("payWhatYouWant", false);
        price.rule(!(recurring && plan), "paymentPlan", "cannot be given together with recurring");
        price.rule(
                !chosen || !(recurring || plan),
                "payWhatYouWant",
                "is for one-time payments: it cannot be combined with recurring or paymentPlan");
        price.rule(
                !price.bool("setupFeeMultipliesWithQuantity", false) || !(recurring || plan),
                "setupFeeMultipliesWithQuantity",
                "is for one-time payments: it cannot be combined with recurring or paymentPlan");
        String billing = price.text("billingType");
        price.rule(
                billing == null || !billing.equals("one_time") || !(recurring || plan),
                "billingType",
                "must be recurring where there is recurring or paymentPlan");
        String currency = price.text("currency");
        price.rule(currency == null || Currency.isKnown(currency), "currency", "is not a currency");
        Long least = price.integer("amount");
        Long suggested = price.integer("pwywSuggestedPrice");
        price.rule(
                least == null || suggested == null || suggested >= least || suggested == 0,
                "pwywSuggestedPrice",
                "must not be less than amount, the least that may be paid");
        billing(price.object("recurring"));
        billing(price.object("paymentPlan"));
    }

    private static void billing(Input settings) {
        settings.rule(
                !(settings.sets("trialPeriodDays") && settings.hasValue("startDate")),
                "trialPeriodDays",
                "cannot be given together with startDate");
    }
}
