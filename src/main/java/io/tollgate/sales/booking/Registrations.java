package io.tollgate.sales.booking;

import io.tollgate.catalog.model.Event;
import io.tollgate.platform.error.ApiError;
import io.tollgate.platform.write.WriteContext;
import io.vertx.core.Future;
import io.vertx.sqlclient.Tuple;

/**
 * Registers customers for events that limit registrations to one per customer. The primary key of the table serializes
 * concurrent registrations of one customer: the second waits for the first to commit and then inserts no row.
 */
public final class Registrations {
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

    private static final String ASSIGN = """
            UPDATE registration SET booking_id = $4
            WHERE seller_id = $1 AND livemode = $2 AND booking_id = $3
            """;

    private static final String RELEASE =
            "DELETE FROM registration WHERE seller_id = $1 AND livemode = $2 AND booking_id = $3";

    private Registrations() {}

    /** Fails with 403 if the customer is already registered. Does nothing if the event has no such limit. */
    public static Future<Void> register(WriteContext write, Event event, String customerId, String bookingId) {
        if (!event.limitsRegistrations()) {
            return Future.succeededFuture();
        }
        Tuple values = Tuple.of(write.scope().sellerId(), write.scope().live(), event.id(), customerId, bookingId);
        return write.transaction().preparedQuery(REGISTER).execute(values).map(rows -> {
            if (rows.rowCount() == 0) {
                throw ApiError.forbidden("registration_limit", "This customer is already registered for this event");
            }
            return null;
        });
    }

    /** Assigns the registration that an order of a hosted page holds to the booking that the order becomes. */
    public static Future<Void> assign(WriteContext write, String checkoutId, String bookingId) {
        return write.transaction()
                .preparedQuery(ASSIGN)
                .execute(Tuple.of(write.scope().sellerId(), write.scope().live(), checkoutId, bookingId))
                .mapEmpty();
    }

    /** Removes the registration of a booking, or of an order that holds one; does nothing without one. */
    public static Future<Void> release(WriteContext write, String bookingId) {
        return write.transaction()
                .preparedQuery(RELEASE)
                .execute(Tuple.of(write.scope().sellerId(), write.scope().live(), bookingId))
                .mapEmpty();
    }
}
