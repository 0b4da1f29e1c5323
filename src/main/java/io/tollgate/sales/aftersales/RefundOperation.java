package io.tollgate.sales.aftersales;

import io.tollgate.accounts.apikey.KeyCeilings;
import io.tollgate.platform.error.ApiError;
import io.tollgate.platform.http.ApiResponse;
import io.tollgate.platform.records.TenantGuard;
import io.tollgate.platform.resource.Scope;
import io.tollgate.platform.task.Task;
import io.tollgate.platform.task.Tasks;
import io.tollgate.platform.write.ExternalOperation;
import io.tollgate.platform.write.WriteContext;
import io.tollgate.platform.write.WriteExecutor;
import io.tollgate.processor.ImportedObjects;
import io.tollgate.processor.Processing;
import io.tollgate.processor.ProcessorAccount;
import io.tollgate.processor.ProcessorFailure;
import io.tollgate.sales.aftersales.StoredRefund.ChargeReference;
import io.tollgate.sales.aftersales.StoredRefund.Origin;
import io.tollgate.sales.aftersales.StoredRefund.Status;
import io.tollgate.sales.purchase.Refundable;
import io.tollgate.sales.ticket.StoredTicket;
import io.tollgate.sales.ticket.StoredTicketCodec;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.Tuple;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Refunds one order. The first transaction reserves the amount and stores the refund with a task; the second records
 * the processor's answer. If the answer is lost, the refund stays pending and {@link DueRefunds} finishes it.
 *
 * @param charge the order, by its id
 */
