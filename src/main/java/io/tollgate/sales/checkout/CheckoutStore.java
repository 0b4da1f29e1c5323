package io.tollgate.sales.checkout;

import io.tollgate.platform.resource.Scope;
import io.tollgate.platform.write.WriteContext;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.Tuple;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import org.jspecify.annotations.Nullable;

/** The statements on checkouts. */
final class CheckoutStore {
    private static final String INSERT = """
            INSERT INTO checkout (seller_id, livemode, id, page_id, status, amount, currency, order_json, claims,
                                  email, client_ip, submission, hold_until, created_at, updated_at, kind, deposit,
                                  once_product_id, one_subscription_of, funnel_run_id, owner, held_since, inputs)
            VALUES ($1, $2, $3, $4, 'OPEN', $5, $6, $7, $8, $9, $10, $11, $12, $13, $13, $14, $15, $16, $17, $18,
                    $19, $20, $21)
            ON CONFLICT DO NOTHING
            """;
    private static final String FIND_SUBMITTED =
            "SELECT id FROM checkout WHERE seller_id = $1 AND livemode = $2 AND submission = $3";
    private static final String FIND = """
            SELECT status, amount, order_json, claims, charge_id, order_id, hold_until, kind, deposit FROM checkout
            WHERE seller_id = $1 AND livemode = $2 AND id = $3
            """;
    private static final String MOVE = """
            UPDATE checkout SET status = $5, charge_id = $6, order_id = $7, updated_at = $8,
                inputs = CASE WHEN $6::text IS NULL THEN inputs END
            WHERE seller_id = $1 AND livemode = $2 AND id = $3 AND status = $4
            """;
    private static final String DELETE_EXPIRED = """
            DELETE FROM checkout WHERE seller_id = $1 AND livemode = $2 AND id = $3 AND status = 'EXPIRED'
            """;
    private static final String REFUSE_LATE_PAYMENT = """
            UPDATE checkout SET late_payment_refused = TRUE
            WHERE seller_id = $1 AND livemode = $2 AND id = $3 AND status IN ('OPEN', 'PENDING', 'EXPIRED')
            """;
    private static final String REFUSES_LATE_PAYMENT = """
            SELECT FROM checkout WHERE seller_id = $1 AND livemode = $2 AND id = $3 AND late_payment_refused
            """;
    private static final String FIND_BY_PAYMENT = """
            SELECT id FROM checkout WHERE seller_id = $1 AND livemode = $2 AND id = coalesce(
                (SELECT checkout_id FROM payment_attempt
                 WHERE seller_id = $1 AND livemode = $2 AND processor_id = $3),
                (SELECT checkout_id FROM payment_attempt
                 WHERE seller_id = $1 AND livemode = $2 AND client_secret LIKE 'seti\\_%'
                   AND split_part(client_secret, '_secret_', 1) = $3 LIMIT 1), $4)
            """;

    private CheckoutStore() {}

    /**
     * @param inputs the inputs of the page as JSON; null to keep none
     * @param hold until when the order holds its stock
     */
    record NewCheckout(
            String id,
            String submission,
            PageOrder.Placed placed,
            StockClaims claims,
            @Nullable String inputs,
            OwnOrders.Hold hold) {}

    /** @throws ApiError 409 if the buyer can buy the product only once and has another order of it */
    static Future<Void> insert(WriteContext write, NewCheckout checkout) {
        PageOrder.Placed placed = checkout.placed();
        PageOrder order = placed.priced().order();
        Tuple values = Tuple.of(
                        write.scope().sellerId(),
                        write.scope().live(),
                        checkout.id(),
                        order.page().id(),
                        placed.priced().total())
                .addValue(placed.priced().currency())
                .addValue(OrderCodec.encode(order))
                .addValue(checkout.claims().json())
                .addValue(placed.buyer().email())
                .addValue(order.form().visit().clientIp())
                .addValue(checkout.submission())
                .addValue(at(checkout.hold().until()))
                .addValue(at(write.now()))
                .addValue(OrderCodec.kind(placed.priced()))
                .addValue(placed.deposit())
                .addValue(EarlierPurchases.limited(placed.priced()))
                .addValue(EarlierPurchases.limitedSubscription(placed.priced()))
                .addValue(placed.offer() == null ? null : placed.offer().runId())
                .addValue(OwnOrders.owner(order.form()))
                .addValue(at(checkout.hold().since()))
                .addValue(checkout.inputs());
        return write.transaction()
                .preparedQuery(INSERT)
                .execute(values)
                .map(rows -> EarlierPurchases.require(rows.rowCount() == 1));
    }

