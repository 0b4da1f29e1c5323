package io.tollgate.sales.aftersales;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tollgate.platform.records.Records;
import io.tollgate.platform.records.Records.Stored;
import io.tollgate.platform.write.WriteContext;
import io.tollgate.sales.booking.CapacityRelease;
import io.tollgate.sales.purchase.TicketWriter;
import io.tollgate.sales.ticket.Tickets;
import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** The tickets of a booking, and their places. */
final class OrderTickets {
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
     * {@link #releasePlaces}.
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

    /** Releases the places of tickets of one event, and the use of a coupon unless it is null. */
    static Future<Boolean> releasePlaces(WriteContext write, List<ObjectNode> tickets, @Nullable String couponId) {
        Map<String, Integer> types = new TreeMap<>();
        tickets.forEach(ticket -> types.merge(ticket.get("ticketTypeId").textValue(), 1, Integer::sum));
        String eventId = tickets.isEmpty() ? "" : tickets.get(0).get("pageId").textValue();
        return CapacityRelease.of(write, eventId, types, couponId);
    }
}
