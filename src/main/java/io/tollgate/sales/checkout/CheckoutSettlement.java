package io.tollgate.sales.checkout;

import io.tollgate.catalog.file.UploadRecords;
import io.tollgate.platform.resource.Scope;
import io.tollgate.platform.task.Task;
import io.tollgate.platform.task.Tasks;
import io.tollgate.platform.write.TestClockEvents;
import io.tollgate.platform.write.WriteContext;
import io.tollgate.platform.write.WriteExecutor;
import io.tollgate.processor.PaymentState;
import io.tollgate.processor.ProcessorClient;
import io.tollgate.sales.aftersales.TaxTasks;
import io.tollgate.sales.booking.Registrations;
import io.tollgate.sales.purchase.ChargeStatus;
import io.tollgate.sales.purchase.Codes;
import io.tollgate.sales.subscription.InvoicedPayments;
import io.tollgate.sales.subscription.SubscriptionSnapshot;
import io.vertx.core.Future;
import io.vertx.core.json.JsonObject;
import java.time.Duration;
import java.time.Instant;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Ends checkouts: records the outcome of a payment once, whoever asks first, and releases the stock of orders that are
 * not paid in time.
 */
public final class CheckoutSettlement {
    /** Expired checkouts are kept this long, so that a buyer who returns learns what happened. */
    private static final Duration KEPT = Duration.ofDays(30);

    /** When the processor is asked about an expired checkout again, and for the last time before its deletion. */
    private static final Duration LATE_LOOK = Duration.ofHours(1);

    /** How often the processor is asked about a payment that the buyer began and did not return from. */
    private static final Duration LOOK_PAUSE = Duration.ofSeconds(30);

    private final WriteExecutor writes;
    private final CheckoutPayments payments;
    private final OrderRecords records;
    private final PaymentCancellation cancellation;
    private final LatePayments late;

    CheckoutSettlement(WriteExecutor writes, CheckoutPayments payments, UploadRecords uploads) {
        this.writes = writes;
        this.records = new OrderRecords(new Codes(), uploads);
        this.payments = payments;
        this.cancellation = new PaymentCancellation(payments);
        this.late = new LatePayments(writes, payments, cancellation, records);
    }

    public CheckoutSettlement(WriteExecutor writes, ProcessorClient processor, UploadRecords uploads) {
        this(writes, new CheckoutPayments(writes, processor), uploads);
    }

    static Future<Void> schedule(WriteContext write, String id, Instant due) {
        Task task = Task.of(write.scope(), write.newId(), DueCheckouts.KIND, id, new JsonObject());
        return Tasks.schedule(write.transaction(), task, due, write.now());
    }

    /** Schedules the next question to the processor, at the latest when the hold ends. */
    static Future<Void> lookLater(WriteContext write, Checkout checkout) {
        Instant next = write.now().plus(LOOK_PAUSE);
        boolean endsBefore = write.now().isBefore(checkout.holdUntil())
                && checkout.holdUntil().isBefore(next);
        return schedule(write, checkout.id(), endsBefore ? checkout.holdUntil() : next);
    }

    /** Writes the records of a new order that needs no card. */
    Future<Void> completeAtOnce(WriteContext write, Checkout checkout, OrderRecords.Begun begun, ChargeStatus status) {
        return records.writeAtOnce(write, checkout, begun, status)
                .compose(written -> end(write, checkout, status, written, CheckoutPayments.Outcome.NONE));
    }

    /** Completes an order whose payment succeeded. The processor need not be asked about it any more. */
    private Future<Void> complete(WriteContext write, Checkout checkout, CheckoutPayments.Outcome outcome) {
        ChargeStatus status = checkout.afterPayment();
        return records.write(write, checkout, outcome)
                .onSuccess(written ->
                        TestClockEvents.note(write, TestClockEvents.Type.ORDER_PAID, written.chargeId(), write.now()))
                .compose(written -> end(write, checkout, status, written, outcome))
                .onSuccess(ended -> write.awaitAtCommit(
                        Tasks.delete(write.transaction(), write.scope(), DueCheckouts.KIND, checkout.id())));
    }

    private static Future<Void> end(
            WriteContext write,
            Checkout checkout,
            ChargeStatus status,
            OrderRecords.Written written,
            CheckoutPayments.Outcome outcome) {
        return announce(write, checkout, status, written, outcome)
                .compose(scheduled -> CheckoutStore.move(write, checkout, CheckoutStatus.of(status), written));
    }

