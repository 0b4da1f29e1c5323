package io.tollgate.loadtest.writes;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;

/** An event made for the load, with what was sold of it. */
final class Event {
    private final String id;
    private final List<Type> types;
    private final Places places;

    /** How many places there are, in the event and in each type; 0 for no limit. */
    record Offer(String name, long capacity, List<Seat> seats) {}

    /** A ticket type to be made. */
    record Seat(String name, long price, long capacity) {}

    /** A ticket type as it was made. */
    record Type(String id, String groupId, long price, Places places) {}

    /**
     * Tickets of one limit.
     *
     * @param asked of all bookings that were sent and not refused: what was taken at most
     * @param booked of all bookings that were answered: what was taken at least
     */
    record Places(long capacity, AtomicLong asked, AtomicLong booked) {
        static Places of(long capacity) {
            return new Places(capacity, new AtomicLong(), new AtomicLong());
        }

        boolean mayBeOut() {
            return capacity > 0 && asked.get() > capacity;
        }

        boolean isOverbooked() {
            return capacity > 0 && booked.get() > capacity;
        }
    }

    private Event(String id, List<Type> types, Places places) {
        this.id = id;
        this.types = types;
        this.places = places;
    }

    /** What is sent to make it. */
    static String body(Offer offer, boolean live) {
        ObjectNode body = JsonNodeFactory.instance
                .objectNode()
                .put("name", offer.name())
                .put("title", offer.name())
                .put("testmode", !live)
                .put("googleIndex", false)
                .put("sendPaymentNotification", false)
                .put("sendEmailConfirmation", false);
        ObjectNode details = body.putObject("eventDetails").put("currency", "eur");
        if (offer.capacity() > 0) {
            details.put("capacity", offer.capacity());
        }
        ArrayNode types =
                body.putArray("ticketGroups").addObject().put("name", "Hall").putArray("ticketTypes");
        for (Seat seat : offer.seats()) {
            ObjectNode type = types.addObject().put("name", seat.name());
            if (seat.price() == 0) {
                type.put("pricing", "free");
            } else {
                type.put("price", seat.price());
            }
            if (seat.capacity() > 0) {
                type.put("capacity", seat.capacity());
            }
        }
        return body.toString();
    }

    /** @param record as the gateway answered */
    static Event of(JsonNode record, Offer offer) {
        JsonNode group = record.at("/ticketGroups/0");
        List<Type> types = new java.util.ArrayList<>();
        for (int i = 0; i < offer.seats().size(); i++) {
            types.add(new Type(
                    group.path("ticketTypes").path(i).path("id").asText(),
                    group.path("id").asText(),
                    offer.seats().get(i).price(),
                    Places.of(offer.seats().get(i).capacity())));
        }
        return new Event(record.path("id").asText(), types, Places.of(offer.capacity()));
    }

    String id() {
        return id;
    }

    List<Type> types() {
        return types;
    }

    Places places() {
        return places;
    }
}
