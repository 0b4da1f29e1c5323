package io.tollgate.order;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tollgate.purchase.TicketWriter;
import io.tollgate.records.Records;
import io.tollgate.records.Records.Stored;
import io.tollgate.ticket.Tickets;
import io.tollgate.write.WriteContext;
import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import io.vertx.sqlclient.Tuple;
import java.util.ArrayList;
import java.util.List;

/** The tickets of a booking, and the registration that they belong to. */
final class OrderTickets {
    private static final String UNREGISTER =
            "DELETE FROM registration WHERE seller_id = $1 AND livemode = $2 AND booking_id = $3";

    private OrderTickets() {}

    /**
     * Tickets after a cancellation.
     *
     * @param canceled the tickets that were valid before
     * @param noneLeft whether no ticket of the booking is valid any more
     */
    record Canceled(List<ObjectNode> canceled, boolean noneLeft) {}

    static boolean isValid(ObjectNode ticket) {
        return ticket.path("status").asText().equals("PAID");
    }

    /**
     * Cancels the tickets of a booking that are not canceled yet. Their places are not released: see
     * {@link CapacityRelease}.
     *
     * @param ids the tickets to cancel; empty for all
     */
    static Future<Canceled> cancel(WriteContext write, String bookingId, List<String> ids) {
        return Records.lockAll(write.transaction(), write.scope(), Tickets.RESOURCE, "booking_id", bookingId)
                .compose(tickets -> {
                    List<ObjectNode> canceled = new ArrayList<>();
                    List<Future<Buffer>> updates = new ArrayList<>();
                    boolean left = false;
                    for (Stored former : tickets) {
                        if (!isValid(former.record())) {
                            continue;
                        }
                        if (!ids.isEmpty()
                                && !ids.contains(former.record().get("id").textValue())) {
                            left = true;
                            continue;
                        }
                        ObjectNode ticket = former.record().deepCopy();
                        TicketWriter.cancel(ticket, write.now());
                        canceled.add(ticket);
                        updates.add(write.update(write.scope(), Tickets.RESOURCE, former, ticket));
                    }
                    Canceled done = new Canceled(canceled, !left);
                    return Future.join(updates).map(done);
                });
    }

    /** Ends the registration of a booking's customer, so that the customer can register again. */
    static Future<Void> unregister(WriteContext write, String bookingId) {
        return write.transaction()
                .preparedQuery(UNREGISTER)
                .execute(Tuple.of(write.scope().sellerId(), write.scope().live(), bookingId))
                .mapEmpty();
    }
}
