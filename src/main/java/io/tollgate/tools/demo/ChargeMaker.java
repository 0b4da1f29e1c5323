package io.tollgate.tools.demo;

import io.tollgate.catalog.Event;
import io.tollgate.catalog.PaymentOption;
import io.tollgate.purchase.Abandonment;
import io.tollgate.purchase.Charge;
import io.tollgate.purchase.ChargeStatus;
import io.tollgate.purchase.PaymentMethod;
import io.tollgate.purchase.Purchase;
import io.tollgate.purchase.Refund;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Makes up what has happened to a payment or a booking until now. */
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

    private final Book book;
    private final long position;
    private final Purchase purchase;
    private final Person person;
    private final ChargeStatus status;
    private final long total;
    private final long createdAt;
    private final boolean booking;

    ChargeMaker(Book book, long position, Purchase purchase, Person person, ChargeStatus status) {
        this.book = book;
        this.position = position;
        this.purchase = purchase;
        this.person = person;
        this.status = status;
        this.total = purchase.quote().total();
        this.createdAt = purchase.createdAt().toEpochMilli();
        this.booking = purchase.page() instanceof Event;
    }

    /** How charges end, about as often as they do. */
    static ChargeStatus any(Chance chance) {
        return STATUSES.get(chance.weighted(715, 30, 35, 35, 20, 10, 40, 15, 10, 50, 40));
    }

    /** What costs nothing is paid at once, and a unit cannot be given back in parts. */
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

    /** Chance for one purpose, always the same for this charge. */
    private Chance chance(int purpose) {
        return chance(book, booking, position, purpose);
    }

    static Chance chance(Book book, boolean booking, long position, int purpose) {
        return new Chance(book.seed(), booking ? 0xb00c : 0x9a1d, position, purpose);
    }

    static Instant invoicedAt(Charge charge) {
        return charge.purchase().createdAt().plusMillis(INVOICE_DELAY);
    }

    private long later(Chance chance, long most) {
        return Math.min(book.now(), createdAt + Moments.HOUR + chance.below(most));
    }

    /**
     * @param byCard whether only a card will do: a funnel charges it again
     * @param recovered whether the buyer left, was reminded, and came back
     */
    Charge make(boolean byCard, boolean recovered) {
        Chance chance = chance(1);
        Charge.Settlement settlement = settlement(chance);
        long refundedAt = settlement.refunded() > 0 ? later(chance, 20 * Moments.DAY) : 0;
        long canceledAt = status == ChargeStatus.CANCELED ? later(chance, 10 * Moments.DAY) : 0;
        long recoveredAt = recovered ? later(chance, 2 * Moments.DAY) : 0;
        long settledAt = Math.min(book.now(), createdAt + Moments.SECOND + chance.below(Moments.MINUTE));
        long updatedAt = Math.max(Math.max(refundedAt, canceledAt), Math.max(recoveredAt, settledAt));
        Chance paying = chance(6);
        PaymentMethod method = method(byCard, paying);
        Charge.Processing processing = processing(method, settlement, paying);
        boolean old = book.now() - createdAt > 90 * Moments.DAY;
        Chance history = chance(7);
        return new Charge(
                purchase,
                status,
                old && chance(2).percent(15),
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

    private Charge.Settlement settlement(Chance chance) {
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
            case PARTIAL_REFUND -> 1 + chance.below(paid - 1);
            default -> 0;
        };
        return new Charge.Settlement(paid, closed ? 0 : total - paid, refunded);
    }

    private @Nullable String invoiceId() {
        if (NOT_INVOICED.contains(status)) {
            return null;
        }
        IdMaker.Kind kind = booking ? IdMaker.Kind.BOOKING_INVOICE : IdMaker.Kind.PAYMENT_INVOICE;
        return book.ids(kind).id(createdAt + INVOICE_DELAY, position);
    }

    private @Nullable PaymentMethod method(boolean byCard, Chance chance) {
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
        return byCard || chance.percent(80)
                ? PaymentMethods.card(person, chance)
                : PaymentMethods.any(person, purchase.currency(), chance);
    }

    private Charge.Processing processing(@Nullable PaymentMethod method, Charge.Settlement settlement, Chance chance) {
        boolean byProcessor = method != null && method != PaymentMethod.MANUAL;
        boolean charged = byProcessor && (status.isPlaced() || status == ChargeStatus.CANCELED);
        boolean taxed = purchase.tax().computed() != null;
        return new Charge.Processing(
                byProcessor ? "pi_3" + chance.token(23) : null,
                charged ? "ch_3" + chance.token(23) : null,
                taxed ? "taxcalc_" + chance.token(24) : null,
                taxed && settlement.paid() > 0 ? "tax_" + chance.token(24) : null);
    }

    private static List<String> transactions(
            @Nullable PaymentMethod method, Charge.Processing processing, Chance chance) {
        String intent = processing.paymentIntentId();
        if (method == PaymentMethod.MANUAL) {
            return List.of("man_" + chance.token(16));
        }
        return processing.chargeId() == null || intent == null ? List.of() : List.of(intent);
    }

    private static Refund refund(long at, Chance chance) {
        return new Refund(
                Instant.ofEpochMilli(at),
                chance.pick(REFUND_REASONS),
                chance.percent(50) ? chance.pick(REFUND_NOTES) : null);
    }

    private @Nullable Abandonment abandonment(long recoveredAt, Chance chance) {
        boolean draft = status == ChargeStatus.DRAFT || status == ChargeStatus.DRAFT_EXPIRED;
        boolean recovered = recoveredAt > 0;
        if (!recovered && !(draft && book.now() - createdAt > Moments.HOUR)) {
            return null;
        }
        String email = recovered
                ? chance.pick("first_sent", "second_sent", "third_sent")
                : chance.pick("pending", "first_sent", "second_sent", "third_sent", "skipped");
        long sentAt = Math.min(book.now(), createdAt + Moments.HOUR + chance.below(Moments.MINUTE));
        return new Abandonment(
                email,
                email.endsWith("_sent")
                        ? Instant.ofEpochMilli(recovered ? Math.min(sentAt, recoveredAt) : sentAt)
                        : null,
                recovered ? Instant.ofEpochMilli(recoveredAt) : null);
    }
}
