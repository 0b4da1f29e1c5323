package io.tollgate.tools.demo;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tollgate.sales.purchase.Abandonment;
import io.tollgate.sales.purchase.InvoiceStatus;
import io.tollgate.sales.purchase.Refund;
import io.tollgate.sales.purchase.Subscription;
import io.tollgate.sales.purchase.SubscriptionPaymentWriter;
import io.tollgate.sales.purchase.SubscriptionPaymentWriter.Payment;
import io.tollgate.sales.purchase.SubscriptionStatus;
import io.tollgate.tools.demo.SubscriptionStream.DemoSubscription;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Generates the history and payments of subscriptions. */
final class SubscriptionMaker {
    private static final Subscription.ApiKey KEY =
            new Subscription.ApiKey("65f0c0ffee0123456789abcd", "Back office – Büro");
    private static final Set<SubscriptionStatus> NOT_PAID =
            Set.of(SubscriptionStatus.FAILED, SubscriptionStatus.PAST_DUE, SubscriptionStatus.UNPAID);

    private final PurchasePlan plan;
    private long payments;

    SubscriptionMaker(PurchasePlan plan) {
        this.plan = plan;
    }

    Subscription make(DemoSubscription begun) {
        SubscriptionStatus status = begun.status();
        Subscription.Ending ending = ending(begun);
        int periods = begun.life().periods();
        long changed = Math.max(
                periods == 0 ? 0 : begun.startOf(periods - 1), begun.life().endedAt());
        return new Subscription(
                begun.purchase(),
                begun.offer().page(),
                begun.cart(),
                begun.price(),
                begun.dynamicPrice(),
                begun.offer().hasLicenseKeys() && status.hasBegun()
                        ? plan.ids(IdMaker.Kind.LICENSE_KEY).id(begun.createdAt(), (1 << 23) + begun.position())
                        : null,
                status,
                paymentStatus(status, begun.random(3)),
                NOT_PAID.contains(status) ? "Your card was declined." : null,
                status.isDraft() ? null : PaymentMethods.card(begun.person(), begun.random(4)),
                processing(begun),
                status.hasBegun() ? periods(begun) : null,
                ending,
                refund(begun),
                abandonment(begun),
                Instant.ofEpochMilli(Math.max(begun.createdAt(), Math.min(plan.now(), changed))));
    }

    private static String paymentStatus(SubscriptionStatus status, DemoRandom random) {
        return switch (status) {
            case DRAFT -> "draft";
            case DRAFT_EXPIRED -> "deleted";
            case INCOMPLETE ->
                random.pick("requires_action", "requires_confirmation", "processing", "requires_capture");
            case INCOMPLETE_EXPIRED -> random.pick("void", "canceled");
            case FAILED -> "requires_payment_method";
            case PAST_DUE -> "open";
            case UNPAID -> "uncollectible";
            case TRIALING, SCHEDULED -> "paid";
            default -> "succeeded";
        };
    }

    private static Subscription.Processing processing(DemoSubscription begun) {
        SubscriptionStatus status = begun.status();
        DemoRandom random = begun.random(8);
        boolean waits = status == SubscriptionStatus.TRIALING || status == SubscriptionStatus.SCHEDULED;
        return new Subscription.Processing(
                status.hasBegun() ? "sub_1" + begun.random(1).token(23) : null,
                begun.person().processorId(),
                status.isDraft() || waits ? null : "pi_3" + random.token(23),
                waits ? "seti_1" + random.token(23) : null,
                new Items(begun),
                status.hasBegun() && begun.life().periods() > 0);
    }

    /** Ids that depend only on the item. */
    private record Items(DemoSubscription begun) implements Subscription.Items {
        private String id(String prefix, String reference, int length) {
            return prefix + begun.random((prefix + reference).hashCode()).token(length);
        }

        @Override
        public String price(String reference) {
            return id("price_1", reference, 23);
        }

        @Override
        public String product(String reference) {
            return id("prod_", reference, 14);
        }

        @Override
        public String invoiceItem(String reference) {
            return id("ii_1", reference, 23);
        }
    }

    private static Subscription.Periods periods(DemoSubscription begun) {
        boolean scheduled = begun.status() == SubscriptionStatus.SCHEDULED;
        boolean trial = begun.hasTrial() && !scheduled;
        int periods = begun.life().periods();
        boolean waits = periods == 0;
        long start = scheduled ? begun.life().billedFrom() : begun.createdAt();
        long from = waits ? start : begun.startOf(periods - 1);
        long until = waits && trial ? begun.life().billedFrom() : begun.startOf(waits ? 1 : periods);
        return new Subscription.Periods(
                Instant.ofEpochMilli(start),
                trial ? Instant.ofEpochMilli(begun.life().billedFrom()) : null,
                Instant.ofEpochMilli(from),
                Instant.ofEpochMilli(until));
    }

    private Subscription.@Nullable Ending ending(DemoSubscription begun) {
        DemoRandom random = begun.random(5);
        boolean canceled = begun.status() == SubscriptionStatus.CANCELED;
        int planned = begun.status() == SubscriptionStatus.ACTIVE ? random.below(100) : 100;
        if (!canceled && planned >= 6) {
            return null;
        }
        boolean byKey = random.percent(50);
        long requestedAt = canceled ? begun.life().endedAt() : Math.max(begun.createdAt(), plan.now() - Millis.DAY);
        return new Subscription.Ending(
                Instant.ofEpochMilli(requestedAt),
                canceled
                        ? null
                        : Instant.ofEpochMilli(begun.startOf(begun.life().periods())),
                planned < 4,
                byKey ? null : "user_" + random.hex(12),
                byKey ? KEY : null,
                random.pick("Too expensive", "Nicht mehr nötig", "引っ越し"));
    }

