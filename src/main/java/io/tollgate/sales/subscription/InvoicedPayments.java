package io.tollgate.sales.subscription;

import io.tollgate.platform.db.Ids;
import io.tollgate.platform.mail.MailOutbox;
import io.tollgate.platform.resource.Scope;
import io.tollgate.platform.task.Task;
import io.tollgate.platform.task.Tasks;
import io.tollgate.platform.write.TestClockEvents;
import io.tollgate.platform.write.WriteContext;
import io.tollgate.processor.PaymentState;
import io.tollgate.processor.SubscriptionInvoice;
import io.tollgate.processor.SubscriptionState;
import io.tollgate.sales.purchase.InvoiceStatus;
import io.tollgate.sales.purchase.PaymentMethod;
import io.tollgate.sales.purchase.SubscriptionPaymentWriter;
import io.tollgate.sales.purchase.SubscriptionPaymentWriter.Payer;
import io.tollgate.sales.purchase.SubscriptionPaymentWriter.Payment;
import io.vertx.core.Future;
import io.vertx.core.json.JsonObject;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.Tuple;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Records what the processor has charged for a subscription: one subscription payment for each charge. */
public final class InvoicedPayments {
    /** The processor has charged a new period by then, and its event has arrived. */
    private static final Duration LOOK_DELAY = Duration.ofMinutes(1);

    private static final Duration LOOK_PAUSE = Duration.ofMinutes(5);

    /** How often the processor is asked about a payment that it tries again. */
    private static final Duration RETRY_PAUSE = Duration.ofHours(6);

    private static final String REGISTER = """
            INSERT INTO billed_subscription (seller_id, livemode, subscription_id, processor_id, charges, plan_total)
            VALUES ($1, $2, $3, $4, $5, $6)
            """;
    private static final String KNOWN = """
            SELECT invoice_id, payment_id, final FROM subscription_invoice
            WHERE seller_id = $1 AND livemode = $2 AND subscription_id = $3 AND invoice_id = ANY ($4)
            """;
    private static final String PUT = """
            INSERT INTO subscription_invoice
                (seller_id, livemode, subscription_id, invoice_id, number, payment_id, final, payment_intent_id)
            VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
            ON CONFLICT (seller_id, livemode, subscription_id, invoice_id)
            DO UPDATE SET final = excluded.final, payment_intent_id = excluded.payment_intent_id
            """;

    private InvoicedPayments() {}

    /**
     * Registers a subscription in the transaction that inserts its record, and records its first payments. The caller
     * schedules the next look at it, after the messages of the transaction.
     */
    public static Future<Void> begin(
            WriteContext write, StoredSubscription record, SubscriptionSnapshot billed, PlanTerms terms) {
        String id = record.id();
        return write.transaction()
                .preparedQuery(REGISTER)
                .execute(key(write.scope(), id)
                        .addValue(billed.state().id())
                        .addValue(terms.charges())
                        .addValue(terms.total()))
                .compose(registered -> {
                    Payer payer = payer(write.scope(), record, billed.state());
                    return charges(write, payer, billed).<Void>map(changed -> {
                        tell(write, payer, changed);
                        return null;
                    });
                });
    }

    private static Tuple key(Scope scope, String subscriptionId) {
        return Tuple.of(scope.sellerId(), scope.live(), subscriptionId);
    }

    static Payer payer(Scope scope, StoredSubscription subscription, SubscriptionState state) {
        StoredSubscription.Subscriber subscriber = subscription.subscriber();
        StoredSubscription.Article article = subscription.article();
        return new Payer(
                scope,
                subscription.id(),
                subscriber.customerId(),
                article.pageId(),
                article.productId(),
                subscriber.email(),
                subscriber.name(),
                article.title(),
                article.pageSlug(),
                article.currency(),
                state.method() == null ? null : PaymentMethod.of(state.method()),
                state.id());
    }

    /** A subscription payment that is recorded. */
    private record Known(String paymentId, boolean isFinal) {}

    /**
     * Inserts or updates the payment of each charge, and returns those for {@link #tell}. Payments of final invoices
     * stay unchanged.
     */
    static Future<List<ChargeEffect>> charges(WriteContext write, Payer payer, SubscriptionSnapshot billed) {
        List<SubscriptionInvoice> charges = billed.charges();
        if (charges.isEmpty()) {
            return Future.succeededFuture(List.of());
        }
        String[] ids = charges.stream().map(SubscriptionInvoice::id).toArray(String[]::new);
        return write.transaction()
                .preparedQuery(KNOWN)
                .execute(key(write.scope(), payer.subscriptionId()).addValue(ids))
                .compose(rows -> {
                    Map<String, Known> known = new HashMap<>();
                    for (Row row : rows) {
                        known.put(row.getString(0), new Known(row.getString(1), row.getBoolean(2)));
                    }
                    List<ChargeEffect> changed = new ArrayList<>();
                    Future<Void> recorded = Future.succeededFuture();
                    for (SubscriptionInvoice invoice : charges) {
                        Known former = known.get(invoice.id());
                        if (former == null ? !wasSkipped(invoice) : !former.isFinal()) {
                            Payment payment = payment(write, invoice, billed.state(), former);
                            changed.add(new ChargeEffect(payment, invoice.attempts()));
                            recorded = recorded.compose(done -> put(write, payer, invoice, payment, former));
                        }
                    }
                    return recorded.map(changed);
                });
    }

