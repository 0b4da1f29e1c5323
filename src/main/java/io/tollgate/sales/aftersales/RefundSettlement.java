package io.tollgate.sales.aftersales;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tollgate.platform.clock.Times;
import io.tollgate.platform.mail.MailOccasion;
import io.tollgate.platform.mail.MailOutbox;
import io.tollgate.platform.mail.MailPurpose;
import io.tollgate.platform.records.Records;
import io.tollgate.platform.records.Records.Stored;
import io.tollgate.platform.write.WriteContext;
import io.tollgate.processor.RefundState;
import io.tollgate.sales.aftersales.OrderTickets.Canceled;
import io.tollgate.sales.aftersales.StoredRefund.CreditNote;
import io.tollgate.sales.aftersales.StoredRefund.Origin;
import io.tollgate.sales.aftersales.StoredRefund.Status;
import io.tollgate.sales.booking.Registrations;
import io.tollgate.sales.invoice.CreditNoteNumbers;
import io.tollgate.sales.purchase.ChargeStatus;
import io.tollgate.sales.subscription.SubscriptionPayments;
import io.vertx.core.Future;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Records the outcome of refunds, once: every refund that succeeds or fails passes through {@link #apply}, whoever
 * caused it. Locks the order, its tickets, its invoice, the capacities, the license key and the credit note counter.
 */
final class RefundSettlement {
    private RefundSettlement() {}

    /**
     * Records the state that the processor reports. Does nothing if it is recorded already. The transaction must hold
     * no lock except that of the order.
     */
    static Future<Void> apply(WriteContext write, StoredRefund refund, RefundState state) {
        return switch (state.status()) {
            case PENDING ->
                locked(
                        write,
                        refund,
                        (former, current) -> current.status() == Status.PENDING && current.processorRefundId() == null
                                ? RefundStore.update(write, current, Status.PENDING, state.id(), null, null)
                                : Future.succeededFuture());
            case SUCCEEDED -> succeed(write, refund, state.id());
            case FAILED -> fail(write, refund, state.id(), state.failure() == null ? "failed" : state.failure());
        };
    }

    /** Work on a refund as it is under the lock of its order. */
    private interface LockedWork {
        Future<Void> on(Stored order, StoredRefund current);
    }

    private static Future<Void> locked(WriteContext write, StoredRefund refund, LockedWork work) {
        StoredRefund.Charge of = refund.charge();
        return Records.lock(write.transaction(), write.scope(), of.resource(), of.id())
                .compose(order -> RefundStore.find(write, refund.id())
                        .compose(current -> work.on(order, Objects.requireNonNull(current))));
    }

    /** Records that the money was returned: on the order and its invoice, with a credit note. */
    static Future<Void> succeed(WriteContext write, StoredRefund refund, @Nullable String processorRefundId) {
        return locked(
                write,
                refund,
                (order, current) -> current.status().canBecome(Status.SUCCEEDED)
                        ? ChargeAmounts.of(write, current.charge(), order.record())
                                .compose(amounts -> current.charge().isSubscriptionPayment()
                                        ? succeed(write, order, amounts, current, processorRefundId)
                                        : succeed(write, order, amounts.refunded(), current, processorRefundId))
                        : Future.succeededFuture());
    }

    /** A subscription payment has no tickets, no invoice of Tollgate and no recorded tax. */
    private static Future<Void> succeed(
            WriteContext write,
            Stored payment,
            ChargeAmounts amounts,
            StoredRefund refund,
            @Nullable String processorRefundId) {
        return putFlags(write, payment, amounts.refunded() + refund.amount(), amounts)
                .compose(status -> status == ChargeStatus.REFUNDED
                        ? LicenseKeys.subscriptionPaymentRefunded(write, payment.record())
                        : Future.succeededFuture())
                .compose(updated -> RefundStore.update(write, refund, Status.SUCCEEDED, processorRefundId, null, null))
                .onSuccess(updated -> tellBuyer(write, refund));
    }

    /** Updates the flags of a subscription payment to the sum of its refunds, and returns the status. */
    private static Future<ChargeStatus> putFlags(
            WriteContext write, Stored payment, long refunded, ChargeAmounts amounts) {
        ChargeStatus status = amounts.withRefunded(refunded).status();
        ObjectNode record = payment.record().deepCopy();
        record.put("refunded", status == ChargeStatus.REFUNDED)
                .put("partiallyRefunded", status == ChargeStatus.PARTIAL_REFUND);
        return write.update(write.scope(), SubscriptionPayments.RESOURCE, payment, record)
                .map(status);
    }

    private static Future<Void> succeed(
            WriteContext write, Stored order, long before, StoredRefund refund, @Nullable String processorRefundId) {
        ObjectNode charge = order.record().deepCopy();
        enter(write, charge, refund, before + refund.amount());
        return tickets(write, charge, refund)
                .compose(tickets -> {
                    boolean ended = end(write, charge, refund, tickets);
                    return write.update(write.scope(), refund.charge().resource(), order, charge)
                            .compose(updated -> OrderInvoice.refund(write, charge))
                            .compose(invoiced -> release(write, charge, tickets, ended)
                                    .compose(released -> LicenseKeys.refunded(write, charge))
                                    .compose(disabled -> creditNote(write, charge, refund, before, invoiced)));
                })
                .compose(note -> RefundStore.update(write, refund, Status.SUCCEEDED, processorRefundId, null, note))
                .onSuccess(updated -> tellBuyer(write, refund))
                .compose(updated -> TaxTasks.reverse(write, charge, refund, before));
    }

    /** The bank tells the buyer of a dispute. {@link LateRefund} tells the buyer of a late payment. */
    private static void tellBuyer(WriteContext write, StoredRefund refund) {
        if (refund.origin() == Origin.REQUEST || refund.origin() == Origin.PROCESSOR) {
            MailOutbox.enqueue(
                    write, MailPurpose.REFUND, refund.charge().id(), new MailOccasion(refund.id(), refund.amount()));
        }
    }

    private static void enter(WriteContext write, ObjectNode charge, StoredRefund refund, long refunded) {
        setRefunded(charge, refunded);
        charge.put("lastRefundAt", Times.text(write.now()))
                .put("lastRefundReason", refund.reason().wire())
                .put("lastRefundReasonNote", refund.note());
    }

    /** Nothing more is due after a refund, as after a cancellation. */
    private static void setRefunded(ObjectNode charge, long refunded) {
        OrderStatus.move(
                charge, ChargeAmounts.ofOrder(charge).withRefunded(refunded).status());
        charge.put("amountRefunded", refunded).put("amountDue", 0);
    }

    private static Future<Canceled> tickets(WriteContext write, ObjectNode charge, StoredRefund refund) {
        List<String> ids = refund.ticketIds();
        return ids == null
                ? Future.succeededFuture(new Canceled(List.of(), false))
                : OrderTickets.cancel(write, charge.get("id").textValue(), ids);
    }

    /** Cancels a booking that is refunded in full and whose last valid ticket was canceled. */
    private static boolean end(WriteContext write, ObjectNode charge, StoredRefund refund, Canceled tickets) {
        boolean ends = tickets.noneLeft()
                && OrderStatus.of(charge) == ChargeStatus.REFUNDED
                && !charge.path("orderStatus").asText().equals("canceled");
        if (ends) {
            charge.put("orderStatus", "canceled")
                    .put("canceledAt", Times.text(write.now()))
                    .put("canceledBy", refund.keyId())
                    .put("canceledReason", refund.note());
        }
        return ends;
    }

    private static Future<Void> release(WriteContext write, ObjectNode charge, Canceled tickets, boolean ended) {
        String coupon = ended ? charge.at("/coupon/id").textValue() : null;
        Future<Void> unregistered =
                ended ? Registrations.release(write, charge.get("id").textValue()) : Future.succeededFuture();
        return unregistered.compose(done -> tickets.canceled().isEmpty() && coupon == null
                ? Future.<Void>succeededFuture()
                : OrderTickets.releasePlaces(write, tickets.canceled(), coupon).mapEmpty());
    }

    /** @param invoiced whether the order has an invoice, without which there is nothing to credit */
    private static Future<@Nullable CreditNote> creditNote(
            WriteContext write, ObjectNode charge, StoredRefund refund, long before, boolean invoiced) {
        if (!invoiced) {
            return Future.succeededFuture();
        }
        long tax = tax(charge, before + refund.amount()) - tax(charge, before);
        return CreditNoteNumbers.next(write.transaction(), write.scope(), write.now())
                .map(issue -> new CreditNote(issue.number(), issue.issuedAt(), tax));
    }

    /** Returns the tax share of the first part of an order. The shares of all parts sum to the tax. */
    private static long tax(ObjectNode charge, long part) {
        long amount = charge.path("amount").asLong();
        return amount == 0
                ? 0
                : Math.floorDiv(2 * Math.multiplyExact(charge.path("taxAmount").asLong(), part) + amount, 2 * amount);
    }

    /** Records that the money was not returned, and makes the amount refundable again. */
    static Future<Void> fail(
            WriteContext write, StoredRefund refund, @Nullable String processorRefundId, String failure) {
        return locked(write, refund, (order, current) -> {
            if (!current.status().canBecome(Status.FAILED)) {
                return Future.succeededFuture();
            }
            Future<?> undone =
                    current.status() == Status.PENDING ? Future.succeededFuture() : undo(write, order, current);
            return RefundBalances.release(write, current.charge().id(), current.amount())
                    .compose(released -> undone)
                    .compose(done ->
                            RefundStore.update(write, current, Status.FAILED, processorRefundId, failure, null));
        });
    }

    /**
     * Reverts the amounts of a refund that succeeded before. Canceled tickets and license keys of payments stay as they
     * are. The key of a subscription follows its payments.
     */
    private static Future<?> undo(WriteContext write, Stored order, StoredRefund refund) {
        if (refund.charge().isSubscriptionPayment()) {
            return ChargeAmounts.of(write, refund.charge(), order.record())
                    .compose(amounts -> putFlags(write, order, amounts.refunded() - refund.amount(), amounts));
        }
        ObjectNode charge = order.record().deepCopy();
        setRefunded(charge, RefundPlan.refunded(charge) - refund.amount());
        return write.update(write.scope(), refund.charge().resource(), order, charge)
                .compose(updated -> OrderInvoice.refund(write, charge));
    }
}
