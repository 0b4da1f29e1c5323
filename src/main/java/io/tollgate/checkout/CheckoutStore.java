package io.tollgate.checkout;

import io.tollgate.error.ApiError;
import io.tollgate.resource.Scope;
import io.tollgate.write.WriteContext;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.Tuple;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The statements on checkouts and their payment attempts. */
final class CheckoutStore {
    private static final String INSERT = """
            INSERT INTO checkout (seller_id, livemode, id, page_id, status, amount, currency, order_json, claims,
                                  email, client_ip, submission, hold_until, created_at, updated_at, kind, deposit,
                                  once_product_id)
            VALUES ($1, $2, $3, $4, 'OPEN', $5, $6, $7, $8, $9, $10, $11, $12, $13, $13, $14, $15, $16)
            ON CONFLICT (seller_id, livemode, once_product_id, email)
                WHERE once_product_id IS NOT NULL AND status <> 'EXPIRED'
                DO NOTHING
            """;
    private static final String SERIALIZE = "SELECT pg_advisory_xact_lock(hashtextextended($1, 0))";
    private static final String COUNT_EMAIL = """
            SELECT count(*) FROM checkout
            WHERE seller_id = $1 AND livemode = $2 AND email = $3 AND status IN ('OPEN', 'PENDING')
            """;
    private static final String COUNT_ADDRESS = """
            SELECT count(*) FROM checkout
            WHERE seller_id = $1 AND livemode = $2 AND client_ip = $3 AND status IN ('OPEN', 'PENDING')
            """;
    private static final String FIND_SUBMITTED =
            "SELECT id FROM checkout WHERE seller_id = $1 AND livemode = $2 AND submission = $3";
    private static final String FIND = """
            SELECT status, amount, order_json, claims, charge_id, order_id, hold_until, kind, deposit FROM checkout
            WHERE seller_id = $1 AND livemode = $2 AND id = $3
            """;
    private static final String MOVE = """
            UPDATE checkout SET status = $5, charge_id = $6, order_id = $7, updated_at = $8
            WHERE seller_id = $1 AND livemode = $2 AND id = $3 AND status = $4
            """;
    private static final String DELETE_EXPIRED = """
            DELETE FROM checkout WHERE seller_id = $1 AND livemode = $2 AND id = $3 AND status = 'EXPIRED'
            """;
    private static final String FIND_ATTEMPT = """
            SELECT id, processor_id, client_secret, customer_id FROM payment_attempt
            WHERE seller_id = $1 AND livemode = $2 AND checkout_id = $3 AND status <> 'CANCELED'
            """;
    private static final String FIND_BY_PAYMENT = """
            SELECT id FROM checkout WHERE seller_id = $1 AND livemode = $2 AND id = coalesce(
                (SELECT checkout_id FROM payment_attempt
                 WHERE seller_id = $1 AND livemode = $2 AND processor_id = $3), $4)
            """;
    private static final String FIND_CREATED_ATTEMPTS = """
            SELECT id, processor_id, client_secret, customer_id FROM payment_attempt
            WHERE seller_id = $1 AND livemode = $2 AND checkout_id = $3 AND processor_id IS NOT NULL
            ORDER BY created_at, id
            """;
    private static final String INSERT_ATTEMPT = """
            INSERT INTO payment_attempt (seller_id, livemode, id, checkout_id, status, created_at, customer_id)
            VALUES ($1, $2, $3, $4, 'OPEN', $5, $6)
            """;
    private static final String RECORD_ATTEMPT = """
            UPDATE payment_attempt SET processor_id = $4, client_secret = $5
            WHERE seller_id = $1 AND livemode = $2 AND id = $3
            """;
    private static final String END_ATTEMPT =
            "UPDATE payment_attempt SET status = $4 WHERE seller_id = $1 AND livemode = $2 AND id = $3";

    private CheckoutStore() {}

    record NewCheckout(String id, String submission, PageOrder.Placed placed, StockClaims claims) {}

    /** @throws ApiError 409 if the buyer can buy the product only once and has another order of it */
    static Future<Void> insert(WriteContext write, NewCheckout checkout, Instant holdUntil) {
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
                .addValue(at(holdUntil))
                .addValue(at(write.now()))
                .addValue(OrderCodec.kind(order))
                .addValue(placed.deposit())
                .addValue(EarlierPurchases.limited(order));
        return write.transaction()
                .preparedQuery(INSERT)
                .execute(values)
                .map(rows -> EarlierPurchases.require(rows.rowCount() == 1));
    }

