package io.tollgate.sales.aftersales;

import io.tollgate.accounts.seller.SellerDetails;
import io.tollgate.platform.mail.MailOccasion;
import io.tollgate.platform.mail.MailOutbox;
import io.tollgate.platform.mail.MailPurpose;
import io.tollgate.platform.write.RecordCodec;
import io.tollgate.platform.write.RecordCodec.LockedRecord;
import io.tollgate.platform.write.WriteContext;
import io.tollgate.processor.RefundState;
import io.tollgate.sales.aftersales.OrderTickets.Canceled;
import io.tollgate.sales.aftersales.StoredRefund.CreditNote;
import io.tollgate.sales.aftersales.StoredRefund.Origin;
import io.tollgate.sales.aftersales.StoredRefund.Status;
import io.tollgate.sales.booking.CapacityRelease.CouponUse;
import io.tollgate.sales.booking.CapacityRelease.Goods;
import io.tollgate.sales.booking.Registrations;
import io.tollgate.sales.invoice.CreditNoteNumbers;
import io.tollgate.sales.purchase.ChargeStatus;
import io.tollgate.sales.subscription.StoredSubscriptionPayment;
import io.tollgate.sales.subscription.StoredSubscriptionPaymentCodec;
import io.vertx.core.Future;
import java.util.List;
import java.util.Objects;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Records the outcome of refunds, once: every refund that succeeds or fails passes through {@link #apply}, whoever
 * caused it. Locks the order, its tickets, its invoice, the capacities, the license key and the credit note counter.
 */
final class RefundSettlement {
    private RefundSettlement() {}

    /**
     * Records the state that the processor reports. Does nothing if it is recorded already. The transaction may hold
     * only the lock of the order, and the lock of its subscription taken before it.
     */
    static Future<Void> apply(WriteContext write, StoredRefund refund, RefundState state) {
        return switch (state.status()) {
            case PENDING ->
                locked(
                        write,
                        refund,
                        refund.charge().codec(),
                        (former, current) -> current.status() == Status.PENDING && current.processorRefundId() == null
                                ? RefundStore.update(write, current, Status.PENDING, state.id(), null, null)
                                : Future.succeededFuture());
            case SUCCEEDED -> succeed(write, refund, state.id());
            case FAILED -> fail(write, refund, state.id(), state.failure() == null ? "failed" : state.failure());
        };
    }

    /** Work on a refund as it is under the lock of its order. */
    private interface LockedWork<T> {
        Future<Void> on(LockedRecord<T> order, StoredRefund current);
    }

    private static <T> Future<Void> locked(
            WriteContext write, StoredRefund refund, RecordCodec<T> codec, LockedWork<T> work) {
        return SubscriptionRefunds.lock(write, refund.charge())
                .compose(ready -> codec.lock(
                        write.transaction(), write.scope(), refund.charge().id()))
                .compose(order -> RefundStore.find(write, refund.id())
                        .compose(current -> work.on(order, Objects.requireNonNull(current))));
    }

    /** Records that the money was returned: on the order and its invoice, with a credit note. */
    static Future<Void> succeed(WriteContext write, StoredRefund refund, @Nullable String processorRefundId) {
        return refund.charge().isSubscriptionPayment()
                ? locked(
                        write,
                        refund,
                        StoredSubscriptionPaymentCodec.INSTANCE,
                        (payment, current) -> current.status().canBecome(Status.SUCCEEDED)
                                ? succeedPayment(write, payment, current, processorRefundId)
                                : Future.succeededFuture())
                : locked(
                        write,
                        refund,
                        refund.charge().orders(),
                        (order, current) -> current.status().canBecome(Status.SUCCEEDED)
                                ? succeed(write, order, current, processorRefundId)
                                : Future.succeededFuture());
    }

    /** A subscription payment has no tickets, no invoice of Tollgate and no recorded tax. */
    private static Future<Void> succeedPayment(
            WriteContext write,
            LockedRecord<StoredSubscriptionPayment> payment,
            StoredRefund refund,
            @Nullable String processorRefundId) {
        return ChargeAmounts.of(write, payment.value())
                .compose(amounts -> putFlags(write, payment, amounts.refunded() + refund.amount(), amounts))
                .compose(status -> status == ChargeStatus.REFUNDED
                        ? LicenseKeys.subscriptionPaymentRefunded(write, payment.value())
                        : Future.succeededFuture())
                .compose(updated -> SubscriptionRefunds.record(write, refund))
                .compose(updated -> RefundStore.update(write, refund, Status.SUCCEEDED, processorRefundId, null, null))
                .onSuccess(updated -> tellBuyer(write, refund));
    }

    /** Updates the flags of a subscription payment to the sum of its refunds, and returns the status. */
    private static Future<ChargeStatus> putFlags(
            WriteContext write, LockedRecord<StoredSubscriptionPayment> payment, long refunded, ChargeAmounts amounts) {
        ChargeStatus status = amounts.withRefunded(refunded).status();
        StoredSubscriptionPayment next =
                payment.value().withRefunds(status == ChargeStatus.REFUNDED, status == ChargeStatus.PARTIAL_REFUND);
        return StoredSubscriptionPaymentCodec.INSTANCE
                .update(write, payment, next)
                .map(status);
    }

    private static Future<Void> succeed(
            WriteContext write,
            LockedRecord<StoredCharge> order,
            StoredRefund refund,
            @Nullable String processorRefundId) {
        long before = order.value().amounts().refunded();
        StoredCharge refunded = order.value()
                .refunded(
                        before + refund.amount(),
                        new StoredCharge.LastRefund(write.now(), refund.reason(), refund.note()));
        return tickets(write, refund).compose(tickets -> {
            boolean ends = tickets.noneLeft() && refunded.status() == ChargeStatus.REFUNDED && !refunded.canceled();
            StoredCharge charge = ends
                    ? refunded.canceled(new StoredCharge.Cancellation(write.now(), refund.requester(), refund.note()))
                    : refunded;
            return refund.charge()
                    .orders()
                    .update(write, order, charge)
                    .compose(updated -> OrderInvoice.refund(write, charge))
                    .compose(invoiced -> release(write, charge, refund, tickets, ends)
                            .compose(released -> LicenseKeys.refunded(write, charge))
                            .compose(disabled -> creditNote(write, charge, refund, before, invoiced)))
                    .compose(note -> RefundStore.update(write, refund, Status.SUCCEEDED, processorRefundId, null, note))
                    .onSuccess(updated -> tellBuyer(write, refund))
                    .compose(updated -> TaxTasks.reverse(write, charge, refund, before));
        });
    }

    /** The bank tells the buyer of a dispute. {@link LateRefund} tells the buyer of a late payment. */
    private static void tellBuyer(WriteContext write, StoredRefund refund) {
        if (refund.origin() == Origin.REQUEST || refund.origin() == Origin.PROCESSOR) {
            MailOutbox.enqueue(
                    write, MailPurpose.REFUND, refund.charge().id(), new MailOccasion(refund.id(), refund.amount()));
        }
    }

    private static Future<Canceled> tickets(WriteContext write, StoredRefund refund) {
        List<String> ids = refund.ticketIds();
        return ids == null
                ? Future.succeededFuture(new Canceled(List.of(), false))
                : OrderTickets.cancel(write, refund.charge().id(), ids);
    }

    /** @param ended whether the booking was canceled: refunded in full, and its last valid ticket canceled */
    private static Future<Void> release(
            WriteContext write, StoredCharge charge, StoredRefund refund, Canceled tickets, boolean ended) {
        boolean goods = refund.restock() && (ended || !refund.charge().isBooking());
        CouponUse coupon = ended ? charge.links().couponUse() : null;
        Future<Void> unregistered = ended ? Registrations.release(write, charge.id()) : Future.succeededFuture();
        return unregistered
                .compose(done -> goods ? OrderStock.take(write, charge.id()) : Future.succeededFuture(List.<Goods>of()))
                .compose(stock -> tickets.canceled().isEmpty() && coupon == null && stock.isEmpty()
                        ? Future.<Void>succeededFuture()
                        : OrderTickets.releasePlaces(write, tickets.canceled(), stock, coupon, refund.restock())
                                .mapEmpty());
    }

    /** @param invoiced whether the order has an invoice, without which there is nothing to credit */
    private static Future<@Nullable CreditNote> creditNote(
            WriteContext write, StoredCharge charge, StoredRefund refund, long before, boolean invoiced) {
        if (!invoiced) {
            return Future.succeededFuture();
        }
        long tax = tax(charge, before + refund.amount()) - tax(charge, before);
        return SellerDetails.of(write)
                .compose(seller ->
                        CreditNoteNumbers.next(write.transaction(), write.scope(), write.now(), seller.zone()))
                .map(issue -> new CreditNote(issue.number(), issue.issuedAt(), tax));
    }

    /** Returns the tax share of the first part of an order. The shares of all parts sum to the tax. */
    private static long tax(StoredCharge charge, long part) {
        long amount = charge.amounts().total();
        return amount == 0
                ? 0
                : Math.floorDiv(2 * Math.multiplyExact(charge.amounts().tax(), part) + amount, 2 * amount);
    }

    /** Records that the money was not returned, and makes the amount refundable again. */
    static Future<Void> fail(
            WriteContext write, StoredRefund refund, @Nullable String processorRefundId, String failure) {
        StoredRefund.ChargeReference charge = refund.charge();
        return charge.isSubscriptionPayment()
                ? locked(
                        write,
                        refund,
                        StoredSubscriptionPaymentCodec.INSTANCE,
                        (payment, current) -> fail(
                                write, current, processorRefundId, failure, () -> undoPayment(write, payment, current)))
                : locked(
                        write,
                        refund,
                        charge.orders(),
                        (order, current) ->
                                fail(write, current, processorRefundId, failure, () -> undo(write, order, current)));
    }

    private static Future<Void> fail(
            WriteContext write,
            StoredRefund current,
            @Nullable String processorRefundId,
            String failure,
            Supplier<Future<?>> undo) {
        if (!current.status().canBecome(Status.FAILED)) {
            return Future.succeededFuture();
        }
        Future<?> undone = current.status() == Status.PENDING ? Future.succeededFuture() : undo.get();
        return RefundBalances.release(write, current.charge().id(), current.amount())
                .compose(released -> undone)
                .compose(done -> RefundStore.update(write, current, Status.FAILED, processorRefundId, failure, null));
    }

    /**
     * Reverts the amounts of a refund that succeeded before, and enables the license key. Canceled tickets stay
     * canceled. The key of a subscription follows its payments.
     */
    private static Future<?> undo(WriteContext write, LockedRecord<StoredCharge> order, StoredRefund refund) {
        StoredCharge charge = order.value().withRefunded(order.value().amounts().refunded() - refund.amount());
        return refund.charge()
                .orders()
                .update(write, order, charge)
                .compose(updated -> OrderInvoice.refund(write, charge))
                .compose(invoiced -> LicenseKeys.refundFailed(write, charge));
    }

    private static Future<?> undoPayment(
            WriteContext write, LockedRecord<StoredSubscriptionPayment> payment, StoredRefund refund) {
        return ChargeAmounts.of(write, payment.value())
                .compose(amounts -> putFlags(write, payment, amounts.refunded() - refund.amount(), amounts));
    }
}
