package io.tollgate.sales.checkout;

import io.tollgate.platform.error.ApiError;
import io.tollgate.platform.write.WriteContext;
import io.tollgate.platform.write.WriteExecutor;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.Tuple;
import java.time.Duration;
import java.time.ZoneOffset;
import org.jspecify.annotations.Nullable;

/**
 * Limits how many cards of a buyer, and of all buyers of a page, the processor declines, because stolen cards are tried
 * with small orders and free trials. Cards go to the processor, not to Tollgate, so they are counted when the processor
 * is asked: after each event of a failed payment or a card that could not be saved, and when the buyer returns.
 */
public final class CardTries {
    /** The number of declined payments after which an order ends. */
    public static final int PER_ORDER = 10;

    private static final Duration COUNTED = Duration.ofHours(1);

    private static final String NOTE = """
            UPDATE checkout SET declines = declines + 1, declined_charge = $4,
                hold_until = CASE WHEN declines + 1 < $5 THEN hold_until ELSE least(hold_until, $6) END
            WHERE seller_id = $1 AND livemode = $2 AND id = $3 AND status IN ('OPEN', 'PENDING')
              AND declined_charge IS DISTINCT FROM $4
            RETURNING declines >= $5
            """;
    private static final String COUNT = """
            SELECT coalesce(sum(declines), 0) FROM checkout
            WHERE seller_id = $1 AND livemode = $2 AND %s = $3 AND created_at > $4 AND declines > 0
            """;
    private static final String COUNT_EMAIL = COUNT.formatted("email");
    private static final String COUNT_ADDRESS = COUNT.formatted("client_ip");
    private static final String COUNT_PAGE = COUNT.formatted("page_id");

    private CardTries() {}

    /**
     * Counts a declined try once. The hold of an order with too many ends, so that its settlement cancels the payment.
     *
     * @param look the order as it was read before the processor was asked
     * @param declined the last try at the processor; null if it was not declined
     * @return whether the hold has ended
     */
    static Future<Boolean> note(WriteExecutor writes, CheckoutLook look, @Nullable String declined) {
        Checkout checkout = look.checkout();
        return checkout == null || declined == null || declined.equals(look.declinedCharge())
                ? Future.succeededFuture(false)
                : writes.run(checkout.scope(), write -> note(write, checkout.id(), declined));
    }

    private static Future<Boolean> note(WriteContext write, String checkoutId, String declined) {
        return write.transaction()
                .preparedQuery(NOTE)
                .execute(Tuple.of(
                        write.scope().sellerId(),
                        write.scope().live(),
                        checkoutId,
                        declined,
                        PER_ORDER,
                        write.now().atOffset(ZoneOffset.UTC)))
                .map(rows -> {
                    for (Row row : rows) {
                        return row.getBoolean(0);
                    }
                    return false;
                });
    }

    /**
     * Rejects an order by card if too many cards of the buyer, by e-mail address or network address, or of all buyers
     * of the page, were declined.
     *
     * @throws ApiError 429
     */
    static Future<Void> requireFew(WriteContext write, PageOrder.Placed placed, CheckoutSettings settings) {
        String address = placed.priced().order().form().visit().clientIp();
        Future<Long> byEmail =
                OpenCheckouts.count(write, COUNT_EMAIL, placed.buyer().email(), COUNTED);
        Future<Long> byAddress = address == null
                ? Future.succeededFuture(0L)
                : OpenCheckouts.count(write, COUNT_ADDRESS, address, COUNTED);
        String page = placed.priced().order().page().id();
        Future<Long> byPage = OpenCheckouts.count(write, COUNT_PAGE, page, COUNTED);
        return Future.join(byEmail, byAddress, byPage).map(counted -> {
            boolean buyer = Math.max(byEmail.result(), byAddress.result()) >= settings.declinesPerHour();
            if (buyer || byPage.result() >= settings.pageDeclinesPerHour()) {
                throw ApiError.rateLimited(COUNTED);
            }
            return null;
        });
    }
}
