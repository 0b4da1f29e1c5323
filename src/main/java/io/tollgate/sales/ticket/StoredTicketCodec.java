package io.tollgate.sales.ticket;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tollgate.platform.write.RecordCodec;
import io.tollgate.sales.purchase.TicketWriter;

/** Decodes and encodes the records of tickets. */
public final class StoredTicketCodec extends RecordCodec<StoredTicket> {
    public static final StoredTicketCodec INSTANCE = new StoredTicketCodec();

    private StoredTicketCodec() {
        super(Tickets.RESOURCE);
    }

    @Override
    protected StoredTicket decode(ObjectNode record) {
        return new StoredTicket(
                record.path("id").asText(),
                record.path("bookingId").asText(),
                nonEmpty(record, "attendeeEmail"),
                record.path("pageId").asText(),
                record.path("ticketTypeId").asText(),
                record.path("status").asText().equals("PAID"),
                record.path("revenue").asLong(),
                null);
    }

    @Override
    protected void encode(ObjectNode record, StoredTicket former, StoredTicket next) {
        if (next.canceledAt() != null) {
            TicketWriter.cancel(record, next.canceledAt());
        }
    }
}
