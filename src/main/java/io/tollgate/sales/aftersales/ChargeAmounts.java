package io.tollgate.sales.aftersales;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tollgate.platform.write.WriteContext;
import io.tollgate.sales.aftersales.StoredRefund.Charge;
import io.tollgate.sales.aftersales.StoredRefund.Status;
import io.tollgate.sales.purchase.ChargeStatus;
import io.vertx.core.Future;
import java.util.List;

/**
 * What was paid for a charge, and what of it is refunded. The record of a payment or booking has both amounts. The
 * record of a subscription payment has only flags, so that the sum of its refunds is what is refunded.
 *
 * @param amount what was charged
 */
record ChargeAmounts(long amount, long paid, long refunded, ChargeStatus status) {
    /** Returns the amounts of a charge that the transaction has locked. */
    static Future<ChargeAmounts> of(WriteContext write, Charge charge, ObjectNode record) {
        return charge.isSubscriptionPayment()
                ? RefundStore.of(write, charge.id()).map(refunds -> ofSubscriptionPayment(record, refunds))
                : Future.succeededFuture(ofOrder(record));
    }

    /** @param refunds all refunds of the charge */
    static ChargeAmounts of(Charge charge, ObjectNode record, List<StoredRefund> refunds) {
        return charge.isSubscriptionPayment() ? ofSubscriptionPayment(record, refunds) : ofOrder(record);
    }

    static ChargeAmounts ofOrder(ObjectNode record) {
        return new ChargeAmounts(
                record.path("amount").asLong(),
                RefundPlan.paid(record),
                RefundPlan.refunded(record),
                OrderStatus.of(record));
    }

    private static ChargeAmounts ofSubscriptionPayment(ObjectNode record, List<StoredRefund> refunds) {
        long amount = record.path("amount").asLong();
        if (!record.path("paid").asBoolean()) {
            return new ChargeAmounts(amount, 0, 0, ChargeStatus.FAILED);
        }
        if (refunds.isEmpty() && record.path("refunded").asBoolean()) {
            return new ChargeAmounts(amount, amount, amount, ChargeStatus.REFUNDED);
        }
        long refunded = refunds.stream()
                .filter(refund -> refund.status() == Status.SUCCEEDED)
                .mapToLong(StoredRefund::amount)
                .sum();
        return new ChargeAmounts(amount, amount, 0, ChargeStatus.PAID).withRefunded(refunded);
    }

    /** Returns the amounts with another sum of refunds, and the status that follows from it. */
    ChargeAmounts withRefunded(long sum) {
        ChargeStatus next = sum >= paid
                ? ChargeStatus.REFUNDED
                : sum > 0
                        ? ChargeStatus.PARTIAL_REFUND
                        : paid < amount ? ChargeStatus.PARTIALLY_PAID : ChargeStatus.PAID;
        return new ChargeAmounts(amount, paid, sum, next);
    }
}
