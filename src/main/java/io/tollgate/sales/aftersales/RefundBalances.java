package io.tollgate.sales.aftersales;

import io.tollgate.platform.write.WriteContext;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.Tuple;

/**
 * Reserves amounts of orders for refunds. Each reservation is one conditional update of one row, and a constraint
 * enforces {@code reserved <= paid}, so that concurrent refunds never exceed what was paid.
 */
final class RefundBalances {
    /** The first row of an order counts what was refunded before. */
    private static final String RESERVE = """
            INSERT INTO refund_balance AS held (seller_id, livemode, charge_id, paid, reserved)
            SELECT $1, $2, $3, $4, $5::bigint + $6::bigint WHERE $5::bigint + $6::bigint <= $4::bigint
            ON CONFLICT (seller_id, livemode, charge_id)
            DO UPDATE SET paid = EXCLUDED.paid, reserved = held.reserved + $6::bigint
            WHERE held.reserved + $6::bigint <= EXCLUDED.paid
            """;

    private static final String RELEASE = """
            UPDATE refund_balance SET reserved = reserved - $4
            WHERE seller_id = $1 AND livemode = $2 AND charge_id = $3
            """;
    private static final String READ = """
            SELECT (SELECT reserved FROM refund_balance WHERE seller_id = $1 AND livemode = $2 AND charge_id = $3),
                   coalesce(sum(amount), 0)::bigint, coalesce(sum(processor_amount), 0)::bigint,
                   (SELECT coalesce(sum(amount), 0)::bigint FROM recorded_payment
                    WHERE seller_id = $1 AND livemode = $2 AND charge_id = $3)
            FROM refund WHERE seller_id = $1 AND livemode = $2 AND charge_id = $3 AND status <> 'FAILED'
            """;

    private RefundBalances() {}

    /**
     * What is refunded of an order, or being refunded.
     *
     * @param reserved sum of all refunds that did not fail
     * @param before the part that was refunded before Tollgate's first refund, as of imported orders
     * @param atProcessor the part of Tollgate's refunds that the processor returns
     * @param recorded what the seller recorded as received outside of the processor
     */
    record Balance(long reserved, long before, long atProcessor, long recorded) {
        /** Returns what the processor still holds of an amount paid. */
        long processorLeft(long paid) {
            return Math.max(0, paid - recorded - before - atProcessor);
        }
    }

    /** @param refunded the order's {@code amountRefunded} */
    static Future<Balance> read(WriteContext write, String chargeId, long refunded) {
        return write.transaction()
                .preparedQuery(READ)
                .execute(Tuple.of(write.scope().sellerId(), write.scope().live(), chargeId))
                .map(rows -> {
                    Row row = rows.iterator().next();
                    Long reserved = row.getLong(0);
                    long now = reserved == null ? refunded : reserved;
                    return new Balance(now, now - row.getLong(1), row.getLong(2), row.getLong(3));
                });
    }

    /**
     * Reserves an amount if so much is left.
     *
     * @param refunded the order's {@code amountRefunded}
     * @return false if less is left; nothing changes then
     */
    static Future<Boolean> reserve(WriteContext write, String chargeId, long paid, long refunded, long amount) {
        return write.transaction()
                .preparedQuery(RESERVE)
                .execute(Tuple.of(write.scope().sellerId(), write.scope().live(), chargeId, paid, refunded, amount))
                .map(rows -> rows.rowCount() == 1);
    }

    /** Releases the amount of a refund that failed. */
    static Future<Void> release(WriteContext write, String chargeId, long amount) {
        return write.transaction()
                .preparedQuery(RELEASE)
                .execute(Tuple.of(write.scope().sellerId(), write.scope().live(), chargeId, amount))
                .mapEmpty();
    }
}
