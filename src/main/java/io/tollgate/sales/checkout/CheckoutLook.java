package io.tollgate.sales.checkout;

import io.tollgate.platform.resource.Scope;
import io.tollgate.platform.write.WriteExecutor;
import io.tollgate.processor.ProcessorAccount;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import io.vertx.sqlclient.Tuple;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A checkout, and what to ask the processor about it.
 *
 * @param checkout null if there is none
 * @param begun its payment at the processor, to ask about the outcome; null if none was begun
 * @param declinedCharge the last declined charge that is counted; null without one
 */
record CheckoutLook(
        Kind kind,
        @Nullable Checkout checkout,
        CheckoutPayments.@Nullable Begun begun,
        @Nullable String declinedCharge) {
    private static final CheckoutLook NONE = new CheckoutLook(Kind.NONE, null, null, null);

    private static final String READ = """
            SELECT c.status, c.amount, c.order_json, c.claims, c.charge_id, c.order_id, c.hold_until, c.kind, c.deposit,
                   a.id, a.subscription, a.processor_id, a.client_secret, a.customer_id,
                   p.secret_key, p.publishable_key, p.simulated,
                   c.late_payment_refused, c.declined_charge
            FROM checkout c
            LEFT JOIN payment_attempt a ON a.seller_id = c.seller_id AND a.livemode = c.livemode
                AND a.checkout_id = c.id AND a.status <> 'CANCELED'
            LEFT JOIN processor_account p ON p.seller_id = c.seller_id AND p.livemode = c.livemode
            WHERE c.seller_id = $1 AND c.livemode = $2 AND c.id = $3
            """;

    /** What to ask. */
    enum Kind {
        NONE,
        OUTCOME,
        /** The hold has ended: the payment is canceled. */
        EXPIRED,
        /** The checkout has expired: it may have been paid nevertheless. */
        LATE
    }

    /** Reads a checkout, without a transaction: most requests of its buyer only show it. */
    static Future<CheckoutLook> read(WriteExecutor writes, Scope scope, String id) {
        Future<Instant> time = writes.now(scope);
        Future<RowSet<Row>> found = writes.database().get(READ, Tuple.of(scope.sellerId(), scope.live(), id));
        return Future.join(time, found).map(read -> {
            for (Row row : found.result()) {
                Checkout checkout = CheckoutStore.checkout(scope, id, row);
                Kind kind = kind(checkout, time.result(), row.getBoolean(17));
                return new CheckoutLook(
                        kind, checkout, kind == Kind.OUTCOME ? begun(checkout, row) : null, row.getString(18));
            }
            return NONE;
        });
    }

    private static Kind kind(Checkout checkout, Instant now, boolean refused) {
        if (checkout.status() == CheckoutStatus.EXPIRED) {
            return Kind.LATE;
        }
        if (!checkout.status().isOpen()) {
            return Kind.NONE;
        }
        // A payment whose outcome follows later can take days. If it fails, the order is open again, and expires.
        boolean waits = checkout.status() == CheckoutStatus.PENDING && !refused;
        return checkout.hasExpired(now) && !waits ? Kind.EXPIRED : Kind.OUTCOME;
    }

    private static CheckoutPayments.@Nullable Begun begun(Checkout checkout, Row row) {
        if (row.getString(9) == null) {
            return null;
        }
        PaymentAttempt attempt = new PaymentAttempt(
                row.getString(9), row.getBoolean(10), row.getString(11), row.getString(12), row.getString(13));
        ProcessorAccount account = row.getBuffer(14) == null
                ? null
                : new ProcessorAccount(checkout.scope(), row.getBuffer(14), row.getString(15), row.getBoolean(16));
        return new CheckoutPayments.Begun(checkout, attempt, ProcessorAccount.required(account, checkout.scope()));
    }
}
