package io.tollgate.sales.ticket;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A recorded ticket: what its cancellation and its refund read and write.
 *
 * @param email of the attendee; null without one
 * @param valid whether it admits its attendee
 * @param revenue what was charged for it, in the minor unit
 * @param canceledAt when it was canceled since the record was read; null if it was not
 */
public record StoredTicket(
        String id,
        String bookingId,
        @Nullable String email,
        String eventId,
        String typeId,
        boolean valid,
        long revenue,
        @Nullable Instant canceledAt) {
    /** Returns the ticket after its cancellation. It admits nobody. */
    public StoredTicket canceled(Instant at) {
        return new StoredTicket(id, bookingId, email, eventId, typeId, false, revenue, at);
    }
}
