package io.tollgate.sales.ticket;

import com.fasterxml.jackson.databind.JsonNode;
import io.tollgate.platform.db.Database;
import io.tollgate.platform.records.StoredJson;
import io.tollgate.platform.records.TenantGuard;
import io.tollgate.platform.resource.Scope;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.Tuple;
import java.util.ArrayList;
import java.util.List;

/** Reads the tickets of a booking for its buyer. */
public record BookedTickets(Database database) {
    private static final int TICKETS_MAX = 200;
    private static final String LOAD = """
            SELECT seller_id, livemode, record FROM ticket
            WHERE seller_id = $1 AND livemode = $2 AND booking_id = $3
            ORDER BY id LIMIT %d
            """.formatted(TICKETS_MAX);

    /** @param code the short id that the ticket shows */
    public record BookedTicket(String typeId, String code, String attendee, boolean canceled) {}

    /** Returns at most 200 tickets of a booking, in order. */
    public Future<List<BookedTicket>> of(Scope scope, String bookingId) {
        return database.get(LOAD, Tuple.of(scope.sellerId(), scope.live(), bookingId))
                .map(rows -> {
                    List<BookedTicket> tickets = new ArrayList<>();
                    for (Row row : rows) {
                        TenantGuard.requireTenant(scope, row);
                        JsonNode ticket = StoredJson.parse(row.getBuffer(2));
                        tickets.add(new BookedTicket(
                                ticket.path("ticketTypeId").asText(),
                                ticket.path("ticketShortId").asText(),
                                ticket.path("attendeeName").asText(),
                                !ticket.path("status").asText().equals("PAID")));
                    }
                    return tickets;
                });
    }
}