    /** Returns the order of a submission, or null. Requests with one submission run one after the other. */
    static Future<@Nullable String> submitted(WriteContext write, String submission) {
        Scope scope = write.scope();
        // Pipelined: the database takes the lock before it reads the order.
        Future<Void> locked = OpenCheckouts.serialize(write, submission);
        Future<RowSet<Row>> found = write.transaction()
                .preparedQuery(FIND_SUBMITTED)
                .execute(Tuple.of(scope.sellerId(), scope.live(), submission));
        return Future.join(locked, found)
                .map(both -> found.result().rowCount() == 0
                        ? null
                        : found.result().iterator().next().getString(0));
    }

    /** Returns a checkout, or null if there is none with this id. */
    static Future<@Nullable Checkout> find(SqlConnection transaction, Scope scope, String id) {
        return read(transaction, FIND, scope, id);
    }

    /** Returns a checkout, locked until the end of the transaction, or null if there is none with this id. */
    static Future<@Nullable Checkout> lock(SqlConnection transaction, Scope scope, String id) {
        return read(transaction, FIND + "FOR UPDATE", scope, id);
    }

    private static Future<@Nullable Checkout> read(SqlConnection transaction, String sql, Scope scope, String id) {
        return transaction
                .preparedQuery(sql)
                .execute(Tuple.of(scope.sellerId(), scope.live(), id))
                .map(rows -> {
                    for (Row row : rows) {
                        return checkout(scope, id, row);
                    }
                    return null;
                });
    }

    /** @param row begins with the columns of a checkout, in the order of {@link #find} */
    static Checkout checkout(Scope scope, String id, Row row) {
        return new Checkout(
                scope,
                id,
                CheckoutStatus.valueOf(row.getString(0)),
                row.getLong(1),
                row.getLong(8),
                OrderCodec.decode(row.getString(7), row.getString(2)),
                new StockClaims(row.getJsonArray(3)),
                row.getString(4),
                row.getString(5),
                row.getOffsetDateTime(6).toInstant());
    }

    /**
     * Moves a locked checkout to another status.
     *
     * @param written the payment or booking; null if the order has not become one
     * @throws IllegalStateException if the status cannot follow the current one
     */
    static Future<Void> move(
            WriteContext write, Checkout checkout, CheckoutStatus status, OrderRecords.@Nullable Written written) {
        if (!checkout.status().next().contains(status)) {
            throw new IllegalStateException("a checkout cannot move from " + checkout.status() + " to " + status);
        }
        Tuple values = names(checkout.scope(), checkout.id())
                .addValue(checkout.status().name())
                .addValue(status.name())
                .addValue(written == null ? null : written.chargeId())
                .addValue(written == null ? null : written.orderId())
                .addValue(at(write.now()));
        return write.transaction().preparedQuery(MOVE).execute(values).map(rows -> {
            if (rows.rowCount() != 1) {
                throw new IllegalStateException("a checkout was moved without its lock");
            }
            return null;
        });
    }

    /** Deletes an expired checkout with its attempts. Leaves any other one unchanged. */
    static Future<Void> deleteExpired(WriteContext write, String id) {
        return write.transaction()
                .preparedQuery(DELETE_EXPIRED)
                .execute(names(write.scope(), id))
                .mapEmpty();
    }

    /**
     * Decides that a checkout whose hold has ended is not completed any more. Returns false if it was completed before.
     */
    static Future<Boolean> refuseLatePayment(WriteContext write, String id) {
        return write.transaction()
                .preparedQuery(REFUSE_LATE_PAYMENT)
                .execute(names(write.scope(), id))
                .map(rows -> rows.rowCount() == 1);
    }

    /** Returns whether a locked checkout is not completed any more. */
    static Future<Boolean> refusesLatePayment(WriteContext write, String id) {
        return write.transaction()
                .preparedQuery(REFUSES_LATE_PAYMENT)
                .execute(names(write.scope(), id))
                .map(rows -> rows.size() == 1);
    }

    /**
     * Returns the checkout of a payment or a setup at the processor, or null if there is none.
     *
     * @param named the checkout that the payment names, for a payment whose id is not recorded yet; null if unknown
     */
    static Future<@Nullable String> checkoutOf(
            SqlConnection transaction, Scope scope, String paymentId, @Nullable String named) {
        return transaction
                .preparedQuery(FIND_BY_PAYMENT)
                .execute(names(scope, paymentId).addValue(named))
                .map(rows -> {
                    for (Row row : rows) {
                        return row.getString(0);
                    }
                    return null;
                });
    }

    static Tuple names(Scope scope, String id) {
        return Tuple.of(scope.sellerId(), scope.live(), id);
    }

    static OffsetDateTime at(Instant moment) {
        return moment.atOffset(ZoneOffset.UTC);
    }
}
