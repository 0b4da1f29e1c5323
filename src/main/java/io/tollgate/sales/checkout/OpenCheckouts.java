package io.tollgate.sales.checkout;

import io.tollgate.platform.error.ApiError;
import io.tollgate.platform.write.WriteContext;
import io.vertx.core.Future;
import io.vertx.sqlclient.Tuple;
import java.time.Duration;
import java.time.ZoneOffset;

/** Limits how many orders a buyer can begin without paying. */
final class OpenCheckouts {
    private static final String SERIALIZE = "SELECT pg_advisory_xact_lock(hashtextextended($1, 0))";
    private static final String COUNT = """
            SELECT (SELECT count(*) FROM checkout
                    WHERE seller_id = $1 AND livemode = $2 AND %1$s = $3 AND status IN ('OPEN', 'PENDING'))
                 + (SELECT count(*) FROM checkout c
                    WHERE seller_id = $1 AND livemode = $2 AND %1$s = $3 AND status = 'UNPAID' AND created_at > $4
                      AND (EXISTS (SELECT FROM payment p WHERE p.seller_id = $1 AND p.livemode = $2
                               AND p.id = c.charge_id AND p.status = 'unpaid')
                        OR EXISTS (SELECT FROM booking b WHERE b.seller_id = $1 AND b.livemode = $2
                               AND b.id = c.charge_id AND b.status = 'unpaid')))
            """;
    private static final String COUNT_EMAIL = COUNT.formatted("email");
    private static final String COUNT_ADDRESS = COUNT.formatted("client_ip");

    /** How long an order by invoice or on delivery counts. It holds its stock until it is paid or canceled. */
    private static final Duration UNPAID_COUNTS = Duration.ofDays(1);

    private OpenCheckouts() {}

    /**
     * Fails with 409 if the buyer, or the buyer's network address, already has as many open orders as allowed. Orders
     * of the last day by invoice or on delivery count as long as they are not paid. The caller has serialized the
     * orders of the buyer. Those of one address are not, because many buyers can share it: it may exceed its limit by
     * the orders that are placed at the same moment.
     */
    static Future<Void> requireFewOpen(WriteContext write, PageOrder.Placed placed, CheckoutSettings settings) {
        String email = placed.buyer().email();
        String address = placed.priced().order().form().visit().clientIp();
        Future<Long> byEmail = count(write, COUNT_EMAIL, email, UNPAID_COUNTS);
        Future<Long> byAddress =
                address == null ? Future.succeededFuture(0L) : count(write, COUNT_ADDRESS, address, UNPAID_COUNTS);
        return Future.join(byEmail, byAddress).map(counted -> {
            if (byEmail.result() >= settings.openPerBuyer()
                    || (address != null && byAddress.result() >= settings.openPerAddress())) {
                throw ApiError.conflict(
                        "too_many_open_orders",
                        "You have begun several orders without paying. Pay one of them, or try again later.");
            }
            return null;
        });
    }

    /** Lets the writes of a seller that name the same run one after the other, until their ends. */
    static Future<Void> serialize(WriteContext write, String what) {
        return write.transaction()
                .preparedQuery(SERIALIZE)
                .execute(Tuple.of(write.scope().sellerId() + " " + what))
                .mapEmpty();
    }

    /** Returns a number that a statement counts for a seller, a mode and a value since some time ago. */
    static Future<Long> count(WriteContext write, String sql, String of, Duration since) {
        return write.transaction()
                .preparedQuery(sql)
                .execute(Tuple.of(
                        write.scope().sellerId(),
                        write.scope().live(),
                        of,
                        write.now().minus(since).atOffset(ZoneOffset.UTC)))
                .map(rows -> rows.iterator().next().getLong(0));
    }
}
