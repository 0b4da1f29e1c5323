package io.tollgate.storefront.mails;

import io.tollgate.catalog.model.Coupon;
import io.tollgate.catalog.model.Price;
import io.tollgate.pdf.ContentNode;
import io.tollgate.pricing.Interval;
import io.tollgate.sales.cart.SubscriptionCart;
import io.tollgate.sales.purchase.SubscriptionStatus;
import io.tollgate.sales.subscription.InstallmentPlan;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * What a buyer must know of a purchase. The confirmation page, the messages and the portal show it. Amounts are in
 * minor units.
 *
 * @param paid what was paid; for a subscription, with the order
 * @param due what the buyer still has to pay, outside of the processor; null if nothing is due
 * @param billing what the processor charges; null for an order that is paid once
 */
record Receipt(long paid, @Nullable Due due, @Nullable Billing billing) {
    /** The processor may begin a period a little earlier or later than the calendar does. */
    private static final Duration TOLERANCE = Duration.ofHours(12);

    /**
     * An amount that is due.
     *
     * @param until when it must be paid; null if the seller sets no date
     * @param method the name of the payment option; null without one
     * @param instructions how to pay; null if the seller gives none
     * @param bankDetails null if the amount is not transferred, or if the instructions contain them
     * @param onDelivery whether the buyer pays on delivery
     */
    record Due(
            long amount,
            @Nullable Instant until,
            @Nullable String method,
            @Nullable String instructions,
            @Nullable String bankDetails,
            boolean onDelivery) {}

    /**
     * What a subscription or an installment plan charges.
     *
     * @param amount the amount of a regular period
     * @param next the next charge; null if there is none
     * @param endsOn when the canceled subscription ends; null if it is not canceled
     * @param plan null for a subscription without end
     * @param cancelable whether the buyer can cancel it in the portal
     */
    record Billing(
            long amount,
            Price.Recurrence recurrence,
            @Nullable Charge next,
            @Nullable Instant endsOn,
            @Nullable InstallmentPlan plan,
            boolean cancelable) {
        /** Returns whether the processor charges it further. */
        boolean continues() {
            return next != null;
        }
    }

    /** A charge of the processor. */
    record Charge(long amount, Instant at) {}

    static Receipt of(SubjectRecords records) {
        // An imported subscription may have no interval.
        return records.kind() == SubjectRecords.Kind.SUBSCRIPTION
                        && records.record().has("interval")
                ? new Receipt(records.extras().firstPayment(), null, billing(records))
                : new Receipt(records.charge().amount("amountPaid"), due(records), null);
    }

    private static @Nullable Due due(SubjectRecords records) {
        ContentNode charge = records.charge();
        String status = charge.text("status");
        long amount = charge.amount("amountDue");
        // Nobody owes the amount of a cart.
        if (amount == 0 || status.equals("canceled") || status.equals("draft")) {
            return null;
        }
        ContentNode option = charge.at("paymentOption");
        ContentNode settings = records.page().at("invoiceSettings");
        boolean onDelivery = option.text("manualType").equals("cash_on_delivery");
        String instructions = option.text("instructions");
        boolean bank = !onDelivery
                && settings.has("bankDetails")
                && !instructions.contains(settings.text("bankDetails").strip());
        return new Due(
                amount,
                onDelivery ? null : until(records, settings.at("dueDays")),
                option.has("name") ? option.text("name") : null,
                instructions.isEmpty() ? null : instructions,
                bank ? settings.text("bankDetails") : null,
                onDelivery);
    }

    private static @Nullable Instant until(SubjectRecords records, ContentNode days) {
        Instant created = records.charge().time("createdAt");
        return !days.is("enabled") || created == null
                ? null
                : created.atZone(ZoneId.of(records.accountTimezone()))
                        .plusDays(days.amount("days"))
                        .toInstant();
    }

    private static Billing billing(SubjectRecords records) {
        ContentNode record = records.record();
        long amount = record.amount("amount");
        InstallmentPlan plan = records.extras().plan();
        boolean scheduled = record.text("status").equals("scheduled");
        boolean charged = scheduled || SubscriptionStatus.isRunning(record.text("status"));
        Instant end = charged ? record.time("cancelAt") : null;
        boolean over = !charged || end != null || amount == 0 || plan != null && plan.due() == 0;
        String start = scheduled ? "startDate" : "currentPeriodEnd";
        Instant at = over ? null : record.time(start);
        return new Billing(
                amount,
                new Price.Recurrence(
                        Interval.valueOf(record.text("interval").toUpperCase(Locale.ROOT)),
                        (int) record.amount("intervalCount"),
                        null,
                        null,
                        plan == null ? null : plan.payments(),
                        null),
                at == null ? null : new Charge(amountAt(records.extras().cart(), amount, at), at),
                end,
                plan,
                charged && plan == null && records.extras().customersCanCancel());
    }

    /** Returns what is charged at a time, with the coupon if it still applies then. */
    static long amountAt(@Nullable SubscriptionCart cart, long regular, Instant at) {
        if (cart == null || cart.coupon() == null || cart.regular().total() != regular) {
            return regular;
        }
        boolean repeats = cart.coupon().durationOrOnce() != Coupon.Duration.FOREVER;
        int period = 0;
        while (repeats && cart.schedule().periodStart(period).isBefore(at.minus(TOLERANCE))) {
            period++;
        }
        return cart.amount(period);
    }
}
