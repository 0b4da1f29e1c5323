package io.tollgate.booking;

import io.tollgate.error.ApiError;
import io.tollgate.write.WriteContext;
import io.vertx.core.Future;
import io.vertx.sqlclient.Tuple;

/**
 * Registers customers for events that limit registrations to one per customer. The primary key of the table serializes
 * concurrent registrations of one customer: the second waits for the first to commit and then inserts no row.
 */
final class Registrations {
    /** Also counts bookings from before the event limited registrations, except failed, refunded and canceled ones. */
    private static final String REGISTER = """
            INSERT INTO registration (seller_id, livemode, page_id, customer_id, booking_id)
            SELECT $1, $2, $3, $4, $5
            WHERE NOT EXISTS (
                SELECT FROM booking
                WHERE seller_id = $1 AND livemode = $2 AND customer_id = $4 AND page_id = $3
                  AND status IN ('pending', 'unpaid', 'partially_paid', 'paid', 'partial_refund')
                  AND order_status <> 'canceled')
            ON CONFLICT DO NOTHING
            """;

    private Registrations() {}

    /** Fails with 403 if the customer is already registered. Does nothing if the event has no such limit. */
    static Future<Void> register(WriteContext write, BookingDraft draft, String customerId, String bookingId) {
        if (!draft.event().limitsRegistrations()) {
            return Future.succeededFuture();
        }
        Tuple values = Tuple.of(
                write.scope().sellerId(), write.scope().live(), draft.request().eventId(), customerId, bookingId);
        return write.transaction().preparedQuery(REGISTER).execute(values).map(rows -> {
            if (rows.rowCount() == 0) {
                throw ApiError.forbidden("registration_limit", "This customer is already registered for this event");
            }
            return null;
        });
    }
}