record RefundOperation(
        WriteExecutor writes, Processing processing, RefundList list, ChargeReference charge, Options options)
        implements ExternalOperation<RefundOperation.PendingRefund> {
    private static final String TICKETS = """
            SELECT t.seller_id, t.livemode, t.record,
                   EXISTS (SELECT FROM refund r WHERE r.seller_id = $1 AND r.livemode = $2 AND r.charge_id = $3
                       AND r.status = 'PENDING' AND (r.ticket_ids = '{}' OR t.id = ANY (r.ticket_ids)))
            FROM ticket t WHERE t.seller_id = $1 AND t.livemode = $2 AND t.booking_id = $3 AND t.id = ANY ($4)
            """;

    /**
     * The options of the request.
     *
     * @param amount null for the value of the tickets; without tickets, for everything that is left
     * @param ticketIds the tickets to cancel: empty for all, null for none
     * @param restock whether stock and places can be sold again
     */
    record Options(
            @Nullable Long amount,
            RefundReason reason,
            @Nullable String note,
            @Nullable List<String> ticketIds,
            boolean restock) {}

    /**
     * The state committed before the call.
     *
     * @param account null if the processor has nothing to return
     */
    record PendingRefund(
            Scope scope, StoredRefund refund, @Nullable ProcessorAccount account, Task guard) {}

    @Override
    public Future<PendingRefund> begin(WriteContext write) {
        return Tasks.requireNoGuard(write)
                .compose(alone -> charge.codec().lock(write, charge.id()))
                .compose(order -> {
                    Refundable record = order.value();
                    return ticketValue(write)
                            .compose(value -> ChargeAmounts.of(write, record)
                                    .compose(amounts -> begin(write, record, amounts, value)));
                });
    }

    private Future<PendingRefund> begin(
            WriteContext write, Refundable record, ChargeAmounts amounts, @Nullable Long value) {
        return RefundBalances.read(write, charge.id(), amounts.refunded()).compose(balance -> {
            RefundPlan plan = RefundPlan.of(record, amounts, balance, options.amount(), value);
            return account(write, plan)
                    .compose(account -> RefundBalances.reserve(
                                    write, charge.id(), amounts.paid(), amounts.refunded(), plan.amount())
                            .compose(reserved -> {
                                if (!reserved) {
                                    throw RefundPlan.nothing();
                                }
                                return KeyCeilings.refund(write, record.currency(), plan.amount());
                            })
                            .compose(counted -> begin(write, record, plan, account)));
        });
    }

    private Future<PendingRefund> begin(
            WriteContext write, Refundable record, RefundPlan plan, @Nullable ProcessorAccount account) {
        StoredRefund refund = new StoredRefund(
                write.newId(),
                charge,
                Status.PENDING,
                Origin.REQUEST,
                plan.amount(),
                plan.processorAmount(),
                record.currency(),
                options.reason(),
                options.note(),
                null,
                plan.processorAmount() == 0 ? null : record.paymentIntentId(),
                null,
                options.ticketIds(),
                options.restock(),
                null,
                write.caller().principal().text(),
                write.now(),
                write.now());
        Future<Void> known = account == null
                ? Future.succeededFuture()
                : processing
                        .imports()
                        .register(write.transaction(), account, payment(record, plan.imported()), write.now());
        return RefundStore.insert(write, refund)
                .compose(inserted -> known)
                .compose(there ->
                        Tasks.guard(write, DueRefunds.KIND, refund.id(), DueRefunds.argument(write.author(), write)))
                .map(guard -> new PendingRefund(write.scope(), refund, account, guard));
    }

    private static ImportedObjects.Payment payment(Refundable charge, long received) {
        return new ImportedObjects.Payment(
                Objects.requireNonNull(charge.paymentIntentId()),
                charge.processorChargeId(),
                charge.currency(),
                received);
    }

    private static Future<@Nullable ProcessorAccount> account(WriteContext write, RefundPlan plan) {
        return plan.processorAmount() == 0
                ? Future.succeededFuture()
                : ProcessorAccount.of(write.transaction(), write.scope()).map(account -> account);
    }

    /**
     * Returns the value of the named tickets that are neither canceled nor being refunded; null if none are named.
     * Fails with 400 if a ticket is not one of this booking.
     */
    private Future<@Nullable Long> ticketValue(WriteContext write) {
        List<String> ids = options.ticketIds();
        if (ids == null || ids.isEmpty()) {
            return Future.succeededFuture();
        }
        Tuple values = Tuple.of(
                write.scope().sellerId(), write.scope().live(), charge.id(), (Object) ids.toArray(String[]::new));
        return write.transaction().preparedQuery(TICKETS).execute(values).map(rows -> {
            if (rows.size() != ids.stream().distinct().count()) {
                throw ApiError.invalid("ticketIds", "must be ids of tickets of this booking", String.join(", ", ids));
            }
            long value = 0;
            for (Row row : rows) {
                TenantGuard.requireTenant(write.scope(), row);
                StoredTicket ticket = StoredTicketCodec.INSTANCE.decode(row.getBuffer(2));
                value += ticket.valid() && !row.getBoolean(3) ? ticket.revenue() : 0;
            }
            return value;
        });
    }

    @Override
    public Future<WriteExecutor.Command> call(PendingRefund begun) {
        StoredRefund refund = begun.refund();
        if (begun.account() == null) {
            return Future.succeededFuture(
                    write -> RefundSettlement.succeed(write, refund, null).compose(done -> end(write, begun)));
        }
        return refund.create(processing.client(), begun.account())
                .map(state ->
                        write -> RefundSettlement.apply(write, refund, state).compose(done -> end(write, begun)));
    }

    @Override
    public WriteExecutor.Command assumed(PendingRefund begun) {
        return write ->
                RefundSettlement.succeed(write, begun.refund(), null).compose(done -> list.response(write, charge));
    }

    /** Deletes the task of a refund that is decided, and schedules one for a refund that is pending. */
    private Future<ApiResponse> end(WriteContext write, PendingRefund begun) {
        return list.response(write, charge)
                .compose(response -> Tasks.deleteOrFail(write.transaction(), begun.guard())
                        .compose(deleted ->
                                RefundStore.find(write, begun.refund().id()))
                        .compose(refund -> refund != null && refund.status() == Status.PENDING
                                ? DueRefunds.schedule(write, refund)
                                : Future.<Void>succeededFuture())
                        .map(response));
    }

    @Override
    public Throwable toApiError(Throwable failure) {
        return ProcessorFailure.toApiError(failure);
    }

    /** Records a rejection. After any other failure the outcome is unknown: the task finishes the refund. */
    @Override
    public Future<Void> abandon(PendingRefund begun, Throwable failure) {
        boolean rejected = failure instanceof ProcessorFailure known && !known.mayHaveBeenProcessed();
        Future<Void> recorded = rejected
                ? writes.run(
                        begun.scope(),
                        write -> RefundSettlement.fail(
                                write, begun.refund(), null, String.valueOf(failure.getMessage())))
                : Future.succeededFuture();
        return recorded.compose(done -> processing.abandon(begun.guard(), failure));
    }
}