    /** Returns the refund of the last payment but one, which one of twenty subscriptions has. */
    private @Nullable Refund refund(DemoSubscription begun) {
        if (begun.life().periods() < 2 || !begun.random(7).percent(5)) {
            return null;
        }
        long charged = begun.startOf(begun.life().periods() - 2);
        return new Refund(
                Instant.ofEpochMilli(Math.min(plan.now(), charged + 3 * Millis.DAY)),
                "requested_by_customer",
                "Forgot to cancel");
    }

    private @Nullable Abandonment abandonment(DemoSubscription begun) {
        DemoRandom random = begun.random(6);
        boolean left = begun.status().isDraft() && plan.now() - begun.createdAt() > Millis.HOUR;
        boolean recovered = begun.status() == SubscriptionStatus.ACTIVE && random.percent(6);
        if (!left && !recovered) {
            return null;
        }
        Instant sentAt = Instant.ofEpochMilli(Math.min(plan.now(), begun.createdAt() + Millis.HOUR));
        Instant recoveredAt = Instant.ofEpochMilli(Math.min(plan.now(), begun.createdAt() + 2 * Millis.HOUR));
        String email =
                recovered ? "converted" : random.pick("pending", "first_sent", "second_sent", "third_sent", "skipped");
        return new Abandonment(
                email, recovered || email.endsWith("_sent") ? sentAt : null, recovered ? recoveredAt : null);
    }

    /** Returns one payment for each charged period. */
    List<ObjectNode> payments(DemoSubscription begun, Subscription subscription) {
        int periods = begun.life().periods();
        List<ObjectNode> records = new ArrayList<>(periods);
        Refund refund = subscription.refund();
        for (int period = 0; period < periods; period++) {
            DemoRandom random = begun.random(1000 + period);
            Refund back = period == periods - 2 ? refund : null;
            records.add(SubscriptionPaymentWriter.write(
                    SubscriptionPaymentWriter.Payer.of(subscription), payment(begun, period, back, random)));
            payments++;
        }
        return records;
    }

    private Payment payment(DemoSubscription begun, int period, @Nullable Refund refund, DemoRandom random) {
        boolean whole = refund != null && random.percent(60);
        long time = Math.max(begun.createdAt(), begun.startOf(period));
        SubscriptionPaymentWriter.Status status = status(begun, period);
        Instant createdAt = Instant.ofEpochMilli(time);
        String id = plan.ids(IdMaker.Kind.SUBSCRIPTION_PAYMENT).id(time, payments);
        String reason = reason(period, random);
        String chargeId = "ch_3" + random.token(23);
        String paymentIntentId = "pi_3" + random.token(23);
        String invoiceId = "in_1" + random.token(23);
        String invoice = "https://processor.example/invoices/" + random.token(24);
        return new Payment(
                id,
                createdAt,
                refund != null && refund.at().isAfter(createdAt) ? refund.at() : createdAt,
                begun.amount(period),
                status,
                invoiceStatus(begun, status),
                reason,
                refund == null ? null : new Payment.Refunded(whole, invoice + "/credit-note"),
                chargeId,
                paymentIntentId,
                invoiceId,
                invoice + "/pdf");
    }

    private SubscriptionPaymentWriter.Status status(DemoSubscription begun, int period) {
        SubscriptionStatus status = begun.status();
        boolean last = period == begun.life().periods() - 1;
        if (last && NOT_PAID.contains(status)) {
            return SubscriptionPaymentWriter.Status.FAILED;
        }
        if (status == SubscriptionStatus.INCOMPLETE) {
            return SubscriptionPaymentWriter.Status.INCOMPLETE;
        }
        boolean fresh = plan.now() - begun.startOf(period) < 2 * Millis.DAY;
        return last && fresh && status == SubscriptionStatus.ACTIVE
                ? SubscriptionPaymentWriter.Status.PENDING
                : SubscriptionPaymentWriter.Status.SUCCEEDED;
    }

    private static InvoiceStatus invoiceStatus(DemoSubscription begun, SubscriptionPaymentWriter.Status status) {
        return switch (status) {
            case SUCCEEDED -> InvoiceStatus.PAID;
            case FAILED ->
                begun.status() == SubscriptionStatus.UNPAID ? InvoiceStatus.UNCOLLECTIBLE : InvoiceStatus.OPEN;
            case INCOMPLETE -> begun.position() % 2 == 0 ? InvoiceStatus.DRAFT : InvoiceStatus.VOID;
            case PENDING -> InvoiceStatus.OPEN;
        };
    }

    private static String reason(int period, DemoRandom random) {
        if (period == 0) {
            return "subscription_create";
        }
        return switch (random.below(200)) {
            case 0 -> "manual";
            case 1 -> "subscription_update";
            case 2 -> "subscription_threshold";
            case 3 -> "upcoming";
            default -> "subscription_cycle";
        };
    }
}
