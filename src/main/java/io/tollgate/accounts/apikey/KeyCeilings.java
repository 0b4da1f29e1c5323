package io.tollgate.accounts.apikey;

import io.tollgate.accounts.seller.SellerDetails;
import io.tollgate.platform.db.RowExpiry;
import io.tollgate.platform.error.ApiError;
import io.tollgate.platform.http.Ceilings;
import io.tollgate.platform.records.TenantGuard;
import io.tollgate.platform.write.WriteContext;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.Tuple;
import java.time.Duration;
import java.time.LocalDate;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Counts what keys with ceilings give away. Each use is one conditional update of the row of its day, in the
 * transaction that gives away, and a constraint enforces the ceiling, so that concurrent requests never exceed it. The
 * time zone of the account decides on the day, in test mode by the test clock.
 */
public final class KeyCeilings {
    private static final String USE = """
            INSERT INTO key_ceiling_use AS held (seller_id, livemode, counter_id, day, ceiling, currency, used, most)
            SELECT $1, $2, $3, $4, $5, $6, $7::bigint, $8::bigint WHERE $7::bigint <= $8::bigint
            ON CONFLICT (seller_id, livemode, counter_id, day, ceiling, currency)
            DO UPDATE SET used = held.used + EXCLUDED.used, most = EXCLUDED.most
            WHERE held.used + EXCLUDED.used <= EXCLUDED.most
            """;
    private static final String READ = """
            SELECT seller_id, livemode, used FROM key_ceiling_use
            WHERE seller_id = $1 AND livemode = $2 AND counter_id = $3 AND day = $4 AND ceiling = $5 AND currency = $6
            """;

    /** Rows of days that have ended in every time zone. */
    public static final RowExpiry.Rule EXPIRY = new RowExpiry.Rule(
            "uses of ceilings",
            "DELETE FROM key_ceiling_use WHERE seller_id = $1 AND day < ($2::timestamptz AT TIME ZONE 'UTC')::date",
            Duration.ofDays(2));

    private KeyCeilings() {}

    /**
     * Counts a refund. Does nothing if the key has no ceiling for refunds.
     *
     * @param amount in the currency's smallest unit
     * @throws ApiError 403 if it exceeds a ceiling
     */
    public static Future<Void> refund(WriteContext write, String currency, long amount) {
        Ceilings own = write.caller().ceilings();
        if (own == null || own.refundAmount().isEmpty()) {
            return Future.succeededFuture();
        }
        Ceilings.Refunds most = own.refundAmount().get(currency);
        if (most == null) {
            throw reached(CeilingsCodec.REFUNDS, "0 " + currency, amount);
        }
        Long each = most.perRefund();
        if (each != null && amount > each) {
            throw reached(
                    CeilingsCodec.REFUNDS + "." + CeilingsCodec.PER_REFUND, each + " " + currency + " each", amount);
        }
        return use(write, new Use(own.counterId(), CeilingsCodec.REFUNDS, currency, amount), most.perDay());
    }

    /**
     * Counts the tickets of a complimentary booking. Does nothing if the key has no ceiling for them.
     *
     * @throws ApiError 403 if they exceed the ceiling
     */
    public static Future<Void> complimentary(WriteContext write, long tickets) {
        Ceilings own = write.caller().ceilings();
        return own == null
                ? Future.succeededFuture()
                : use(write, new Use(own.counterId(), CeilingsCodec.TICKETS, "", tickets), own.complimentaryTickets());
    }

    /** @param currency empty for tickets */
    private record Use(String counterId, String ceiling, String currency, long amount) {
        ApiError exceeds(long left) {
            boolean refund = !currency.isEmpty();
            return reached(
                    refund ? ceiling + "." + CeilingsCodec.PER_DAY : ceiling,
                    left + (refund ? " " + currency : " tickets") + " today",
                    amount);
        }
    }

    private static Future<Void> use(WriteContext write, Use use, @Nullable Long most) {
        if (most == null) {
            return Future.succeededFuture();
        }
        return SellerDetails.of(write).compose(seller -> {
            LocalDate day = LocalDate.ofInstant(write.now(), seller.zone());
            return write.transaction()
                    .preparedQuery(USE)
                    .execute(key(write, use, day).addLong(use.amount()).addLong(most))
                    .compose(used -> used.rowCount() == 1
                            ? Future.<Void>succeededFuture()
                            : left(write, use, day)
                                    .compose(held -> Future.failedFuture(use.exceeds(Math.max(0, most - held)))));
        });
    }

    private static Future<Long> left(WriteContext write, Use use, LocalDate day) {
        return write.transaction()
                .preparedQuery(READ)
                .execute(key(write, use, day))
                .map(rows -> {
                    long used = 0;
                    for (Row row : rows) {
                        TenantGuard.requireTenant(write.scope(), row);
                        used = row.getLong(2);
                    }
                    return used;
                });
    }

    private static Tuple key(WriteContext write, Use use, LocalDate day) {
        return Tuple.of(write.scope().sellerId(), write.scope().live(), use.counterId(), day)
                .addString(use.ceiling())
                .addString(use.currency());
    }

    private static ApiError reached(String ceiling, String left, long asked) {
        String message = "leaves " + left + "; " + asked + " requested";
        return ApiError.forbidden(
                "ceiling_reached",
                "The ceiling " + ceiling + " of this API key " + message + ".",
                List.of(new ApiError.Problem(CeilingsCodec.NAME + "." + ceiling, message, asked)));
    }
}
