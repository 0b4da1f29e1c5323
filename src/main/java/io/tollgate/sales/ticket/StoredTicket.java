package io.tollgate.sales.ticket;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A recorded ticket: what its cancellation reads and writes.
 *
 * @param valid whether it admits its attendee
 * @param canceledAt when it was canceled since the record was read; null if it was not
 */
public record StoredTicket(
        String id,
        String eventId,
        String typeId,
        boolean valid,
        @Nullable Instant canceledAt) {
    /** Returns the ticket after its cancellation. It admits nobody. */
    public StoredTicket canceled(Instant at) {
        return new StoredTicket(id, eventId, typeId, false, at);
    }
}
