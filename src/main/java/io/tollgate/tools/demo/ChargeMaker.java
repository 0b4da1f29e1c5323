package io.tollgate.tools.demo;

import io.tollgate.catalog.model.Event;
import io.tollgate.catalog.model.PaymentOption;
import io.tollgate.sales.purchase.Abandonment;
import io.tollgate.sales.purchase.Charge;
import io.tollgate.sales.purchase.ChargeStatus;
import io.tollgate.sales.purchase.PaymentMethod;
import io.tollgate.sales.purchase.Purchase;
import io.tollgate.sales.purchase.Refund;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Generates the history of a payment or booking. */
final class ChargeMaker {
    private static final List<ChargeStatus> STATUSES = List.of(
            ChargeStatus.PAID,
            ChargeStatus.REFUNDED,
            ChargeStatus.PARTIAL_REFUND,
            ChargeStatus.UNPAID,
            ChargeStatus.PARTIALLY_PAID,
            ChargeStatus.PENDING,
            ChargeStatus.FAILED,
            ChargeStatus.CANCELED,
            ChargeStatus.CREATED,
            ChargeStatus.DRAFT,
            ChargeStatus.DRAFT_EXPIRED);
    private static final Set<ChargeStatus> NOT_INVOICED =
            Set.of(ChargeStatus.DRAFT, ChargeStatus.DRAFT_EXPIRED, ChargeStatus.CREATED, ChargeStatus.FAILED);
    private static final List<String> REFUND_REASONS =
            List.of("requested_by_customer", "duplicate", "fraudulent", "other");
    private static final List<String> REFUND_NOTES =
            List.of("Paketverlust", "Changed their mind", "Öffnete nie die Datei");
    private static final List<String> ERRORS =
            List.of("Your card was declined.", "Your card has insufficient funds.", "Authentication failed.");
    private static final long INVOICE_DELAY = 400;

    private final PurchasePlan plan;
    private final long position;
    private final Purchase purchase;
    private final Person person;
    private final ChargeStatus status;
    private final long total;
    private final long createdAt;
    private final boolean booking;

    ChargeMaker(PurchasePlan plan, long position, Purchase purchase, Person person, ChargeStatus status) {
        this.plan = plan;
        this.position = position;
        this.purchase = purchase;
        this.person = person;
        this.status = status;
        this.total = purchase.quote().total();
        this.createdAt = purchase.createdAt().toEpochMilli();
        this.booking = purchase.page() instanceof Event;
    }

    /** Returns a random status, with realistic probabilities. */
    static ChargeStatus any(DemoRandom random) {
        return STATUSES.get(random.weighted(715, 30, 35, 35, 20, 10, 40, 15, 10, 50, 40));
    }

    /**
     * Returns the wanted status if it is possible for this amount: a free order is paid, and the smallest amount cannot
     * be refunded in part.
     */
    static ChargeStatus possible(ChargeStatus wanted, long total, @Nullable PaymentOption option) {
        if (total == 0 && wanted.isPlaced()) {
            return ChargeStatus.PAID;
        }
        Long deposit = option == null ? null : option.partialAmount();
        boolean impossible = switch (wanted) {
            case PARTIAL_REFUND -> total < 2;
            case PARTIALLY_PAID -> deposit == null || total <= deposit;
            case UNPAID -> option == null || !option.isManual();
            default -> false;
        };
        return impossible ? ChargeStatus.PAID : wanted;
    }

    /** Returns the random number generator for one purpose, always the same for this charge. */
    private DemoRandom random(int purpose) {
        return random(plan, booking, position, purpose);
    }

    static DemoRandom random(PurchasePlan plan, boolean booking, long position, int purpose) {
        return new DemoRandom(plan.seed(), booking ? 0xb00c : 0x9a1d, position, purpose);
    }

    static Instant invoicedAt(Charge charge) {
        return charge.purchase().createdAt().plusMillis(INVOICE_DELAY);
    }

    private long later(DemoRandom random, long most) {
        return Math.min(plan.now(), createdAt + Millis.HOUR + random.below(most));
    }

