package io.tollgate.loadtest.writes;

import com.fasterxml.jackson.databind.JsonNode;
import io.tollgate.loadtest.call.Call;
import io.tollgate.loadtest.call.Client;
import io.tollgate.loadtest.call.Fault;
import io.tollgate.loadtest.measure.Claims;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Holds the lists of the gateway against what it answered during the load. */
final class Count {
    static final String BOOKINGS = "after the load an event has the very bookings that were answered";
    static final String QUANTITIES = "after the load its tickets are as many as its bookings booked";
    static final String INSIDE = "after the load as many are checked in as went in and not out";
    static final String SOLD = "after the load quantitySold is what was booked, and within the capacity";
    static final String GROWTH = "the lists of bookings, tickets and invoices grew by what was made";

    private static final List<String> GROWING = List.of("/v1/bookings", "/v1/tickets", "/v1/invoices");

    private final Client client;
    private final Call.Caller caller;
    private final Claims claims;
    private final List<String> faults = new ArrayList<>();

    Count(Client client, Call.Caller caller, Claims claims) {
        this.client = client;
        this.caller = caller;
        this.claims = claims;
    }

    List<String> faults() {
        return faults;
    }

    /** Totals of the lists that grow with each booking. */
    static Map<String, Long> totals(Client client, Call.Caller caller) {
        Map<String, Long> totals = new HashMap<>();
        for (String path : GROWING) {
            totals.put(path, total(client, caller, path + "?limit=1"));
        }
        return totals;
    }

    private static long total(Client client, Call.Caller caller, String path) {
        return client.get(caller, path).expect(200).json().path("total").asLong(-1);
    }

    private void hold(String claim, boolean holds, String otherwise) {
        try {
            claims.hold(claim, holds, otherwise);
        } catch (Fault fault) {
            faults.add(fault.getMessage());
        }
    }

    void event(Event event, Set<String> answered, long inside, int unsure) {
        Set<String> listed = new HashSet<>();
        long quantity = 0;
        String cursor = "";
        boolean more = true;
        while (more) {
            JsonNode page = client.get(caller, "/v1/bookings?limit=100&pageId=" + event.id() + cursor)
                    .expect(200)
                    .json();
            for (JsonNode booking : page.path("data")) {
                listed.add(booking.path("id").asText());
                cursor = "&starting_after=" + booking.path("id").asText();
                for (JsonNode line : booking.path("tickets")) {
                    quantity += line.path("quantity").asLong();
                }
            }
            more = page.path("has_more").asBoolean() && !page.path("data").isEmpty();
        }
        hold(
                BOOKINGS,
                listed.equals(answered),
                "%d bookings were answered, %d are listed".formatted(answered.size(), listed.size()));
        String tickets = "/v1/tickets?limit=1&pageId=" + event.id();
        long total = total(client, caller, tickets);
        hold(
                QUANTITIES,
                total == quantity && quantity == event.places().booked().get(),
                "%d tickets, %d booked".formatted(total, quantity));
        long in = total(client, caller, tickets + "&checkInStatus=CHECKEDIN");
        hold(INSIDE, Math.abs(in - inside) <= unsure, "%d are checked in, %d went in".formatted(in, inside));
    }

    /** Of an event that was booked live. */
    void capacity(Event event) {
        for (Event.Type type : event.types()) {
            String path =
                    "/v1/events/%s/ticket-groups/%s/ticket-types/%s".formatted(event.id(), type.groupId(), type.id());
            long sold = client.get(caller, path)
                    .expect(200)
                    .json()
                    .at("/data/quantitySold")
                    .asLong(-1);
            long capacity = type.places().capacity();
            hold(
                    SOLD,
                    sold == type.places().booked().get() && (capacity == 0 || sold <= capacity),
                    "%d sold, %d booked, %d places"
                            .formatted(sold, type.places().booked().get(), capacity));
        }
        Event.Places places = event.places();
        hold(SOLD, !places.isOverbooked(), "an event with more tickets than places");
    }

    /** @param exactly whether nobody else writes */
    void growth(Map<String, Long> before, long bookings, long tickets, boolean exactly) {
        Map<String, Long> after = totals(client, caller);
        Map<String, Long> made = Map.of("/v1/bookings", bookings, "/v1/tickets", tickets, "/v1/invoices", bookings);
        for (String path : GROWING) {
            long grown = after.get(path) - before.get(path);
            hold(
                    GROWTH,
                    exactly ? grown == made.get(path) : grown >= made.get(path),
                    "%s grew by %d, made were %d".formatted(path, grown, made.get(path)));
        }
    }
}