    /**
     * Begins or ends an offer, sends the messages and schedules the tasks of a complete order. Messages precede tasks
     * in all transactions, so that no two of them can deadlock.
     */
    static Future<Void> announce(
            WriteContext write,
            Checkout checkout,
            ChargeStatus status,
            OrderRecords.Written written,
            CheckoutPayments.Outcome outcome) {
        SubscriptionSnapshot billed = outcome.subscription();
        return FunnelRuns.completed(write, checkout, status, written, outcome)
                .onSuccess(run -> OrderRecords.confirm(write, checkout, written))
                .compose(run -> run == null ? Future.succeededFuture() : FunnelRuns.expireLater(write, run))
                .compose(scheduled -> billed == null
                        ? Future.succeededFuture()
                        : InvoicedPayments.lookLater(write, written.chargeId(), billed.state()))
                .compose(scheduled -> recordTax(write, checkout, status, written));
    }

    /** Schedules the record of a paid order's tax at the processor. */
    static Future<Void> recordTax(
            WriteContext write, Checkout checkout, ChargeStatus status, OrderRecords.Written written) {
        PageOrder order = checkout.order();
        return order.tax().calculation() == null || status == ChargeStatus.UNPAID
                ? Future.succeededFuture()
                : TaxTasks.record(write, written.chargeId(), order instanceof TicketOrder);
    }

    /**
     * A checkout after its settlement.
     *
     * @param checkout as it was read before; null if there is none
     * @param changed whether the settlement may have changed it since
     * @param answered false if the processor was asked and has not answered in time
     * @param decline why the last try to pay failed; null if it did not
     */
    record Settled(
            @Nullable Checkout checkout, boolean changed, boolean answered, PaymentState.@Nullable Decline decline) {
        Settled(@Nullable Checkout checkout, boolean changed, PaymentState.@Nullable Decline decline) {
            this(checkout, changed, true, decline);
        }
    }

    /**
     * Asks the processor about the payment of a checkout and records the outcome. After the hold has ended, cancels the
     * payment first, so that nothing is charged without a hold. Neither asks nor writes if nothing can have changed.
     */
    Future<Settled> settle(Scope scope, String id) {
        return CheckoutLook.read(writes, scope, id).compose(look -> settle(scope, id, look));
    }

    Future<Settled> settle(Scope scope, String id, CheckoutLook look) {
        Checkout checkout = look.checkout();
        return switch (look.kind()) {
            case NONE -> Future.succeededFuture(new Settled(checkout, false, null));
            case LATE -> late.settle(scope, id).map(settled -> new Settled(checkout, true, null));
            case EXPIRED ->
                cancellation
                        .cancel(scope, id)
                        .compose(known -> record(scope, id, known, true))
                        .map(decline -> new Settled(checkout, true, decline));
            case OUTCOME -> payments.outcome(scope, look).compose(known -> settle(scope, look, known));
        };
    }

    private Future<Settled> settle(Scope scope, CheckoutLook look, CheckoutPayments.Outcome outcome) {
        Checkout checkout = Objects.requireNonNull(look.checkout());
        if (outcome.status() == checkout.status()) {
            return CardTries.note(writes, look, outcome.declinedTry())
                    .compose(ended -> ended
                            ? settle(scope, checkout.id())
                            : Future.succeededFuture(new Settled(checkout, false, outcome.decline())));
        }
        return record(scope, checkout.id(), outcome, false).map(decline -> new Settled(checkout, true, decline));
    }

    private Future<PaymentState.@Nullable Decline> record(
            Scope scope, String id, CheckoutPayments.Outcome outcome, boolean expired) {
        return writes.run(
                        scope,
                        write -> CheckoutStore.lock(write.transaction(), scope, id)
                                .compose(checkout ->
                                        checkout == null || !checkout.status().isOpen()
                                                ? Future.succeededFuture()
                                                : record(write, checkout, outcome, expired)))
                .compose(recorded ->
                        outcome.isPaid() && outcome.hasEnded() ? late.settle(scope, id) : Future.succeededFuture())
                .map(recorded -> outcome.decline());
    }

    /** @param expired whether the order ends if nothing was paid; its payment is canceled then */
    Future<Void> record(WriteContext write, Checkout checkout, CheckoutPayments.Outcome outcome, boolean expired) {
        if (outcome.isPaid()) {
            return isRefused(write, checkout, outcome)
                    .compose(refused -> !refused
                            ? complete(write, checkout, outcome).compose(done -> end(write, outcome, true))
                            // Otherwise it is about to be canceled: the next look finds out.
                            : outcome.hasEnded() ? expire(write, checkout, outcome) : Future.succeededFuture());
        }
        if (outcome.isProcessing()) {
            return move(write, checkout, CheckoutStatus.PENDING);
        }
        return expired ? expireUnlessBegun(write, checkout, outcome) : move(write, checkout, CheckoutStatus.OPEN);
    }

