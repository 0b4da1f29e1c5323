package io.tollgate.booking;

import io.tollgate.error.ApiError;
import io.tollgate.write.WriteContext;
import io.vertx.core.Future;
import io.vertx.sqlclient.Tuple;

/**
 * Registers guests of events that take each of them once. The key of the table holds where two
 * registrations of one guest meet: the second waits for the first, and then finds it there.
 */
final class Registrations {
    /** Bookings from before the event limited registrations count too, unless they came to nothing. */
    private static final String REGISTER = """
            INSERT INTO registration (seller_id, livemode, page_id, customer_id, booking_id)
            SELECT $1, $2, $3, $4, $5
            WHERE NOT EXISTS (
                SELECT FROM booking
                WHERE seller_id = $1 AND livemode = $2 AND customer_id = $4 AND page_id = $3
                  AND status IN ('pending', 'unpaid', 'partially_paid', 'paid', 'partial_refund'))
            ON CONFLICT DO NOTHING
            """;

    private Registrations() {}

    static Future<Void> register(WriteContext write, Draft draft, String customerId, String bookingId) {
        if (!draft.event().limitsRegistrations()) {
            return Future.succeededFuture();
        }
        Tuple values = Tuple.of(
                write.scope().sellerId(), write.scope().live(), draft.request().eventId(), customerId, bookingId);
        return write.transaction().preparedQuery(REGISTER).execute(values).map(rows -> {
            if (rows.rowCount() == 0) {
                throw ApiError.forbidden(
                        "registration_limit", "This customer is registered for the event, which takes each guest once");
            }
            return null;
        });
    }
}