    /** Returns the order of a submission, or null. Requests with one submission run one after the other. */
    static Future<@Nullable String> submitted(WriteContext write, String submission) {
        Scope scope = write.scope();
        return serialize(write, submission)
                .compose(locked -> write.transaction()
                        .preparedQuery(FIND_SUBMITTED)
                        .execute(Tuple.of(scope.sellerId(), scope.live(), submission)))
                .map(rows ->
                        rows.rowCount() == 0 ? null : rows.iterator().next().getString(0));
    }

    /**
     * Fails with 409 if the buyer, or the buyer's network address, already has as many open orders as allowed. The
     * orders of one buyer are counted one after the other. Those of one address are not, because many buyers can share
     * it: it may exceed its limit by the orders that are placed at the same moment.
     */
    static Future<Void> requireFewOpen(WriteContext write, PageOrder.Placed placed, CheckoutSettings settings) {
        String email = placed.buyer().email();
        String address = placed.priced().order().form().visit().clientIp();
        return serialize(write, email)
                .compose(locked -> count(write, COUNT_EMAIL, email))
                .compose(byEmail -> address == null || byEmail >= settings.openPerBuyer()
                        ? Future.succeededFuture(byEmail >= settings.openPerBuyer())
                        : count(write, COUNT_ADDRESS, address).map(byAddress -> byAddress >= settings.openPerAddress()))
                .map(tooMany -> {
                    if (tooMany) {
                        throw ApiError.conflict(
                                "too_many_open_orders",
                                "You have begun several orders without paying. Pay one of them, or try again later.");
                    }
                    return null;
                });
    }

    private static Future<Void> serialize(WriteContext write, String what) {
        return write.transaction()
                .preparedQuery(SERIALIZE)
                .execute(Tuple.of(write.scope().sellerId() + " " + what))
                .mapEmpty();
    }

    private static Future<Long> count(WriteContext write, String sql, String of) {
        return write.transaction()
                .preparedQuery(sql)
                .execute(Tuple.of(write.scope().sellerId(), write.scope().live(), of))
                .map(rows -> rows.iterator().next().getLong(0));
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
                    return null;
                });
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

    /** Returns the attempt that can be charged or was; null without one. */
    static Future<@Nullable PaymentAttempt> attempt(SqlConnection transaction, Scope scope, String checkoutId) {
        return transaction
                .preparedQuery(FIND_ATTEMPT)
                .execute(names(scope, checkoutId))
                .map(rows -> {
                    for (Row row : rows) {
                        return new PaymentAttempt(
                                row.getString(0), row.getString(1), row.getString(2), row.getString(3));
                    }
                    return null;
                });
    }

    /**
     * Returns the checkout of a payment at the processor, or null if there is none.
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

    /** Returns all attempts that exist at the processor, also those that were canceled. */
    static Future<List<PaymentAttempt>> createdAttempts(SqlConnection transaction, Scope scope, String checkoutId) {
        return transaction
                .preparedQuery(FIND_CREATED_ATTEMPTS)
                .execute(names(scope, checkoutId))
                .map(rows -> {
                    List<PaymentAttempt> attempts = new ArrayList<>();
                    rows.forEach(row -> attempts.add(new PaymentAttempt(
                            row.getString(0), row.getString(1), row.getString(2), row.getString(3))));
                    return attempts;
                });
    }

    static Future<PaymentAttempt> insertAttempt(WriteContext write, String checkoutId, @Nullable String customerId) {
        String id = write.newId();
        Tuple values = names(write.scope(), id)
                .addValue(checkoutId)
                .addValue(at(write.now()))
                .addValue(customerId);
        return write.transaction()
                .preparedQuery(INSERT_ATTEMPT)
                .execute(values)
                .map(new PaymentAttempt(id, null, null, customerId));
    }

    static Future<Void> recordAttempt(WriteContext write, String id, String processorId, String clientSecret) {
        return write.transaction()
                .preparedQuery(RECORD_ATTEMPT)
                .execute(names(write.scope(), id).addValue(processorId).addValue(clientSecret))
                .mapEmpty();
    }

    /** @param succeeded whether the attempt was charged; otherwise it was canceled at the processor */
    static Future<Void> endAttempt(WriteContext write, String id, boolean succeeded) {
        return write.transaction()
                .preparedQuery(END_ATTEMPT)
                .execute(names(write.scope(), id).addValue(succeeded ? "SUCCEEDED" : "CANCELED"))
                .mapEmpty();
    }

    private static Tuple names(Scope scope, String id) {
        return Tuple.of(scope.sellerId(), scope.live(), id);
    }

    private static OffsetDateTime at(Instant moment) {
        return moment.atOffset(ZoneOffset.UTC);
    }
}
