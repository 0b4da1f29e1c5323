package io.tollgate.sales.aftersales;

import io.tollgate.platform.error.ApiError;
import io.tollgate.platform.resource.Scope;
import io.tollgate.platform.task.Task;
import io.tollgate.platform.write.WriteContext;
import io.tollgate.platform.write.WriteExecutor;
import io.tollgate.processor.AccountTask;
import io.tollgate.processor.DisputeState;
import io.tollgate.processor.PaymentBalance;
import io.tollgate.processor.ProcessorAccount;
import io.tollgate.processor.ProcessorClient;
import io.tollgate.processor.RefundState;
import io.tollgate.sales.aftersales.StoredRefund.ChargeReference;
import io.tollgate.sales.aftersales.StoredRefund.Origin;
import io.tollgate.sales.aftersales.StoredRefund.Status;
import io.tollgate.sales.purchase.Refundable;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.Tuple;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Records refunds and disputes that were made at the processor, such as in its dashboard. Reads the current state
 * there, so that the number and the order of the calls do not matter.
 */
public record ProcessorRefundSync(WriteExecutor writes, ProcessorClient processor) implements AccountTask {
    private static final Logger LOG = LoggerFactory.getLogger(ProcessorRefundSync.class);

    /** Payments of hosted pages and of subscriptions first; any other one is known if it was refunded before. */
    private static final String CHARGE = """
            SELECT c.charge_id, CASE c.kind WHEN 'TICKETS' THEN 'booking' ELSE 'payment' END FROM payment_attempt a
            JOIN checkout c ON c.seller_id = a.seller_id AND c.livemode = a.livemode AND c.id = a.checkout_id
            WHERE a.seller_id = $1 AND a.livemode = $2 AND a.processor_id = $3
            UNION ALL
            SELECT payment_id, 'subscription_payment' FROM subscription_invoice
            WHERE seller_id = $1 AND livemode = $2 AND payment_intent_id = $3
            UNION ALL
            SELECT charge_id, charge_type FROM refund
            WHERE seller_id = $1 AND livemode = $2 AND payment_intent_id = $3
            LIMIT 1
            """;

    /** The order of a payment at the processor, and the account that charged it. */
    private record Known(ChargeReference charge, ProcessorAccount account) {}

    /**
     * Records every refund and dispute of a payment that is not recorded yet, once. Does nothing if the payment is not
     * one of Tollgate's. Leaves refunds to their requests and tasks that wait for the processor's response.
     *
     * @throws ApiError 503 if the order of the payment is not complete yet, or the processor does not respond
     */
    public Future<Void> sync(Scope scope, String paymentIntentId) {
        return writes.run(scope, write -> find(write, paymentIntentId)).compose(known -> {
            if (known == null) {
                return Future.succeededFuture();
            }
            return processor
                    .call(known.account(), "balance", api -> api.balance(paymentIntentId))
                    .compose(balance -> record(scope, known.charge(), balance));
        });
    }

    @Override
    public Future<@Nullable Instant> run(Task task, @Nullable ProcessorAccount account) {
        return sync(task.scope(), task.subjectId()).map(done -> null);
    }

    private static Future<@Nullable Known> find(WriteContext write, String paymentIntentId) {
        return write.transaction()
                .preparedQuery(CHARGE)
                .execute(Tuple.of(write.scope().sellerId(), write.scope().live(), paymentIntentId))
                .compose(rows -> {
                    for (Row row : rows) {
                        if (row.getString(0) == null) {
                            throw ApiError.unavailable();
                        }
                        ChargeReference charge = new ChargeReference(row.getString(0), ChargeKind.of(row.getString(1)));
                        return ProcessorAccount.of(write.transaction(), write.scope())
                                .map(account -> new Known(charge, account));
                    }
                    return Future.<@Nullable Known>succeededFuture(null);
                });
    }

    private Future<Void> record(Scope scope, ChargeReference charge, PaymentBalance balance) {
        Future<Void> recorded = Future.succeededFuture();
        for (RefundState state : balance.refunds()) {
            recorded = recorded.compose(done -> writes.run(scope, write -> refund(write, charge, balance, state)));
        }
        for (DisputeState dispute : balance.disputes()) {
            recorded = recorded.compose(done -> writes.run(scope, write -> dispute(write, charge, balance, dispute)));
        }
        return recorded;
    }

