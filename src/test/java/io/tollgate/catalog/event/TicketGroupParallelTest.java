package io.tollgate.catalog.event;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.tollgate.support.Parallel;
import io.tollgate.support.TestApi;
import io.tollgate.support.TestApi.Reply;
import io.tollgate.support.TestGateway;
import io.tollgate.tools.demo.TestDatabase;
import io.tollgate.tools.doctor.Doctor;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** Concurrent changes of ticket groups during bookings; the doctor finds nothing afterwards. */
class TicketGroupParallelTest {
    private static final int TIMES = 16;

    private static String ids(JsonNode of) {
        return of.get("id").textValue();
    }

    @Test
    void what_many_do_at_once_stays_whole() throws Exception {
        try (TestDatabase database = new TestDatabase();
                TestGateway gateway = TestGateway.startPatient(Map.of("database.url", database.url()))) {
            TestApi api =
                    gateway.api(gateway.keys().create("parallel", true, "test").key());
            JsonNode event = api.post("/v1/events", """
                            { "name": "A", "ticketGroups": [
                              { "name": "One", "ticketTypes": [ { "name": "X", "pricing": "free" } ] },
                              { "name": "Two", "ticketTypes": [ { "name": "Y", "pricing": "free" } ] } ] }
                            """).expect(201).json().get("data");
            changes(api, event);
            movesWhileBooked(api);
            for (int i = 0; i < TIMES; i++) {
                newCurrencyWhileBooked(api);
            }
            capacity(api, event);
            List<String> lines = new ArrayList<>();
            Doctor.check(database.url(), lines::add);
            assertThat(lines).isNotEmpty().noneMatch(line -> line.startsWith("BAD"));
        }
    }

    private static Reply write(TestApi api, String method, String path, String json) {
        return api.writeWithRetries(method, path, UUID.randomUUID().toString(), json);
    }

    private static void changes(TestApi api, JsonNode event) {
        String groups = "/v1/events/" + ids(event) + "/ticket-groups/";
        List<String> both = List.of(ids(event.at("/ticketGroups/0")), ids(event.at("/ticketGroups/1")));
        String type = ids(event.at("/ticketGroups/0/ticketTypes/0"));
        List<Reply> replies = Parallel.times(TIMES * 3, i -> switch (i % 3) {
            case 0 ->
                write(api, "PATCH", groups + both.get(0), "{\"name\":\"N" + i + "\",\"capacity\":" + (90 + i) + "}");
            case 1 -> write(api, "POST", groups + both.get(0) + "/ticket-types", "{\"name\":\"Same\"}");
            default -> {
                int from = i % 2;
                yield write(
                        api,
                        "PATCH",
                        groups + both.get(from) + "/ticket-types/" + type,
                        "{\"ticketGroupId\":\"" + both.get(1 - from) + "\"}");
            }
        });
        assertThat(replies).allMatch(reply -> List.of(200, 201, 404).contains(reply.status()));
        JsonNode after = api.get("/v1/events/" + ids(event)).expect(200).json().at("/data/ticketGroups");
        Set<String> references = new HashSet<>();
        int types = 0;
        for (JsonNode group : after) {
            for (JsonNode one : group.get("ticketTypes")) {
                assertThat(one.get("ticketGroupId")).isEqualTo(group.get("id"));
                assertThat(references.add(one.get("reference").textValue())).isTrue();
                types++;
            }
        }
        assertThat(types).isEqualTo(2 + TIMES);
    }

    /** A booking uses capacity of the group that its type belongs to at that time. */
    private static void movesWhileBooked(TestApi api) {
        JsonNode event = api.post("/v1/events", """
                        { "name": "Moved", "ticketGroups": [
                          { "name": "One", "ticketTypes": [ { "name": "X", "pricing": "free" } ] },
                          { "name": "Two", "ticketTypes": [ { "name": "Y", "pricing": "free" } ] } ] }
                        """).expect(201).json().get("data");
        String groups = "/v1/events/" + ids(event) + "/ticket-groups/";
        List<String> both = List.of(ids(event.at("/ticketGroups/0")), ids(event.at("/ticketGroups/1")));
        String type = ids(event.at("/ticketGroups/0/ticketTypes/0"));
        List<Reply> replies = Parallel.times(
                TIMES * 4,
                i -> i % 4 == 0
                        ? write(
                                api,
                                "PATCH",
                                groups + both.get(i / 4 % 2) + "/ticket-types/" + type,
                                "{\"ticketGroupId\":\"" + both.get(1 - i / 4 % 2) + "\"}")
                        : write(api, "POST", "/v1/bookings", """
                                { "eventId": "%s", "tickets": { "%s": 2 },
                                  "fields": [ { "reference": "customer_name", "value": "A" },
                                    { "reference": "customer_email", "value": "m%d@example.com" } ] }
                                """.formatted(ids(event), type, i)));
        assertThat(replies).allMatch(reply -> List.of(200, 201, 404, 503).contains(reply.status()));
        assertThat(replies).filteredOn(reply -> reply.status() == 201).isNotEmpty();
    }

