package io.tollgate.sales.aftersales;

import io.tollgate.platform.write.RecordCodec.LockedRecord;
import io.tollgate.platform.write.WriteContext;
import io.tollgate.sales.booking.CapacityRelease;
import io.tollgate.sales.booking.CapacityRelease.CouponUse;
import io.tollgate.sales.booking.CapacityRelease.Goods;
import io.tollgate.sales.ticket.StoredTicket;
import io.tollgate.sales.ticket.StoredTicketCodec;
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
    record Canceled(List<StoredTicket> canceled, boolean noneLeft) {}

    /**
     * Cancels the tickets of a booking that are not canceled yet. Their places are not released: see
     * {@link #releasePlaces}.
     *
     * @param ids the tickets to cancel; empty for all
     */
    static Future<Canceled> cancel(WriteContext write, String bookingId, List<String> ids) {
        return StoredTicketCodec.INSTANCE
                .lockAll(write, "booking_id", bookingId)
                .compose(tickets -> {
                    List<StoredTicket> canceled = new ArrayList<>();
                    List<Future<Buffer>> updates = new ArrayList<>();
                    boolean left = false;
                    for (LockedRecord<StoredTicket> former : tickets) {
                        if (!former.value().valid()) {
                            continue;
                        }
                        if (!ids.isEmpty() && !ids.contains(former.value().id())) {
                            left = true;
                            continue;
                        }
                        StoredTicket ticket = former.value().canceled(write.now());
                        canceled.add(ticket);
                        updates.add(StoredTicketCodec.INSTANCE.update(write, former, ticket));
                    }
                    Canceled done = new Canceled(canceled, !left);
                    return Future.join(updates).map(done);
                });
    }

    /**
     * Releases the places of tickets of one event, or keeps them taken.
     *
     * @param goods what else the order gives back
     * @param coupon the use of a coupon that it gives back; null for none
     */
    static Future<Boolean> releasePlaces(
            WriteContext write,
            List<StoredTicket> tickets,
            List<Goods> goods,
            @Nullable CouponUse coupon,
            boolean restock) {
        Map<String, Integer> types = new TreeMap<>();
        tickets.forEach(ticket -> types.merge(ticket.typeId(), 1, Integer::sum));
        String eventId = tickets.isEmpty() ? "" : tickets.get(0).eventId();
        return CapacityRelease.of(write, new CapacityRelease.Returned(eventId, types, goods, coupon, !restock));
    }
}
