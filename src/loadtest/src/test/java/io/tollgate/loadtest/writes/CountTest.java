package io.tollgate.loadtest.writes;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.sun.net.httpserver.HttpServer;
import io.tollgate.loadtest.call.Call;
import io.tollgate.loadtest.call.Client;
import io.tollgate.loadtest.call.Keys;
import io.tollgate.loadtest.measure.Claims;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Counting up after a load: each number that does not add up is told. */
class CountTest {
    private static final String BOOKINGS = "/v1/bookings?limit=100&pageId=e";
    private static final String TICKETS = "/v1/tickets?limit=1&pageId=e";

    private final Map<String, String> bodies = new HashMap<>();
    private HttpServer server;
    private Event event;
    private Count count;

    @BeforeEach
    void start() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 10);
        server.createContext("/", exchange -> {
            byte[] body = bodies.get(exchange.getRequestURI().toString()).getBytes(StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(200, body.length);
            exchange.getResponseBody().write(body);
            exchange.close();
        });
        server.start();
        Client client = new Client("http://127.0.0.1:" + server.getAddress().getPort(), new Keys("sk_live_x", ""));
        count = new Count(client, Call.Caller.LIVE_KEY, new Claims(List.of()));
        event = Event.of(
                new ObjectMapper()
                        .readTree("{\"id\":\"e\",\"ticketGroups\":[{\"id\":\"g\",\"ticketTypes\":[{\"id\":\"t\"}]}]}"),
                new Event.Offer("Event", 0, List.of(new Event.Seat("Seat", 100, 5))));
        new Order(event, Map.of(event.types().get(0), 3), "Anna", "anna@example.com", Call.Caller.LIVE_KEY).booked();
        bodies.put(
                BOOKINGS, "{\"data\":[{\"id\":\"b\",\"tickets\":[{\"quantity\":3}]}],\"total\":1,\"has_more\":false}");
        bodies.put(TICKETS, "{\"total\":3}");
        bodies.put(TICKETS + "&checkInStatus=CHECKEDIN", "{\"total\":1}");
        bodies.put("/v1/events/e/ticket-groups/g/ticket-types/t", "{\"data\":{\"quantitySold\":3}}");
    }

    @AfterEach
    void stop() {
        server.stop(0);
    }

    private List<String> faults() {
        count.event(event, Set.of("b"), 1, 0);
        count.capacity(event);
        return count.faults();
    }

    @Test
    void numbers_that_add_up_are_believed() {
        assertThat(faults()).isEmpty();
    }

    @Test
    void booking_lost_after_its_answer_is_told() {
        bodies.put(BOOKINGS, "{\"data\":[],\"total\":0,\"has_more\":false}");
        assertThat(faults()).contains("1 bookings were answered, 0 are listed");
    }

    @Test
    void ticket_too_few_is_told() {
        bodies.put(TICKETS, "{\"total\":2}");
        assertThat(faults()).containsExactly("2 tickets, 3 booked");
    }

    @Test
    void guest_too_many_is_told() {
        bodies.put(TICKETS + "&checkInStatus=CHECKEDIN", "{\"total\":2}");
        assertThat(faults()).containsExactly("2 are checked in, 1 went in");
    }

    @Test
    void wrong_count_of_what_is_sold_is_told() {
        bodies.put("/v1/events/e/ticket-groups/g/ticket-types/t", "{\"data\":{\"quantitySold\":4}}");
        assertThat(faults()).containsExactly("4 sold, 3 booked, 5 places");
    }

    @Test
    void lists_grow_by_what_was_made() {
        Map<String, Long> before = Map.of("/v1/bookings", 10L, "/v1/tickets", 20L, "/v1/invoices", 30L);
        bodies.put("/v1/bookings?limit=1", "{\"total\":11}");
        bodies.put("/v1/tickets?limit=1", "{\"total\":23}");
        bodies.put("/v1/invoices?limit=1", "{\"total\":32}");
        count.growth(before, 1, 3, false);
        assertThat(count.faults()).as("others may write too").isEmpty();
        count.growth(before, 1, 3, true);
        assertThat(count.faults()).containsExactly("/v1/invoices grew by 2, made were 1");
        count.growth(before, 2, 3, false);
        assertThat(count.faults()).contains("/v1/bookings grew by 1, made were 2");
    }
}
