package io.tollgate.demo;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;

/** Writes the payments of a subscription, one for each period that was charged. */
final class SubscriptionPaymentRecords {
    private final Book book;
    private long made;

    SubscriptionPaymentRecords(Book book) {
        this.book = book;
    }

    List<ObjectNode> records(Subscription subscription) {
        List<ObjectNode> payments = new ArrayList<>(subscription.periods());
        boolean refunded = SubscriptionHistory.refunded(subscription);
        for (int period = 0; period < subscription.periods(); period++) {
            boolean back = refunded && period == subscription.periods() - 2;
            payments.add(record(subscription, period, back));
            made++;
        }
        return payments;
    }

    private ObjectNode record(Subscription subscription, int period, boolean back) {
        Chance chance = subscription.chance(1000 + period);
        long time = Math.max(subscription.createdAt(), subscription.startOf(period));
        String status = status(subscription, period);
        boolean paid = status.equals("succeeded");
        boolean whole = chance.percent(60);
        long amount = subscription.amount(period);
        String currency = subscription.offer().currency();
        String intent = "pi_3" + chance.token(23);
        String document = "https://processor.example/invoices/" + chance.token(24);
        long updatedAt = back ? SubscriptionHistory.refundedAt(subscription) : time;
        return Json.of(
                "id", book.ids(IdMaker.Kind.SUBSCRIPTION_PAYMENT).id(time, made),
                "subscriptionId", subscription.id(),
                "customerId", subscription.buyer().id(),
                "pageId", subscription.offer().pageId(),
                "productId", subscription.offer().productId(),
                "sellerId", book.scope().sellerId(),
                "transactionIds", paid ? List.of(intent) : List.of(),
                "customerEmail", subscription.buyer().email(),
                "customerName", subscription.buyer().name(),
                "productTitle", subscription.offer().title(),
                "pageSlug", subscription.offer().slug(),
                "currency", currency,
                "amount", amount,
                "amountUsd", Methods.usd(currency, amount),
                "livemode", book.live(),
                "paymentStatus", status,
                "invoiceStatus", invoiceStatus(subscription, status),
                "paid", paid,
                "refunded", back && whole,
                "partiallyRefunded", back && !whole,
                "billingReason", reason(period, chance),
                "paymentMethod", Methods.card(subscription.buyer(), subscription.chance(4)),
                "processorSubscriptionId", subscription.processorId(),
                "processorPaymentId", "ch_3" + chance.token(23),
                "processorPaymentIntentId", intent,
                "processorInvoiceId", "in_1" + chance.token(23),
                "processorInvoicePdf", document + "/pdf",
                "processorRefundInvoicePdf", back ? document + "/credit-note" : null,
                "createdAt", Moments.iso(time),
                "updatedAt", Moments.iso(Math.max(time, updatedAt)));
    }

    private String status(Subscription subscription, int period) {
        boolean last = period == subscription.periods() - 1;
        boolean fails = subscription.status().equals("past_due")
                || subscription.status().equals("unpaid");
        if (last && fails) {
            return "failed";
        }
        if (subscription.status().equals("incomplete")) {
            return "incomplete";
        }
        boolean fresh = book.now() - subscription.startOf(period) < 2 * Moments.DAY;
        return last && fresh && subscription.status().equals("active") ? "pending" : "succeeded";
    }

    private static String invoiceStatus(Subscription subscription, String status) {
        return switch (status) {
            case "succeeded" -> "paid";
            case "failed" -> subscription.status().equals("unpaid") ? "uncollectible" : "open";
            case "incomplete" -> subscription.position() % 2 == 0 ? "draft" : "void";
            default -> "open";
        };
    }

    private static String reason(int period, Chance chance) {
        if (period == 0) {
            return "subscription_create";
        }
        int roll = chance.below(200);
        return roll == 0
                ? "manual"
                : roll == 1
                        ? "subscription_update"
                        : roll == 2 ? "subscription_threshold" : roll == 3 ? "upcoming" : "subscription_cycle";
    }
}