    /** Returns whether the processor never charged an invoice, because its period began in a pause. */
    private static boolean wasSkipped(SubscriptionInvoice invoice) {
        return invoice.status() == SubscriptionInvoice.Status.VOID && invoice.attempts() == 0;
    }

    private static Future<Void> put(
            WriteContext write, Payer payer, SubscriptionInvoice invoice, Payment payment, @Nullable Known known) {
        Tuple values = key(write.scope(), payer.subscriptionId())
                .addValue(invoice.id())
                .addValue(invoice.number())
                .addValue(payment.id())
                .addValue(isFinal(invoice))
                .addValue(invoice.paymentIntentId());
        return write.transaction()
                .preparedQuery(PUT)
                .execute(values)
                .compose(put -> known == null ? insert(write, payer, payment) : update(write, payer, payment))
                .compose(written -> EarlyRefunds.syncReported(write, invoice.paymentIntentId()));
    }

    private static Future<Void> insert(WriteContext write, Payer payer, Payment payment) {
        return StoredSubscriptionPaymentCodec.INSTANCE
                .insert(write, payer, payment)
                .onSuccess(inserted -> note(write, payer, payment))
                .mapEmpty();
    }

    private static Future<Void> update(WriteContext write, Payer payer, Payment payment) {
        return StoredSubscriptionPaymentCodec.INSTANCE
                .lock(write, payment.id())
                .compose(former -> {
                    if (!former.value().status().equals(payment.status().wire())) {
                        note(write, payer, payment);
                    }
                    return StoredSubscriptionPaymentCodec.INSTANCE.replace(write, former, payer, payment);
                })
                .mapEmpty();
    }

    /**
     * Tells of further payments, and of each attempt that failed, once. Messages follow the records of a transaction,
     * so that no two transactions can deadlock.
     */
    static void tell(WriteContext write, Payer payer, List<ChargeEffect> charges) {
        charges.forEach(charge -> charge.messages()
                .forEach(purpose -> MailOutbox.enqueue(write, purpose, payer.subscriptionId(), charge.occasion())));
    }

    /** Notes a further payment, or one that failed, if the test clock moves. */
    private static void note(WriteContext write, Payer payer, Payment payment) {
        if (payment.status() == SubscriptionPaymentWriter.Status.SUCCEEDED
                && !payment.reason().equals(ChargeEffect.FIRST)) {
            TestClockEvents.note(
                    write, TestClockEvents.Type.SUBSCRIPTION_RENEWED, payer.subscriptionId(), payment.createdAt());
        } else if (payment.status() == SubscriptionPaymentWriter.Status.FAILED) {
            TestClockEvents.note(
                    write,
                    TestClockEvents.Type.SUBSCRIPTION_PAYMENT_FAILED,
                    payer.subscriptionId(),
                    payment.createdAt());
        }
    }

    /** Returns whether an invoice no longer changes. */
    static boolean isFinal(SubscriptionInvoice invoice) {
        return invoice.status() == SubscriptionInvoice.Status.PAID
                || invoice.status() == SubscriptionInvoice.Status.VOID;
    }

    private static Payment payment(
            WriteContext write, SubscriptionInvoice invoice, SubscriptionState state, @Nullable Known known) {
        return new Payment(
                known == null ? Ids.next(invoice.createdAt()) : known.paymentId(),
                invoice.createdAt(),
                write.now().isAfter(invoice.createdAt()) ? write.now() : invoice.createdAt(),
                invoice.amount(),
                status(invoice, state),
                InvoiceStatus.valueOf(invoice.status().name()),
                invoice.billingReason(),
                null,
                invoice.chargeId(),
                invoice.paymentIntentId(),
                invoice.id(),
                invoice.pdfUrl());
    }

    private static SubscriptionPaymentWriter.Status status(SubscriptionInvoice invoice, SubscriptionState state) {
        PaymentState latest = state.latestPayment();
        boolean waits = latest != null
                && invoice.id().equals(state.latestInvoiceId())
                && latest.status() == PaymentState.Status.REQUIRES_ACTION;
        return switch (invoice.status()) {
            case PAID -> SubscriptionPaymentWriter.Status.SUCCEEDED;
            case VOID, UNCOLLECTIBLE -> SubscriptionPaymentWriter.Status.FAILED;
            case DRAFT, OPEN ->
                waits
                        ? SubscriptionPaymentWriter.Status.INCOMPLETE
                        : invoice.attempts() == 0
                                ? SubscriptionPaymentWriter.Status.PENDING
                                : SubscriptionPaymentWriter.Status.FAILED;
        };
    }

    /** Schedules the next look at a subscription, in case no event arrives; none after its end. */
    public static Future<Void> lookLater(WriteContext write, String id, SubscriptionState state) {
        if (state.times().endedAt() != null) {
            return Tasks.delete(write.transaction(), write.scope(), SubscriptionSync.KIND, id);
        }
        Instant periodEnd = state.times().periodEnd().plus(LOOK_DELAY);
        Instant due = periodEnd.isAfter(write.now()) ? periodEnd : write.now().plus(LOOK_PAUSE);
        Instant retry = write.now().plus(RETRY_PAUSE);
        boolean retried = state.status() == SubscriptionState.Status.PAST_DUE && retry.isBefore(due);
        Task task = Task.of(write.scope(), write.newId(), SubscriptionSync.KIND, id, new JsonObject());
        return Tasks.schedule(write.transaction(), task, retried ? retry : due, write.now());
    }
}
