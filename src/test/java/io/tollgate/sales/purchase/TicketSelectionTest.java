package io.tollgate.sales.purchase;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tollgate.support.TestApi;
import io.tollgate.support.TestEvent;
import io.tollgate.support.TestGateway;
import io.tollgate.support.TestSeller;
import java.util.LinkedHashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** How many tickets of one group an order can have, in quotes and in bookings. */
class TicketSelectionTest {
    private final TestSeller seller = TestGateway.shared().seller();
    private final TestApi api = seller.live();
    private final TestEvent event = new TestEvent(seller);
    private String first = "";
    private String second = "";
    private String elsewhere = "";

    private void group(String selection) {
        event.group(group -> group.put("name", "Hall").put("ticketSelectionType", selection));
        first = event.type(1000);
        second = event.type(2000);
        event.group(group -> group.put("name", "Balcony"));
        elsewhere = event.type(500);
        event.save();
    }

    private static Map<String, Integer> tickets(String one, int ofOne, String other, int ofOther) {
        Map<String, Integer> tickets = new LinkedHashMap<>();
        tickets.put(one, ofOne);
        tickets.put(other, ofOther);
        return tickets;
    }

    private void taken(Map<String, Integer> tickets) {
        api.post("/v1/quotes", quote(tickets).toString()).expect(200);
        api.post("/v1/bookings", event.body("anna@example.com", tickets).toString())
                .expect(201);
    }

    private void refused(Map<String, Integer> tickets, String type) {
        assertThat(api.post("/v1/quotes", quote(tickets).toString()).problems()).containsExactly("tickets." + type);
        assertThat(api.post(
                                "/v1/bookings",
                                event.body("anna@example.com", tickets).toString())
                        .problems())
                .containsExactly("tickets." + type);
    }

    private ObjectNode quote(Map<String, Integer> tickets) {
        ObjectNode body = JsonNodeFactory.instance.objectNode().put("eventId", event.id());
        tickets.forEach(body.putObject("tickets")::put);
        return body;
    }

    @Test
    void one_ticket_of_one_type() {
        group("single");
        taken(Map.of(first, 1));
        taken(tickets(second, 1, elsewhere, 7));
        refused(Map.of(first, 2), first);
        refused(tickets(first, 1, second, 1), second);
    }

    @Test
    void one_ticket_of_each_of_several_types() {
        group("multiple");
        taken(tickets(first, 1, second, 1));
        refused(tickets(first, 1, second, 2), second);
    }

    @Test
    void as_many_as_are_wanted() {
        group("quantity");
        taken(tickets(first, 3, second, 2));
    }
}
