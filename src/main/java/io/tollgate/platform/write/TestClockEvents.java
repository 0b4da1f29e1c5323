package io.tollgate.platform.write;

import io.tollgate.platform.db.TestClock;
import io.tollgate.platform.resource.Scope;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.Tuple;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Arrays;
import java.util.List;

/** Notes what happens while a test clock moves, for the response of the move. */
public final class TestClockEvents {
    private static final String INSERT =
            "INSERT INTO test_clock_event (seller_id, type, record_id, happened_at) VALUES ($1, $2, $3, $4)";

    private TestClockEvents() {}

    /** What can happen because time passes. */
    public enum Type {
        SUBSCRIPTION_BEGAN("subscription.began"),
        SUBSCRIPTION_RENEWED("subscription.renewed"),
        SUBSCRIPTION_PAYMENT_FAILED("subscription.payment_failed"),
        SUBSCRIPTION_CANCELED("subscription.canceled"),
        SUBSCRIPTION_COMPLETED("subscription.completed"),
        ORDER_PAID("order.paid"),
        ORDER_EXPIRED("order.expired"),
        OFFER_EXPIRED("offer.expired"),
        CART_ABANDONED("cart.abandoned"),
        CART_REMINDED("cart.reminded"),
        CART_EXPIRED("cart.expired");

        private final String wire;

        Type(String wire) {
            this.wire = wire;
        }

        /** Returns the name in responses. */
        public String wire() {
            return wire;
        }

        /** Returns the names of all types. */
        public static List<String> all() {
            return Arrays.stream(values()).map(Type::wire).toList();
        }
    }

    /**
     * Notes an event if the test clock of the write's scope is moving. Does not wait for the statement.
     *
     * @param recordId of the subscription, the payment or booking, the cart, or the order or funnel run that expired
     */
    public static void note(WriteContext write, Type type, String recordId, Instant at) {
        if (write.testClockMoves()) {
            write.awaitAtCommit(insert(write.transaction(), write.scope(), type, recordId, at));
        }
    }

    /** Notes an event in the transaction of background work if the test clock is moving. */
    public static Future<Void> note(
            SqlConnection transaction, Scope scope, TestClock.Reading time, Type type, String recordId) {
        return time.moving() ? insert(transaction, scope, type, recordId, time.now()) : Future.succeededFuture();
    }

    private static Future<Void> insert(SqlConnection transaction, Scope scope, Type type, String recordId, Instant at) {
        return transaction
                .preparedQuery(INSERT)
                .execute(Tuple.of(scope.sellerId(), type.wire(), recordId, at.atOffset(ZoneOffset.UTC)))
                .mapEmpty();
    }
}