    /**
     * @param byCard whether the payment method must be a card, because a funnel charges it again
     * @param recovered whether the order was abandoned and then completed after a reminder
     */
    Charge make(boolean byCard, boolean recovered) {
        DemoRandom random = random(1);
        Charge.Settlement settlement = settlement(random);
        long refundedAt = settlement.refunded() > 0 ? later(random, 20 * Millis.DAY) : 0;
        long canceledAt = status == ChargeStatus.CANCELED ? later(random, 10 * Millis.DAY) : 0;
        long recoveredAt = recovered ? later(random, 2 * Millis.DAY) : 0;
        long settledAt = Math.min(plan.now(), createdAt + Millis.SECOND + random.below(Millis.MINUTE));
        long updatedAt = Math.max(Math.max(refundedAt, canceledAt), Math.max(recoveredAt, settledAt));
        DemoRandom paying = random(6);
        PaymentMethod method = method(byCard, paying);
        Charge.Processing processing = processing(method, settlement, paying);
        boolean old = plan.now() - createdAt > 90 * Millis.DAY;
        DemoRandom history = random(7);
        return new Charge(
                purchase,
                status,
                old && random(2).percent(15),
                settlement,
                invoiceId(),
                method,
                transactions(method, processing, paying),
                processing,
                status == ChargeStatus.FAILED ? paying.pick(ERRORS) : null,
                refundedAt == 0 ? null : refund(refundedAt, history),
                canceledAt == 0
                        ? null
                        : new Charge.Cancellation(
                                Instant.ofEpochMilli(canceledAt), "user_" + history.hex(12), "Ordered twice"),
                abandonment(recoveredAt, history),
                Instant.ofEpochMilli(updatedAt));
    }

    private Charge.Settlement settlement(DemoRandom random) {
        PaymentOption option = purchase.option();
        long paid = switch (status) {
            case PAID, REFUNDED, PARTIAL_REFUND -> total;
            case PARTIALLY_PAID ->
                Math.min(
                        total,
                        Objects.requireNonNull(Objects.requireNonNull(option).partialAmount()));
            default -> 0;
        };
        boolean closed = status == ChargeStatus.CANCELED || status == ChargeStatus.DRAFT_EXPIRED;
        long refunded = switch (status) {
            case REFUNDED -> paid;
            case PARTIAL_REFUND -> 1 + random.below(paid - 1);
            default -> 0;
        };
        return new Charge.Settlement(paid, closed ? 0 : total - paid, refunded);
    }

    private @Nullable String invoiceId() {
        if (NOT_INVOICED.contains(status)) {
            return null;
        }
        IdMaker.Kind kind = booking ? IdMaker.Kind.BOOKING_INVOICE : IdMaker.Kind.PAYMENT_INVOICE;
        return plan.ids(kind).id(createdAt + INVOICE_DELAY, position);
    }

    private @Nullable PaymentMethod method(boolean byCard, DemoRandom random) {
        PaymentOption option = purchase.option();
        if (!status.isOrdered()) {
            return null;
        }
        if (option != null && option.isManual()) {
            return PaymentMethod.MANUAL;
        }
        if (total == 0) {
            return null;
        }
        return byCard || random.percent(80)
                ? PaymentMethods.card(person, random)
                : PaymentMethods.any(person, purchase.currency(), random);
    }

    private Charge.Processing processing(
            @Nullable PaymentMethod method, Charge.Settlement settlement, DemoRandom random) {
        boolean byProcessor = method != null && method != PaymentMethod.MANUAL;
        boolean charged = byProcessor && (status.isPlaced() || status == ChargeStatus.CANCELED);
        boolean taxed = purchase.tax().computed() != null;
        return new Charge.Processing(
                byProcessor ? "pi_3" + random.token(23) : null,
                charged ? "ch_3" + random.token(23) : null,
                taxed ? "taxcalc_" + random.token(24) : null,
                taxed && settlement.paid() > 0 ? "tax_" + random.token(24) : null);
    }

    private static List<String> transactions(
            @Nullable PaymentMethod method, Charge.Processing processing, DemoRandom random) {
        String intent = processing.paymentIntentId();
        if (method == PaymentMethod.MANUAL) {
            return List.of("man_" + random.token(16));
        }
        return processing.chargeId() == null || intent == null ? List.of() : List.of(intent);
    }

    private static Refund refund(long at, DemoRandom random) {
        return new Refund(
                Instant.ofEpochMilli(at),
                random.pick(REFUND_REASONS),
                random.percent(50) ? random.pick(REFUND_NOTES) : null);
    }

    private @Nullable Abandonment abandonment(long recoveredAt, DemoRandom random) {
        boolean draft = status == ChargeStatus.DRAFT || status == ChargeStatus.DRAFT_EXPIRED;
        boolean recovered = recoveredAt > 0;
        if (!recovered && !(draft && plan.now() - createdAt > Millis.HOUR)) {
            return null;
        }
        String email = recovered
                ? random.pick("first_sent", "second_sent", "third_sent")
                : random.pick(
                        status == ChargeStatus.DRAFT ? "pending" : "skipped",
                        "first_sent",
                        "second_sent",
                        "third_sent",
                        "skipped");
        long sentAt = Math.min(plan.now(), createdAt + Millis.HOUR + random.below(Millis.MINUTE));
        return new Abandonment(
                email,
                email.endsWith("_sent")
                        ? Instant.ofEpochMilli(recovered ? Math.min(sentAt, recoveredAt) : sentAt)
                        : null,
                recovered ? Instant.ofEpochMilli(recoveredAt) : null);
    }
}
