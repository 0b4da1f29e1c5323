package io.tollgate.product;

import static io.tollgate.schema.Field.bool;
import static io.tollgate.schema.Field.id;
import static io.tollgate.schema.Field.integer;
import static io.tollgate.schema.Field.list;
import static io.tollgate.schema.Field.money;
import static io.tollgate.schema.Field.object;
import static io.tollgate.schema.Field.oneOf;
import static io.tollgate.schema.Field.text;
import static io.tollgate.schema.Field.time;

import io.tollgate.schema.Field;
import io.tollgate.schema.Schema;
import io.tollgate.schema.Type;
import java.util.ArrayList;
import java.util.List;

/** Prices: how much, how often, and what a purchase keeps of them. */
public final class Prices {
    private static final int TEXT_MAX = 200;
    private static final int COUNT_MAX = 1000;
    private static final int TRIAL_DAYS_MAX = 730;
    private static final int DAY_OF_MONTH_MAX = 31;
    private static final int MONTHS = 12;

    static final Field BILLING_ANCHOR = object(
                    "billingCycleAnchorConfig",
                    bool("enabled").defaultsTo(false),
                    integer("dayOfMonth", 1, DAY_OF_MONTH_MAX)
                            .doc("If the month has fewer days, the last day of the month: 31 is 30 April, and 28 or "
                                    + "29 February.")
                            .defaultsTo(1),
                    integer("month", 1, MONTHS).defaultsTo(1))
            .doc("On which day the subscription is charged, and in which month if `interval` is " + "`year`.")
            .orNull();

    private static final List<Field> RECURRING_FIELDS = List.of(
            oneOf("interval", "day", "week", "month", "year").always().needed(),
            integer("intervalCount", 1, COUNT_MAX).always().needed(),
            integer("trialPeriodDays", 0, TRIAL_DAYS_MAX).orNull(),
            BILLING_ANCHOR,
            time("startDate").orNull());

    private static final Field RECURRING = object("recurring", RECURRING_FIELDS).defaultsToNull();

    /** A plan is a subscription that completes after a fixed number of payments. */
    private static final Field PAYMENT_PLAN = object(
                    "paymentPlan",
                    with(
                            RECURRING_FIELDS,
                            List.of(integer("planIterations", 1, COUNT_MAX)
                                    .always()
                                    .needed())))
            .doc("Of instalments: how often it is charged, and how many times. Not together with " + "`recurring`.")
            .defaultsToNull();

    private static final Field BILLING_TYPE =
            oneOf("billingType", "one_time", "recurring").always();

    /** What the price of a product repeats of its default price. */
    static final Schema COMMON = Schema.of(
            money("amount").always().writable().defaultsTo(0),
            Field.of("currency", Type.matching(3, 3, "[a-z]{3}", "must be three lower-case letters, like usd"))
                    .always()
                    .writable(),
            bool("payWhatYouWant").always().writable().defaultsTo(false),
            money("discountedFromPrice").writable().orNull(),
            money("setupFee").writable().orNull(),
            bool("setupFeeMultipliesWithQuantity").always().writable().defaultsTo(false),
            RECURRING.writable().orNull(),
            PAYMENT_PLAN.writable().orNull());

    private static final List<Field> OWN = List.of(
            id("id").always().writable(),
            text("label", TEXT_MAX).writable().orNull(),
            text("badge", TEXT_MAX).writable().orNull(),
            Icons.field("badgeIcon").writable(),
            text("reference", TEXT_MAX).always().writable(),
            integer("order", 0, COUNT_MAX).always().writable(),
            bool("enabled").always().writable().defaultsTo(true),
            bool("hidden").always().writable().defaultsTo(false),
            bool("isDefault")
                    .doc("Whether it is the price that is chosen at first. Read-only.")
                    .always()
                    .roundTrip(),
            BILLING_TYPE.writable(),
            money("pwywSuggestedPrice").writable().orNull());

    static final Schema SCHEMA = new Schema(OWN).and(COMMON.fields());

    /** The price that a product shows when nothing is chosen. Bodies set the whole of the one or the default price. */
    static final Field PRICE = object(
            "price",
            with(
                    OWN.stream()
                            .filter(field -> !field.readBack())
                            .map(Field::writeOnly)
                            .toList(),
                    with(
                            COMMON.fields(),
                            List.of(oneOf("pricingType", "single", "multiple").writable()))));

    static final Field PRICES = list("prices", Products.PARTS_MAX, SCHEMA.fields());

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

    private Prices() {}

    private static List<Field> with(List<Field> first, List<Field> more) {
        List<Field> all = new ArrayList<>(first);
        all.addAll(more);
        return all;
    }
}
