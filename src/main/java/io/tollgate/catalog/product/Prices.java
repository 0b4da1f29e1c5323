package io.tollgate.catalog.product;

import static io.tollgate.platform.schema.Field.bool;
import static io.tollgate.platform.schema.Field.id;
import static io.tollgate.platform.schema.Field.integer;
import static io.tollgate.platform.schema.Field.list;
import static io.tollgate.platform.schema.Field.money;
import static io.tollgate.platform.schema.Field.object;
import static io.tollgate.platform.schema.Field.oneOf;
import static io.tollgate.platform.schema.Field.text;
import static io.tollgate.platform.schema.Field.time;

import io.tollgate.catalog.model.Price;
import io.tollgate.platform.schema.CommonFields;
import io.tollgate.platform.schema.Field;
import io.tollgate.platform.schema.Schema;
import io.tollgate.platform.schema.Type;
import io.tollgate.pricing.Interval;
import java.util.ArrayList;
import java.util.List;

/** The fields of prices, and the price snapshot in purchase records. */
public final class Prices {
    private static final int TEXT_MAX = 200;
    private static final int COUNT_MAX = Interval.DAY.countMax();
    private static final int TRIAL_DAYS_MAX = 730;
    private static final int DAY_OF_MONTH_MAX = 31;
    private static final int MONTHS = 12;

    static final Field BILLING_ANCHOR = object(
                    "billingCycleAnchorConfig",
                    CommonFields.ENABLED.defaultsTo(false),
                    integer("dayOfMonth", 1, DAY_OF_MONTH_MAX)
                            .doc("Day of the month, from 1 to 31. If the month has fewer days, the last day of the "
                                    + "month applies.")
                            .defaultsTo(1),
                    integer("month", 1, MONTHS)
                            .doc("Month, from 1 (January) to 12. Used if `interval` is `year`.")
                            .defaultsTo(1))
            .doc("Day on which the subscription is charged, and the month if `interval` is `year`.")
            .orNull();

    private static final List<Field> RECURRING_FIELDS = List.of(
            oneOf("interval", "day", "week", "month", "year")
                    .doc("Unit of the interval between two charges.")
                    .always()
                    .needed(),
            integer("intervalCount", 1, COUNT_MAX)
                    .doc("Number of intervals between two charges: 3 with `month` charges every three months. At most "
                            + "three years in total: 3 with `year`, 36 with `month`, 156 with `week`, 1095 with `day`.")
                    .always()
                    .needed(),
            integer("trialPeriodDays", 0, TRIAL_DAYS_MAX)
                    .doc("Days until the first charge. Not together with `startDate`. Null: no trial.")
                    .orNull(),
            BILLING_ANCHOR,
            time("startDate")
                    .doc("Time of the first charge, before 2100. Not together with `trialPeriodDays`. Null: at the "
                            + "purchase.")
                    .orNull());

    private static final Field RECURRING = object("recurring", RECURRING_FIELDS)
            .doc("For a subscription: how often it is charged. Null for other prices. Not together with "
                    + "`paymentPlan`.")
            .defaultsToNull();

    /** A plan is a subscription that completes after a fixed number of payments. */
    private static final Field PAYMENT_PLAN = object(
                    "paymentPlan",
                    with(
                            RECURRING_FIELDS,
                            List.of(integer("planIterations", 1, Price.Recurrence.PLAN_PAYMENTS_MAX)
                                    .doc("Number of payments after which the plan is complete, in at most 100 years.")
                                    .always()
                                    .needed())))
            .doc("For payment in instalments: how often it is charged, and how many times. Null for other prices. Not "
                    + "together with `recurring`.")
            .defaultsToNull();

    private static final Field BILLING_TYPE = oneOf("billingType", "one_time", "recurring")
            .doc("Whether the price is charged once (`one_time`) or repeatedly (`recurring`). Follows from "
                    + "`recurring` and `paymentPlan`.")
            .always();

    /** The fields that {@code price} of a product copies from the default price. */
    static final Schema COMMON = Schema.of(
            money("amount")
                    .doc("Price of one. With `payWhatYouWant`, the least price; 0 then allows free purchases.")
                    .always()
                    .writable()
                    .defaultsTo(0),
            Field.of("currency", Type.matching(3, 3, "[a-z]{3}", "must be three lower-case letters, like usd"))
                    .doc("ISO 4217 code of the currency, in lower case. All prices of a product have the same. A new "
                            + "product defaults to `usd`.")
                    .always()
                    .writable(),
            bool("payWhatYouWant")
                    .doc("Whether the buyer chooses an amount of at least `amount`. For one-time prices only.")
                    .always()
                    .writable()
                    .defaultsTo(false),
            money("discountedFromPrice")
                    .doc("Higher price that is shown struck through.")
                    .writable()
                    .orNull(),
            money("setupFee")
                    .doc("Amount that is charged once, with the first payment. Null: no setup fee.")
                    .writable()
                    .orNull(),
            bool("setupFeeMultipliesWithQuantity")
                    .doc("Whether the setup fee is charged for each item. If `false`, it is charged once.")
                    .always()
                    .writable()
                    .defaultsTo(false),
            RECURRING.writable().orNull(),
            PAYMENT_PLAN.writable().orNull());