    private static Future<Void> refund(
            WriteContext write, ChargeReference charge, PaymentBalance balance, RefundState state) {
        return SubscriptionRefunds.lock(write, charge)
                .compose(ready -> charge.codec().lock(write.transaction(), write.scope(), charge.id()))
                .compose(order -> RefundStore.find(write, charge.id(), state.id(), state.refundId())
                        .compose(known -> {
                            if (known != null) {
                                return known.isExpected()
                                        ? Future.<Void>succeededFuture()
                                        : RefundSettlement.apply(write, known, state);
                            }
                            return state.status() == RefundState.Status.FAILED
                                    ? Future.<Void>succeededFuture()
                                    : add(write, charge, order.value(), balance, state);
                        }));
    }

    private static Future<Void> add(
            WriteContext write, ChargeReference charge, Refundable order, PaymentBalance balance, RefundState state) {
        return reserve(write, charge, order, state.amount()).compose(left -> {
            if (left < state.amount()) {
                // A pending refund of Tollgate reserves the amount. The processor will reject it.
                throw ApiError.unavailable();
            }
            StoredRefund refund = refund(
                    write,
                    charge,
                    order,
                    balance,
                    new Cause(
                            Origin.PROCESSOR,
                            state.id(),
                            state.amount(),
                            RefundReason.ofProcessor(state.reason()),
                            null));
            return RefundStore.insert(write, refund)
                    .compose(inserted -> RefundSettlement.apply(write, refund, state))
                    .compose(applied -> state.status() == RefundState.Status.PENDING
                            ? DueRefunds.schedule(write, refund)
                            : Future.<Void>succeededFuture());
        });
    }

    private static Future<Void> dispute(
            WriteContext write, ChargeReference charge, PaymentBalance balance, DisputeState dispute) {
        return SubscriptionRefunds.lock(write, charge)
                .compose(ready -> charge.codec().lock(write.transaction(), write.scope(), charge.id()))
                .compose(order -> RefundStore.find(write, charge.id(), dispute.id(), null)
                        .compose(known -> dispute.isLost() && known == null
                                ? lose(write, charge, order.value(), balance, dispute)
                                : Future.<Void>succeededFuture())
                        .compose(done -> Disputes.put(
                                write,
                                charge.id(),
                                balance.paymentId(),
                                order.value().currency(),
                                dispute)))
                .map(changed -> {
                    if (changed) {
                        LOG.warn(
                                "Dispute {} of {} {} of seller {} is {}: {}",
                                dispute.id(),
                                charge.type(),
                                charge.id(),
                                write.scope().sellerId(),
                                dispute.status(),
                                dispute.reason());
                    }
                    return null;
                });
    }

    /** Records a lost dispute as a refund of what was not refunded before. */
    private static Future<Void> lose(
            WriteContext write,
            ChargeReference charge,
            Refundable order,
            PaymentBalance balance,
            DisputeState dispute) {
        return reserve(write, charge, order, dispute.amount()).compose(left -> {
            if (left == 0) {
                return Future.succeededFuture();
            }
            RefundReason reason = dispute.reason().equals("fraudulent") ? RefundReason.FRAUDULENT : RefundReason.OTHER;
            StoredRefund refund = refund(
                    write,
                    charge,
                    order,
                    balance,
                    new Cause(Origin.DISPUTE, dispute.id(), left, reason, "Dispute lost: " + dispute.reason()));
            return RefundStore.insert(write, refund).compose(inserted -> RefundSettlement.succeed(write, refund, null));
        });
    }

    /** Reserves an amount, or what is left if it is less. Returns the reserved amount. */
    private static Future<Long> reserve(WriteContext write, ChargeReference charge, Refundable order, long amount) {
        return ChargeAmounts.of(write, order).compose(amounts -> {
            long refunded = amounts.refunded();
            return RefundBalances.read(write, charge.id(), refunded).compose(balance -> {
                long reserved = Math.min(amount, amounts.paid() - balance.reserved());
                return reserved <= 0
                        ? Future.succeededFuture(0L)
                        : RefundBalances.reserve(write, charge.id(), amounts.paid(), refunded, reserved)
                                .map(done -> done ? reserved : 0L);
            });
        });
    }

    private record Cause(
            Origin origin,
            String processorRefundId,
            long amount,
            RefundReason reason,
            @Nullable String note) {}

    private static StoredRefund refund(
            WriteContext write, ChargeReference charge, Refundable order, PaymentBalance balance, Cause cause) {
        return new StoredRefund(
                write.newId(),
                charge,
                Status.PENDING,
                cause.origin(),
                cause.amount(),
                cause.amount(),
                order.currency(),
                cause.reason(),
                cause.note(),
                null,
                balance.paymentId(),
                cause.processorRefundId(),
                (List<String>) null,
                false,
                null,
                null,
                write.now(),
                write.now());
    }
}
