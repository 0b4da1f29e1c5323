package io.tollgate.sales.aftersales;

import io.tollgate.platform.write.WriteContext;
import io.tollgate.sales.aftersales.StoredRefund.Status;
import io.tollgate.sales.purchase.ChargeStatus;
import io.tollgate.sales.purchase.Refundable;
import io.tollgate.sales.subscription.StoredSubscriptionPayment;
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
    static Future<ChargeAmounts> of(WriteContext write, Refundable charge) {
        return charge instanceof StoredSubscriptionPayment payment
                ? RefundStore.of(write, charge.id()).map(refunds -> ofSubscriptionPayment(payment, refunds))
                : Future.succeededFuture(ofOrder((StoredCharge) charge));
    }

    /** @param refunds all refunds of the charge */
    static ChargeAmounts of(Refundable charge, List<StoredRefund> refunds) {
        return charge instanceof StoredSubscriptionPayment payment
                ? ofSubscriptionPayment(payment, refunds)
                : ofOrder((StoredCharge) charge);
    }

    static ChargeAmounts ofOrder(StoredCharge charge) {
        StoredCharge.Amounts amounts = charge.amounts();
        return new ChargeAmounts(amounts.total(), amounts.paid(), amounts.refunded(), charge.status());
    }

    private static ChargeAmounts ofSubscriptionPayment(StoredSubscriptionPayment payment, List<StoredRefund> refunds) {
        long amount = payment.amount();
        if (!payment.paid()) {
            return new ChargeAmounts(amount, 0, 0, ChargeStatus.FAILED);
        }
        if (refunds.isEmpty() && payment.refunded()) {
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
