package io.tollgate.product;

import static io.tollgate.resource.Field.bool;
import static io.tollgate.resource.Field.id;
import static io.tollgate.resource.Field.integer;
import static io.tollgate.resource.Field.money;
import static io.tollgate.resource.Field.object;
import static io.tollgate.resource.Field.oneOf;
import static io.tollgate.resource.Field.text;
import static io.tollgate.resource.Field.time;

import io.tollgate.resource.Field;
import java.util.ArrayList;
import java.util.List;

/** Prices: how much, how often, and what a purchase keeps of them. */
public final class Prices {
    private Prices() {}

    private static final List<Field> RECURRING_FIELDS = List.of(
            oneOf("interval", "day", "week", "month", "year").always(),
            integer("intervalCount").always(),
            integer("trialPeriodDays"),
            object("billingCycleAnchorConfig", bool("enabled"), integer("dayOfMonth"), integer("month")),
            time("startDate"));

    public static final Field RECURRING = object("recurring", RECURRING_FIELDS);

    /** A plan is a subscription that completes after a fixed number of payments. */
    public static final Field PAYMENT_PLAN = object(
            "paymentPlan",
            with(RECURRING_FIELDS, List.of(integer("planIterations").always())));

    private static final Field BILLING_TYPE =
            oneOf("billingType", "one_time", "recurring").always();

    private static final List<Field> COMMON = List.of(
            money("amount").always(),
            text("currency").always(),
            bool("payWhatYouWant").always(),
            money("discountedFromPrice"),
            money("setupFee"),
            bool("setupFeeMultipliesWithQuantity").always(),
            RECURRING,
            PAYMENT_PLAN);

    /** The price that a product shows when nothing is chosen. */
    public static final Field PRICE =
            object("price", with(COMMON, List.of(oneOf("pricingType", "single", "multiple"))));

    public static final Field PRICES = Field.list(
            "prices",
            with(
                    List.of(
                            id("id").always(),
                            text("label"),
                            text("badge"),
                            text("badgeIcon"),
                            text("reference").always(),
                            integer("order").always(),
                            bool("enabled").always(),
                            bool("hidden").always(),
                            bool("isDefault").always(),
                            BILLING_TYPE,
                            money("pwywSuggestedPrice")),
                    COMMON));

    /** The price as it was when it was bought. */
    public static final Field SNAPSHOT = object(
            "priceSnapshot",
            id("priceId"),
            text("label"),
            text("description"),
            text("badge"),
            text("reference"),
            BILLING_TYPE,
            money("amount").always(),
            text("currency").always(),
            money("discountedFromPrice"),
            money("setupFee"),
            bool("setupFeeMultipliesWithQuantity"),
            text("processorPriceId"),
            bool("processorPriceLivemode"),
            bool("managedInProcessor"),
            bool("payWhatYouWant").always(),
            money("pwywSuggestedPrice"),
            RECURRING,
            PAYMENT_PLAN);

    private static List<Field> with(List<Field> first, List<Field> more) {
        List<Field> all = new ArrayList<>(first);
        all.addAll(more);
        return all;
    }
}
