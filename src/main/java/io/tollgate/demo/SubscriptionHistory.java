package io.tollgate.demo;

import com.fasterxml.jackson.databind.node.ObjectNode;

/** What has happened to a subscription: its state, periods, cancellation, abandonment. */
final class SubscriptionHistory {
    private static final String API_KEY = "65f0c0ffee0123456789abcd";

    private SubscriptionHistory() {}

    static void put(ObjectNode record, Subscription subscription) {
        state(record, subscription);
        periods(record, subscription);
        cancellation(record, subscription);
        abandonment(record, subscription);
        Charge.Upsell upsell = subscription.upsell();
        long updatedAt =
                Math.max(subscription.createdAt(), Math.min(subscription.book().now(), lastChange(subscription)));
        Json.put(
                record,
                "upsell",
                upsell.accepted(),
                "upsellPageId",
                upsell.pageId(),
                "upsellChargeId",
                upsell.chargeId(),
                "upsellSubscriptionId",
                upsell.subscriptionId(),
                "createdAt",
                Moments.iso(subscription.createdAt()),
                "updatedAt",
                Moments.iso(updatedAt));
    }

    private static long lastChange(Subscription subscription) {
        long last = subscription.periods() == 0 ? 0 : subscription.startOf(subscription.periods() - 1);
        return Math.max(last, subscription.endedAt());
    }

    private static void state(ObjectNode record, Subscription subscription) {
        Chance chance = subscription.chance(3);
        String status = subscription.status();
        boolean draft = status.startsWith("draft");
        boolean failed = status.equals("failed") || status.equals("past_due") || status.equals("unpaid");
        boolean waits = status.equals("trialing") || status.equals("scheduled");
        Json.put(
                record,
                "status",
                status,
                "paymentStatus",
                paymentStatus(status, chance),
                "paymentError",
                failed ? "Your card was declined." : null,
                "paymentMethod",
                draft ? null : Methods.card(subscription.buyer(), subscription.chance(4)),
                "processorPaymentIntentId",
                draft || waits ? null : "pi_3" + chance.token(23),
                "processorSetupIntentId",
                waits ? "seti_1" + chance.token(23) : null);
    }

    private static String paymentStatus(String status, Chance chance) {
        return switch (status) {
            case "draft" -> "draft";
            case "draft_expired" -> "deleted";
            case "incomplete" ->
                chance.pick("requires_action", "requires_confirmation", "processing", "requires_capture");
            case "incomplete_expired" -> chance.pick("void", "canceled");
            case "failed" -> "requires_payment_method";
            case "past_due" -> "open";
            case "unpaid" -> "uncollectible";
            case "trialing", "scheduled" -> "paid";
            default -> "succeeded";
        };
    }

    private static void periods(ObjectNode record, Subscription subscription) {
        if (!subscription.begun()) {
            return;
        }
        boolean trial =
                subscription.price().trialDays() > 0 && !subscription.status().equals("scheduled");
        boolean waits = subscription.periods() == 0;
        long start = subscription.status().equals("scheduled") ? subscription.billedFrom() : subscription.createdAt();
        long from = waits ? start : subscription.startOf(subscription.periods() - 1);
        long until = waits && trial
                ? subscription.billedFrom()
                : waits ? subscription.startOf(1) : subscription.startOf(subscription.periods());
        Json.put(
                record,
                "startDate",
                Moments.iso(start),
                "trialStart",
                trial ? Moments.iso(subscription.createdAt()) : null,
                "trialEnd",
                trial ? Moments.iso(subscription.billedFrom()) : null,
                "currentPeriodStart",
                Moments.iso(from),
                "currentPeriodEnd",
                Moments.iso(until));
    }

    private static void cancellation(ObjectNode record, Subscription subscription) {
        Chance chance = subscription.chance(5);
        boolean canceled = subscription.status().equals("canceled");
        boolean active = subscription.status().equals("active");
        int planned = active ? chance.below(100) : 100;
        boolean byKey = chance.percent(50);
        Json.put(record, "cancelAtPeriodEnd", planned < 4);
        if (planned < 6) {
            Json.put(record, "cancelAt", Moments.iso(subscription.startOf(subscription.periods())));
        }
        if (canceled || planned < 6) {
            long now = subscription.book().now();
            long at = canceled ? subscription.endedAt() : Math.max(subscription.createdAt(), now - Moments.DAY);
            Json.put(
                    record,
                    "canceledAt",
                    Moments.iso(at),
                    "canceledBy",
                    byKey ? null : "user_" + chance.hex(12),
                    "canceledByApiKey",
                    byKey ? API_KEY : null,
                    "canceledByApiKeyName",
                    byKey ? "Back office – Büro" : null,
                    "reason",
                    chance.pick("Too expensive", "Nicht mehr nötig", "引っ越し"));
        }
        boolean refunded = subscription.periods() > 1 && chance.percent(5);
        if (refunded) {
            Json.put(
                    record,
                    "lastRefundAt",
                    Moments.iso(refundedAt(subscription)),
                    "lastRefundReason",
                    "requested_by_customer",
                    "lastRefundReasonNote",
                    "Forgot to cancel");
        }
    }

    /** Whether its last payment but one was given back; told by the subscription's own record. */
    static boolean refunded(Subscription subscription) {
        ObjectNode record = Json.of();
        cancellation(record, subscription);
        return record.has("lastRefundAt");
    }

    static long refundedAt(Subscription subscription) {
        long charged = subscription.startOf(Math.max(0, subscription.periods() - 2));
        return Math.min(subscription.book().now(), charged + 3 * Moments.DAY);
    }

    private static void abandonment(ObjectNode record, Subscription subscription) {
        Chance chance = subscription.chance(6);
        long now = subscription.book().now();
        boolean left = subscription.status().startsWith("draft") && now - subscription.createdAt() > Moments.HOUR;
        boolean recovered = subscription.status().equals("active") && chance.percent(6);
        Json.put(record, "isAbandoned", left || recovered);
        if (left || recovered) {
            long sentAt = Math.min(now, subscription.createdAt() + Moments.HOUR);
            String email = recovered
                    ? "converted"
                    : chance.pick("pending", "first_sent", "second_sent", "third_sent", "skipped");
            Json.put(
                    record,
                    "abandonmentStatus",
                    recovered ? "recovered" : "abandoned",
                    "recoveredAt",
                    recovered ? Moments.iso(Math.min(now, sentAt + Moments.HOUR)) : null,
                    "abandonedCartEmailStatus",
                    email,
                    "abandonedCartEmailSentAt",
                    recovered || email.endsWith("_sent") ? Moments.iso(sentAt) : null);
        }
    }
}
