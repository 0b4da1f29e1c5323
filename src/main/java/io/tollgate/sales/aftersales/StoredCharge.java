package io.tollgate.sales.aftersales;

import io.tollgate.sales.booking.CapacityRelease.CouponUse;
import io.tollgate.sales.purchase.ChargeStatus;
import io.tollgate.sales.purchase.Refundable;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A recorded payment or booking: what its changes read and write. Each transition returns the next value.
 *
 * @param canceled whether the order is canceled, whatever was paid
 * @param changes what was done since the record was read
 */
record StoredCharge(
        String id,
        String currency,
        ChargeStatus status,
        boolean canceled,
        Amounts amounts,
        Links links,
        Changes changes)
        implements Refundable {

    /**
     * Amounts in the currency's smallest unit.
     *
     * @param total what was ordered
     * @param tax the part of it that is tax
     */
    record Amounts(long total, long tax, long paid, long due, long refunded) {}

    /**
     * What belongs to the order; each is null if there is none.
     *
     * @param email of the buyer
     */
    record Links(
            @Nullable String email,
            @Nullable String invoiceId,
            @Nullable String licenseKeyId,
            @Nullable CouponUse couponUse,
            @Nullable String paymentIntentId,
            @Nullable String processorChargeId,
            @Nullable String taxCalculationId,
            @Nullable String taxTransactionId) {}

    /** What was done since the record was read; each is null if it was not done. */
    record Changes(
            @Nullable Cancellation cancellation,
            @Nullable LastRefund refund,
            @Nullable ReceivedPayment payment) {
        static final Changes NONE = new Changes(null, null, null);
    }

    /** @param by id of the API key or the member that canceled; null if Tollgate did */
    record Cancellation(
            Instant at, @Nullable String by, @Nullable String reason) {}

    record LastRefund(
            Instant at, RefundReason reason, @Nullable String note) {}

    /** A payment outside of the processor. */
    record ReceivedPayment(String id, String method) {}

    @Override
    public @Nullable String paymentIntentId() {
        return links.paymentIntentId();
    }

    @Override
    public @Nullable String processorChargeId() {
        return links.processorChargeId();
    }

    /** Returns whether a part of the order is to be paid. */
    boolean isDue() {
        boolean open = status == ChargeStatus.UNPAID || status == ChargeStatus.PARTIALLY_PAID;
        return open && !canceled && amounts.due() > 0;
    }

    /** Returns the order after a cancellation. Its amounts and its status stay as they are. */
    StoredCharge canceled(Cancellation cancellation) {
        return new StoredCharge(
                id,
                currency,
                status,
                true,
                amounts,
                links,
                new Changes(cancellation, changes.refund(), changes.payment()));
    }

    /** Returns the order after a cancellation by the seller. Nothing is due any more. */
    StoredCharge canceledBySeller(Cancellation cancellation) {
        ChargeStatus next = status == ChargeStatus.UNPAID ? status.to(ChargeStatus.CANCELED) : status;
        return canceled(cancellation).with(next, withoutDue(amounts.refunded()));
    }

    /**
     * Returns the order with another sum of refunds, and the status that follows. Nothing more is due after a refund,
     * as after a cancellation.
     *
     * @throws IllegalStateException if that status cannot follow the current one
     */
    StoredCharge withRefunded(long sum) {
        return with(status.to(ChargeAmounts.ofOrder(this).withRefunded(sum).status()), withoutDue(sum));
    }

    StoredCharge refunded(long sum, LastRefund refund) {
        StoredCharge next = withRefunded(sum);
        return new StoredCharge(
                id,
                currency,
                next.status,
                canceled,
                next.amounts,
                links,
                new Changes(changes.cancellation(), refund, changes.payment()));
    }

    /** Returns the order after a payment outside of the processor, at most of what is due. */
    StoredCharge received(long amount, ReceivedPayment payment) {
        long due = amounts.due() - amount;
        return new StoredCharge(
                id,
                currency,
                status.to(due == 0 ? ChargeStatus.PAID : ChargeStatus.PARTIALLY_PAID),
                canceled,
                new Amounts(amounts.total(), amounts.tax(), amounts.paid() + amount, due, amounts.refunded()),
                links,
                new Changes(changes.cancellation(), changes.refund(), payment));
    }

    /** Returns the order with the id of its recorded tax at the processor. */
    StoredCharge withTax(String transactionId) {
        Links next = new Links(
                links.email(),
                links.invoiceId(),
                links.licenseKeyId(),
                links.couponUse(),
                links.paymentIntentId(),
                links.processorChargeId(),
                links.taxCalculationId(),
                transactionId);
        return new StoredCharge(id, currency, status, canceled, amounts, next, changes);
    }

    private Amounts withoutDue(long refunded) {
        return new Amounts(amounts.total(), amounts.tax(), amounts.paid(), 0, refunded);
    }

    private StoredCharge with(ChargeStatus next, Amounts sums) {
        return new StoredCharge(id, currency, next, canceled, sums, links, changes);
    }
}