    /**
     * Leaves the order open if its payment was begun just before the hold ended, and after the cancellation had looked
     * for a payment. The next look cancels it.
     */
    private static Future<Void> expireUnlessBegun(
            WriteContext write, Checkout checkout, CheckoutPayments.Outcome outcome) {
        return AttemptStore.find(write.transaction(), write.scope(), checkout.id())
                .compose(begun -> begun == null
                                || (outcome.attempt() != null
                                        && begun.id().equals(outcome.attempt().id()))
                        ? expire(write, checkout, outcome)
                        : Future.succeededFuture());
    }

    /** Only the payment of a subscription can be made while it is canceled. */
    private static Future<Boolean> isRefused(WriteContext write, Checkout checkout, CheckoutPayments.Outcome outcome) {
        return outcome.subscription() == null
                ? Future.succeededFuture(false)
                : CheckoutStore.refusesLatePayment(write, checkout.id());
    }

    private static Future<Void> expire(WriteContext write, Checkout checkout, CheckoutPayments.Outcome outcome) {
        return releaseRegistration(write, checkout)
                .compose(released -> checkout.claims().release(write))
                .compose(released -> endRun(write, checkout, outcome))
                .compose(released -> CheckoutStore.move(write, checkout, CheckoutStatus.EXPIRED, null))
                .compose(moved -> end(write, outcome, false))
                .onSuccess(ended -> TestClockEvents.note(
                        write,
                        TestClockEvents.Type.ORDER_EXPIRED,
                        checkout.id(),
                        checkout.hasExpired(write.now()) ? checkout.holdUntil() : write.now()));
    }

    /** Ends the run whose offer an expired order had accepted, unless the buyer has declined the offer meanwhile. */
    private static Future<Void> endRun(WriteContext write, Checkout checkout, CheckoutPayments.Outcome outcome) {
        AcceptedOffer offer = checkout.order().form().offer();
        PaymentState.Decline decline = outcome.decline();
        return offer == null
                ? Future.succeededFuture()
                : FunnelRuns.end(
                        write,
                        offer.runId(),
                        FunnelRun.Outcome.PAYMENT_FAILED,
                        decline == null ? "not_paid" : decline.code());
    }

    static Future<Void> releaseRegistration(WriteContext write, Checkout checkout) {
        return checkout.order() instanceof TicketOrder tickets && tickets.page().limitsRegistrations()
                ? Registrations.release(write, checkout.id())
                : Future.succeededFuture();
    }

    private static Future<Void> move(WriteContext write, Checkout checkout, CheckoutStatus status) {
        return checkout.status() == status
                ? Future.succeededFuture()
                : CheckoutStore.move(write, checkout, status, null);
    }

    private static Future<Void> end(WriteContext write, CheckoutPayments.Outcome outcome, boolean succeeded) {
        return outcome.attempt() == null
                ? Future.succeededFuture()
                : AttemptStore.end(write, outcome.attempt().id(), succeeded);
    }

    /** Settles a due checkout. Returns when it is due again, or null if it is done. */
    Future<@Nullable Instant> due(Scope scope, String id) {
        return settle(scope, id)
                .compose(settled -> writes.run(
                        scope,
                        write -> CheckoutStore.find(write.transaction(), scope, id)
                                .compose(checkout -> checkout == null
                                        ? Future.<@Nullable Instant>succeededFuture(null)
                                        : dueAgain(write, checkout))));
    }

    private static Future<@Nullable Instant> dueAgain(WriteContext write, Checkout checkout) {
        if (checkout.status() == CheckoutStatus.EXPIRED) {
            Instant look = checkout.holdUntil().plus(LATE_LOOK);
            if (write.now().isBefore(look)) {
                return Future.succeededFuture(look);
            }
            Instant deletion = checkout.holdUntil().plus(KEPT);
            return write.now().isBefore(deletion)
                    ? Future.<@Nullable Instant>succeededFuture(deletion)
                    : CheckoutStore.deleteExpired(write, checkout.id()).map(deleted -> null);
        }
        // Schedules a new task, because the back-off of this one would grow with each look.
        return checkout.status().isOpen()
                ? lookLater(write, checkout).map(scheduled -> null)
                : Future.<@Nullable Instant>succeededFuture(null);
    }
}