    private static final List<Field> OWN = List.of(
            id("id").doc("Id of the price, unique in the product. In a change, it names the stored price to change. "
                            + "A new price keeps the id that you send, which `defaultPriceId` and `priceIds` can name; "
                            + "if you send none, Tollgate generates one.")
                    .always()
                    .writable(),
            text("label", TEXT_MAX)
                    .doc("Name of the price, shown to buyers.")
                    .writable()
                    .orNull(),
            text("badge", TEXT_MAX)
                    .doc("Short text next to the price, such as \"Most popular\".")
                    .writable()
                    .orNull(),
            Icons.field("badgeIcon").writable(),
            text("reference", TEXT_MAX)
                    .doc("Name for programs, unique in the product, such as `price_one_time_fixed_2500`. Derived from "
                            + "the price if not sent.")
                    .always()
                    .writable(),
            integer("order", 0, COUNT_MAX)
                    .doc("Position of the price, from 0: its place in the list.")
                    .always()
                    .writable(),
            bool("enabled")
                    .doc("Whether buyers can choose the price. At least one price is enabled.")
                    .always()
                    .writable()
                    .defaultsTo(true),
            bool("hidden")
                    .doc("Whether the price is hidden until a query parameter of the page's address reveals it.")
                    .always()
                    .writable()
                    .defaultsTo(false),
            bool("isDefault")
                    .doc("Whether the price is selected at first. `true` in a request makes it the default, unless "
                            + "`defaultPriceId` is sent or the price is disabled.")
                    .always()
                    .writable(),
            BILLING_TYPE.writable(),
            money("pwywSuggestedPrice")
                    .doc("With `payWhatYouWant`: amount that is suggested to the buyer, at least `amount`.")
                    .writable()
                    .orNull());

    static final Schema SCHEMA = new Schema(OWN).and(COMMON.fields());

    /**
     * The {@code price} of a product. In responses, it repeats the common fields of the default price. In a body, it
     * sets all fields of one price.
     */
    static final Field PRICE = object(
                    "price",
                    with(
                            OWN.stream()
                                    .filter(field -> !field.readBack())
                                    .map(Field::writeOnly)
                                    .toList(),
                            with(
                                    COMMON.fields(),
                                    List.of(oneOf("pricingType", "single", "multiple")
                                            .doc("Whether the product has one price or several. Read-only; ignored in "
                                                    + "requests.")
                                            .writable()))))
            .doc("The default price. A change applies to the price that `id` names, or else to the default price.");

    static final Field PRICES = list("prices", Products.PARTS_MAX, SCHEMA.fields())
            .doc("Prices to choose from, all in one currency. A list in a change replaces the former one.");

    /** A copy of the price at the time of the purchase. */
    public static final Field SNAPSHOT = object(
                    "priceSnapshot",
                    id("priceId").doc("Id of the price."),
                    text("label").doc("Name of the price."),
                    text("description").doc("Description of the price: the same as `label`."),
                    text("badge").doc("Short text next to the price."),
                    text("reference").doc("Name of the price for programs."),
                    BILLING_TYPE,
                    money("amount")
                            .doc("Price of one. With `payWhatYouWant`, the least price.")
                            .always(),
                    CommonFields.CURRENCY.always(),
                    money("discountedFromPrice").doc("Higher price that was shown struck through."),
                    money("setupFee").doc("Amount that is charged once, with the first payment. Null: no setup fee."),
                    bool("setupFeeMultipliesWithQuantity").doc("Whether the setup fee is charged for each item."),
                    text("processorPriceId").doc("Id of the price at the payment processor."),
                    bool("processorPriceLivemode").doc("Whether the processor's price is in live mode."),
                    bool("managedInProcessor").doc("Whether the price is managed at the processor. Always `false`."),
                    bool("payWhatYouWant")
                            .doc("Whether the buyer chose the amount.")
                            .always(),
                    money("pwywSuggestedPrice").doc("Amount that was suggested to the buyer."),
                    RECURRING,
                    PAYMENT_PLAN)
            .doc("The price as it was at the time of the purchase.");

    private Prices() {}

    private static List<Field> with(List<Field> first, List<Field> more) {
        List<Field> all = new ArrayList<>(first);
        all.addAll(more);
        return all;
    }
}
