package io.tollgate.sales.checkout;

import static io.tollgate.sales.checkout.CheckoutStore.at;
import static io.tollgate.sales.checkout.CheckoutStore.names;

import io.tollgate.platform.resource.Scope;
import io.tollgate.platform.write.WriteContext;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.Tuple;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The statements on the payment attempts of checkouts. */
final class AttemptStore {
    private static final String FIND = """
            SELECT id, subscription, processor_id, client_secret, customer_id FROM payment_attempt
            WHERE seller_id = $1 AND livemode = $2 AND checkout_id = $3 AND status <> 'CANCELED'
            """;
    private static final String FIND_CREATED = """
            SELECT id, subscription, processor_id, client_secret, customer_id FROM payment_attempt
            WHERE seller_id = $1 AND livemode = $2 AND checkout_id = $3 AND processor_id IS NOT NULL
            ORDER BY created_at, id
            """;
    private static final String INSERT = """
            INSERT INTO payment_attempt (seller_id, livemode, id, checkout_id, status, created_at, customer_id,
                                         subscription)
            VALUES ($1, $2, $3, $4, 'OPEN', $5, $6, $7)
            """;
    private static final String RECORD = """
            UPDATE payment_attempt SET processor_id = $4, client_secret = $5
            WHERE seller_id = $1 AND livemode = $2 AND id = $3
            """;
    private static final String END =
            "UPDATE payment_attempt SET status = $4 WHERE seller_id = $1 AND livemode = $2 AND id = $3";

    private AttemptStore() {}

    /** Returns the attempt that can be charged or was; null without one. */
    static Future<@Nullable PaymentAttempt> find(SqlConnection transaction, Scope scope, String checkoutId) {
        return transaction.preparedQuery(FIND).execute(names(scope, checkoutId)).map(rows -> {
            for (Row row : rows) {
                return attempt(row);
            }
            return null;
        });
    }

    /** Returns all attempts that exist at the processor, also those that were canceled. */
    static Future<List<PaymentAttempt>> created(SqlConnection transaction, Scope scope, String checkoutId) {
        return transaction
                .preparedQuery(FIND_CREATED)
                .execute(names(scope, checkoutId))
                .map(rows -> {
                    List<PaymentAttempt> attempts = new ArrayList<>();
                    rows.forEach(row -> attempts.add(attempt(row)));
                    return attempts;
                });
    }

    private static PaymentAttempt attempt(Row row) {
        return new PaymentAttempt(
                row.getString(0), row.getBoolean(1), row.getString(2), row.getString(3), row.getString(4));
    }

    /** @param customerId the buyer's customer at the processor; null if there is none yet */
    static Future<PaymentAttempt> insert(
            WriteContext write, String checkoutId, boolean subscription, @Nullable String customerId) {
        String id = write.newId();
        Tuple values = names(write.scope(), id)
                .addValue(checkoutId)
                .addValue(at(write.now()))
                .addValue(customerId)
                .addValue(subscription);
        return write.transaction()
                .preparedQuery(INSERT)
                .execute(values)
                .map(new PaymentAttempt(id, subscription, null, null, customerId));
    }

    /** Records the processor's response. */
    static Future<Void> record(WriteContext write, PaymentAttempt created) {
        return write.transaction()
                .preparedQuery(RECORD)
                .execute(names(write.scope(), created.id())
                        .addValue(created.processorId())
                        .addValue(created.clientSecret()))
                .mapEmpty();
    }

    /** @param succeeded whether the attempt was charged; otherwise it was canceled at the processor */
    static Future<Void> end(WriteContext write, String id, boolean succeeded) {
        return write.transaction()
                .preparedQuery(END)
                .execute(names(write.scope(), id).addValue(succeeded ? "SUCCEEDED" : "CANCELED"))
                .mapEmpty();
    }
}