    /** Either the first booking fixes the currency, or all bookings are in the new one. */
    private static void newCurrencyWhileBooked(TestApi api) {
        JsonNode event = api.post("/v1/events", """
                        { "name": "Exchanged", "ticketGroups": [
                          { "name": "One", "ticketTypes": [ { "name": "X", "pricing": "free" } ] } ] }
                        """).expect(201).json().get("data");
        String path = "/v1/events/" + ids(event);
        String type = ids(event.at("/ticketGroups/0/ticketTypes/0"));
        List<Reply> replies = Parallel.times(
                4,
                i -> i == 3
                        ? write(api, "PATCH", path, "{\"eventDetails\":{\"currency\":\"eur\"}}")
                        : write(api, "POST", "/v1/bookings", """
                                { "eventId": "%s", "tickets": { "%s": 1 },
                                  "fields": [ { "reference": "customer_name", "value": "A" },
                                    { "reference": "customer_email", "value": "c%d@example.com" } ] }
                                """.formatted(ids(event), type, i)));
        JsonNode currency = api.get(path).expect(200).json().at("/data/eventDetails/currency");
        assertThat(replies.subList(0, 3))
                .allSatisfy(reply -> assertThat(reply.expect(201).json().at("/data/currency"))
                        .isEqualTo(currency));
    }

    /** The capacity decreases during bookings: tickets sold never exceed it. */
    private static void capacity(TestApi api, JsonNode event) {
        String path = "/v1/events/" + ids(event);
        JsonNode group = api.get(path).expect(200).json().at("/data/ticketGroups/1");
        String type = path + "/ticket-groups/" + ids(group) + "/ticket-types/"
                + ids(group.get("ticketTypes").get(0));
        String booked = ids(group.get("ticketTypes").get(0));
        api.patch(type, "{\"capacity\":40}").expect(200);
        List<Reply> replies = Parallel.times(
                TIMES * 2,
                i -> i % 2 == 0
                        ? write(api, "PATCH", type, "{\"capacity\":" + (40 - i) + "}")
                        : write(api, "POST", "/v1/bookings", """
                                { "eventId": "%s", "tickets": { "%s": 3 },
                                  "fields": [ { "reference": "customer_name", "value": "A" },
                                    { "reference": "customer_email", "value": "a%d@example.com" } ] }
                                """.formatted(ids(event), booked, i)));
        assertThat(replies).allMatch(reply -> List.of(200, 201, 409).contains(reply.status()));
        JsonNode left = api.get(type).expect(200).json().get("data");
        long sold = replies.stream().filter(reply -> reply.status() == 201).count() * 3;
        assertThat(left.get("quantitySold").longValue())
                .isEqualTo(sold)
                .isLessThanOrEqualTo(left.get("capacity").longValue());
        assertThat(sold).isPositive();
        Reply refused = api.patch(type, "{\"capacity\":" + (sold - 1) + "}").expect(409);
        assertThat(refused.json().get("code").textValue()).isEqualTo("capacity_below_sold");
        assertThat(refused.json().get("message").textValue()).contains(sold + " tickets are already sold");
        moved(api, event, group, booked, sold);
    }

    /** A type moves to another group with its sold tickets. */
    private static void moved(TestApi api, JsonNode event, JsonNode group, String type, long sold) {
        String groups = "/v1/events/" + ids(event) + "/ticket-groups/";
        String other = ids(event.at("/ticketGroups/0"));
        String path = groups + ids(group) + "/ticket-types/" + type;
        String move = "{\"ticketGroupId\":\"" + other + "\"}";
        api.patch(groups + other, "{\"capacity\":" + (sold - 1) + "}").expect(200);
        api.patch(path, move).expect(409);
        api.patch(groups + other, "{\"capacity\":" + sold + "}").expect(200);
        api.patch(path, move).expect(200);
        api.get(path).expect(404);
        api.patch(groups + other, "{\"capacity\":" + (sold - 1) + "}").expect(409);
        api.patch(groups + ids(group), "{\"capacity\":1}").expect(200);
    }
}
