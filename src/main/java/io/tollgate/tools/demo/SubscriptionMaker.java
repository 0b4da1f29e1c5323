package io.tollgate.tools.demo;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tollgate.purchase.Abandonment;
import io.tollgate.purchase.InvoiceStatus;
import io.tollgate.purchase.Refund;
import io.tollgate.purchase.Subscription;
import io.tollgate.purchase.SubscriptionPaymentWriter;
import io.tollgate.purchase.SubscriptionPaymentWriter.Payment;
import io.tollgate.purchase.SubscriptionStatus;
import io.tollgate.tools.demo.SubscriptionStream.Begun;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Makes up what has happened to subscriptions until now, and how they were paid. */
final class SubscriptionMaker {
    private static final Subscription.ApiKey KEY =
            new Subscription.ApiKey("65f0c0ffee0123456789abcd", "Back office – Büro");
    private static final Set<SubscriptionStatus> NOT_PAID =
            Set.of(SubscriptionStatus.FAILED, SubscriptionStatus.PAST_DUE, SubscriptionStatus.UNPAID);

    private final Book book;
    private long payments;

    SubscriptionMaker(Book book) {
        this.book = book;
    }

    Subscription make(Begun begun) {
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
                        ? book.ids(IdMaker.Kind.LICENSE_KEY).id(begun.createdAt(), (1 << 23) + begun.position())
                        : null,
                status,
                paymentStatus(status, begun.chance(3)),
                NOT_PAID.contains(status) ? "Your card was declined." : null,
                status.isDraft() ? null : PaymentMethods.card(begun.person(), begun.chance(4)),
                processing(begun),
                status.hasBegun() ? periods(begun) : null,
                ending,
                refund(begun),
                abandonment(begun),
                Instant.ofEpochMilli(Math.max(begun.createdAt(), Math.min(book.now(), changed))));
    }

    private static String paymentStatus(SubscriptionStatus status, Chance chance) {
        return switch (status) {
            case DRAFT -> "draft";
            case DRAFT_EXPIRED -> "deleted";
            case INCOMPLETE ->
                chance.pick("requires_action", "requires_confirmation", "processing", "requires_capture");
            case INCOMPLETE_EXPIRED -> chance.pick("void", "canceled");
            case FAILED -> "requires_payment_method";
            case PAST_DUE -> "open";
            case UNPAID -> "uncollectible";
            case TRIALING, SCHEDULED -> "paid";
            default -> "succeeded";
        };
    }

    private static Subscription.Processing processing(Begun begun) {
        SubscriptionStatus status = begun.status();
        Chance chance = begun.chance(8);
        boolean waits = status == SubscriptionStatus.TRIALING || status == SubscriptionStatus.SCHEDULED;
        return new Subscription.Processing(
                status.hasBegun() ? "sub_1" + begun.chance(1).token(23) : null,
                begun.person().processorId(),
                status.isDraft() || waits ? null : "pi_3" + chance.token(23),
                waits ? "seti_1" + chance.token(23) : null,
                new Items(begun),
                status.hasBegun() && begun.life().periods() > 0);
    }

    /** Ids that depend on what they are of only. */
    private record Items(Begun begun) implements Subscription.Items {
        private String id(String prefix, String reference, int length) {
            return prefix + begun.chance((prefix + reference).hashCode()).token(length);
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

    private static Subscription.Periods periods(Begun begun) {
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

    private Subscription.@Nullable Ending ending(Begun begun) {
        Chance chance = begun.chance(5);
        boolean canceled = begun.status() == SubscriptionStatus.CANCELED;
        int planned = begun.status() == SubscriptionStatus.ACTIVE ? chance.below(100) : 100;
        if (!canceled && planned >= 6) {
            return null;
        }
        boolean byKey = chance.percent(50);
        long askedAt = canceled ? begun.life().endedAt() : Math.max(begun.createdAt(), book.now() - Moments.DAY);
        return new Subscription.Ending(
                Instant.ofEpochMilli(askedAt),
                canceled
                        ? null
                        : Instant.ofEpochMilli(begun.startOf(begun.life().periods())),
                planned < 4,
                byKey ? null : "user_" + chance.hex(12),
                byKey ? KEY : null,
                chance.pick("Too expensive", "Nicht mehr nötig", "引っ越し"));
    }

    /** One subscription in twenty got its last payment but one back. */
    private @Nullable Refund refund(Begun begun) {
        if (begun.life().periods() < 2 || !begun.chance(7).percent(5)) {
            return null;
        }
        long charged = begun.startOf(begun.life().periods() - 2);
        return new Refund(
                Instant.ofEpochMilli(Math.min(book.now(), charged + 3 * Moments.DAY)),
                "requested_by_customer",
                "Forgot to cancel");
    }

    private @Nullable Abandonment abandonment(Begun begun) {
        Chance chance = begun.chance(6);
        boolean left = begun.status().isDraft() && book.now() - begun.createdAt() > Moments.HOUR;
        boolean recovered = begun.status() == SubscriptionStatus.ACTIVE && chance.percent(6);
        if (!left && !recovered) {
            return null;
        }
        Instant sentAt = Instant.ofEpochMilli(Math.min(book.now(), begun.createdAt() + Moments.HOUR));
        Instant recoveredAt = Instant.ofEpochMilli(Math.min(book.now(), begun.createdAt() + 2 * Moments.HOUR));
        String email =
                recovered ? "converted" : chance.pick("pending", "first_sent", "second_sent", "third_sent", "skipped");
        return new Abandonment(
                email, recovered || email.endsWith("_sent") ? sentAt : null, recovered ? recoveredAt : null);
    }

    /** One payment for each period that was charged. */
    List<ObjectNode> payments(Begun begun, Subscription subscription) {
        int periods = begun.life().periods();
        List<ObjectNode> records = new ArrayList<>(periods);
        Refund refund = subscription.refund();
        for (int period = 0; period < periods; period++) {
            Chance chance = begun.chance(1000 + period);
            Payment.Refunded back = refund != null && period == periods - 2
                    ? new Payment.Refunded(refund.at(), chance.percent(60))
                    : null;
            records.add(SubscriptionPaymentWriter.write(subscription, payment(begun, period, back, chance)));
            payments++;
        }
        return records;
    }

    private Payment payment(Begun begun, int period, Payment.@Nullable Refunded refunded, Chance chance) {
        long time = Math.max(begun.createdAt(), begun.startOf(period));
        SubscriptionPaymentWriter.Status status = status(begun, period);
        return new Payment(
                book.ids(IdMaker.Kind.SUBSCRIPTION_PAYMENT).id(time, payments),
                Instant.ofEpochMilli(time),
                begun.amount(period),
                status,
                invoiceStatus(begun, status),
                reason(period, chance),
                refunded,
                "ch_3" + chance.token(23),
                "pi_3" + chance.token(23),
                "in_1" + chance.token(23),
                "https://processor.example/invoices/" + chance.token(24));
    }

    private SubscriptionPaymentWriter.Status status(Begun begun, int period) {
        SubscriptionStatus status = begun.status();
        boolean last = period == begun.life().periods() - 1;
        if (last && NOT_PAID.contains(status)) {
            return SubscriptionPaymentWriter.Status.FAILED;
        }
        if (status == SubscriptionStatus.INCOMPLETE) {
            return SubscriptionPaymentWriter.Status.INCOMPLETE;
        }
        boolean fresh = book.now() - begun.startOf(period) < 2 * Moments.DAY;
        return last && fresh && status == SubscriptionStatus.ACTIVE
                ? SubscriptionPaymentWriter.Status.PENDING
                : SubscriptionPaymentWriter.Status.SUCCEEDED;
    }

    private static InvoiceStatus invoiceStatus(Begun begun, SubscriptionPaymentWriter.Status status) {
        return switch (status) {
            case SUCCEEDED -> InvoiceStatus.PAID;
            case FAILED ->
                begun.status() == SubscriptionStatus.UNPAID ? InvoiceStatus.UNCOLLECTIBLE : InvoiceStatus.OPEN;
            case INCOMPLETE -> begun.position() % 2 == 0 ? InvoiceStatus.DRAFT : InvoiceStatus.VOID;
            case PENDING -> InvoiceStatus.OPEN;
        };
    }

    private static String reason(int period, Chance chance) {
        if (period == 0) {
            return "subscription_create";
        }
        return switch (chance.below(200)) {
            case 0 -> "manual";
            case 1 -> "subscription_update";
            case 2 -> "subscription_threshold";
            case 3 -> "upcoming";
            default -> "subscription_cycle";
        };
    }
}
