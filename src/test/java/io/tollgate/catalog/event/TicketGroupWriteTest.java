package io.tollgate.catalog.event;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.tollgate.support.TestApi;
import io.tollgate.support.TestApi.Reply;
import io.tollgate.support.TestGateway;
import io.tollgate.support.TestSeller;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Ticket groups and ticket types at their own endpoints. */
class TicketGroupWriteTest {
    private static final String UNKNOWN = "0".repeat(24);

    private final TestSeller seller = TestGateway.shared().seller();
    private final TestApi api = seller.live();
    private final JsonNode event = make("/v1/events", "{'name':'A'}");
    private final String groups = "/v1/events/" + id(event) + "/ticket-groups";
    private final String group = groups + "/" + id(event.at("/ticketGroups/0"));
    private final String types = group + "/ticket-types";
    private final String type = types + "/" + id(event.at("/ticketGroups/0/ticketTypes/0"));

    private static String id(JsonNode of) {
        return of.get("id").textValue();
    }

    private JsonNode make(String path, String json) {
        return api.post(path, json.replace('\'', '"')).expect(201).json().get("data");
    }

    private JsonNode change(String path, String json) {
        return api.patch(path, json.replace('\'', '"')).expect(200).json().get("data");
    }

    private JsonNode read(String path) {
        return api.get(path).expect(200).json().get("data");
    }

    private JsonNode entry(String below) {
        String route = TestApi.encoded("PATCH /v1/events/{pageId}/ticket-groups/{ticketGroupId}" + below);
        return api.get("/v1/audit-log?route=" + route).expect(200).json().at("/data/0");
    }

    private Reply delete(String path) {
        return api.send("DELETE", path, Map.of());
    }

    @Test
    void a_description_may_be_as_long_as_where_the_whole_event_is_created() {
        String body = "{'name':'A','description':'" + "a".repeat(100_000) + "'}";
        JsonNode made = make("/v1/events", "{'name':'A','ticketGroups':[{'name':'G','ticketTypes':[" + body + "]}]}");
        String text = made.at("/ticketGroups/0/ticketTypes/0/description").textValue();
        assertThat(text).hasSize(100_000);
        for (String path : List.of(groups, types)) {
            assertThat(make(path, body).get("description").textValue()).isEqualTo(text);
        }
        for (String path : List.of(group, type)) {
            assertThat(change(path, body).get("description").textValue()).isEqualTo(text);
        }
    }

    @Test
    void need_a_key_of_the_seller_and_an_event_and_what_is_in_it() {
        TestApi nobody = TestGateway.shared().api(null);
        TestApi stranger = TestGateway.shared().seller().live();
        String name = "{\"name\":\"A\"}";
        JsonNode other = make("/v1/events", "{'name':'B'}");
        String otherGroups = "/v1/events/" + id(other) + "/ticket-groups";
        String otherGroup = otherGroups + "/" + id(event.at("/ticketGroups/0"));
        String otherType = otherGroups + "/" + id(other.at("/ticketGroups/0")) + "/ticket-types/"
                + id(event.at("/ticketGroups/0/ticketTypes/0"));
        for (String path : List.of(groups, types)) {
            nobody.get(path).expect(401);
            nobody.post(path, name).expect(401);
            stranger.get(path).expect(404);
            stranger.post(path, name).expect(404);
        }
        for (String path : List.of(group, type)) {
            nobody.get(path).expect(401);
            nobody.patch(path, name).expect(401);
            nobody.send("DELETE", path, Map.of()).expect(401);
            stranger.get(path).expect(404);
            stranger.patch(path, name).expect(404);
            stranger.send("DELETE", path, Map.of()).expect(404);
            seller.test().get(path).expect(200);
        }
        for (String path : List.of(otherGroup, otherType, groups + "/" + UNKNOWN, types + "/" + UNKNOWN)) {
            api.get(path).expect(404);
            api.patch(path, name).expect(404);
            delete(path).expect(404);
        }
        api.get(otherGroup + "/ticket-types").expect(404);
        api.post(otherGroup + "/ticket-types", name).expect(404);
        assertThat(api.get("/v1/events/x/ticket-groups/y/ticket-types/z?limit=1")
                        .problems())
                .containsExactly("pageId", "ticketGroupId", "ticketTypeId", "limit");
        assertThat(read("/v1/events/" + id(event))).isEqualTo(event);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{}|name",
                "{'name':'T','ticketGroupId':'000000000000000000000000'}|ticketGroupId",
                "{'name':'T','quantitySold':1}|quantitySold",
                "{'name':'T','price':-1}|price",
                "{'name':'T','feeAmount':0}|feeAmount",
                "{'name':'T','capacity':0}|capacity",
                "{'name':'T','maxQuantity':0}|maxQuantity",
                "{'name':'T','minQuantity':3,'maxQuantity':2}|maxQuantity",
                "{'name':'T','pricing':'free','price':5}|price",
                "{'name':'T','pwywSuggestedPrice':5}|pwywSuggestedPrice",
                "{'name':'T','pricing':'pwyw','price':6,'pwywSuggestedPrice':5}|pwywSuggestedPrice",
                "{'name':'T','pricing':'gift','price':5}|pricing",
                "{'name':'T','reference':'free_ticket'}|reference",
                "{'name':'T','reference':'a b'}|reference",
                "{'name':'T','status':'gone'}|status",
                "{'name':'T','imageId':'000000000000000000000000'}|imageId",
                "{'name':'T','availabilityBehavior':'sometimes'}|availabilityBehavior",
                "{'name':'T','availabilityBehavior':'date_time_based'}|saleStartOn",
                "{'name':'T','availabilityBehavior':'date_time_based','saleStartOn':'2037-01-02T00:00:00Z',"
                        + "'saleEndOn':'2037-01-01T00:00:00Z'}|saleEndOn",
                "{'name':'T','availabilityBehavior':'date_time_based','saleEndOn':'soon'}|saleEndOn",
                "{'name':'T','saleStartOn':'2037-01-01T00:00:00Z'}|saleStartOn",
                "{'name':'T','availabilityBehavior':'until_event_starts','saleEndOn':'2037-01-01T00:00:00Z'}|saleEndOn",
                "{'name':'T','availabilityBehavior':'after_ticket_sold_out'}|triggerTicketTypeId",
                "{'name':'T','availabilityBehavior':'after_ticket_sale_ends','triggerTicketTypeId':'nothing'}"
                        + "|triggerTicketTypeId",
                "{'name':'T','key':'me','availabilityBehavior':'after_ticket_ends_or_sold_out',"
                        + "'triggerTicketTypeId':'me'}|triggerTicketTypeId",
                "{'name':'T','triggerTicketTypeId':'free_ticket'}|triggerTicketTypeId",
            })
    void what_is_wrong_with_a_type_is_named(String json, String params) {
        assertThat(api.post(types, json.replace('\'', '"')).problems()).containsExactlyInAnyOrder(params.split(","));
        assertThat(read("/v1/events/" + id(event))).isEqualTo(event);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{}|name",
                "{'name':'G','layout':{'type':'tree','columns':5}}|layout.type,layout.columns",
                "{'name':'G','ticketSelectionType':'all'}|ticketSelectionType",
                "{'name':'G','feeDisplay':'hidden'}|feeDisplay",
                "{'name':'G','bulkDiscounts':[{'minQuantity':2}]}|bulkDiscounts[0].maxQuantity,"
                        + "bulkDiscounts[0].percentOff",
                "{'name':'G','bulkDiscounts':[{'minQuantity':2,'maxQuantity':1,'percentOff':5}]}"
                        + "|bulkDiscounts[0].maxQuantity",
                "{'name':'G','preselect':{'enabled':true}}|preselect.ticketTypeId",
                "{'name':'G','preselect':{'ticketTypeId':'x','quantity':0}}|preselect.ticketTypeId,preselect.quantity",
                "{'name':'G','availabilityBehavior':'after_ticket_sold_out'}|triggerTicketGroupId",
                "{'name':'G','triggerTicketTypeId':'x'}|triggerTicketTypeId",
                "{'name':'G','reference':'tickets'}|reference",
                "{'name':'G','ticketTypes':[{'name':'T','price':1.5}]}|ticketTypes[0].price",
            })
    void what_is_wrong_with_a_group_is_named(String json, String params) {
        assertThat(api.post(groups, json.replace('\'', '"')).problems()).containsExactlyInAnyOrder(params.split(","));
        assertThat(read("/v1/events/" + id(event))).isEqualTo(event);
    }

    @Test
    void groups_and_types_are_listed_changed_and_archived() {
        JsonNode made = make(
                groups,
                "{'name':'Tickets','ticketTypes':[{'name':'Free ticket','key':'t'}],"
                        + "'preselect':{'enabled':true,'ticketTypeId':'t','quantity':2}}");
        assertThat(made.get("reference").textValue()).isEqualTo("tickets_2");
        JsonNode first = made.at("/ticketTypes/0");
        assertThat(first.get("reference").textValue()).isEqualTo("free_ticket_2");
        assertThat(made.at("/preselect/ticketTypeId")).isEqualTo(first.get("id"));
        assertThat(made.get("ticketTypeIds")).containsExactly(first.get("id"));
        String path = groups + "/" + id(made);
        assertThat(read(path)).isEqualTo(made).isEqualTo(read(groups).get(1));
        assertThat(read(path + "/ticket-types").get(0)).isEqualTo(first);
        JsonNode second = make(
                path + "/ticket-types",
                "{'name':'Late','availabilityBehavior':'after_ticket_sale_ends'," + "'triggerTicketTypeId':'"
                        + id(first) + "'}");
        assertThat(read(path).get("ticketTypeIds")).containsExactly(first.get("id"), second.get("id"));
        assertThat(read("/v1/events/" + id(event)).at("/ticketGroups/1/ticketTypeIds"))
                .isEqualTo(read(path).get("ticketTypeIds"));
        String firstPath = path + "/ticket-types/" + id(first);
        assertThat(api.patch(
                                firstPath,
                                ("{'availabilityBehavior':'after_ticket_sold_out','triggerTicketTypeId':'" + id(second)
                                                + "'}")
                                        .replace('\'', '"'))
                        .problems())
                .containsExactly("triggerTicketTypeId");
        change(firstPath, "{'availabilityBehavior':'date_time_based','saleEndOn':'2037-01-01T00:00:00Z'}");
        JsonNode waiting = read(path + "/ticket-types/" + id(second));
        assertThat(waiting.get("saleStartOn").textValue()).startsWith("2037-01-01T00:00:00");
        assertThat(waiting.get("availabilityStatus").textValue()).isEqualTo("unavailable");
        JsonNode freed = change(path + "/ticket-types/" + id(second), "{'availabilityBehavior':'always_available'}");
        assertThat(freed.get("triggerTicketTypeId").isNull()).isTrue();
        assertThat(change(firstPath, "{'availabilityBehavior':'until_event_starts'}")
                        .get("saleEndOn")
                        .isNull())
                .isTrue();
    }

    @Test
    void a_group_is_changed_and_archived_and_chooses_only_what_can_be_bought() {
        JsonNode made = make(
                groups,
                "{'name':'Tickets','ticketTypes':[{'name':'T','key':'t'}],"
                        + "'preselect':{'enabled':true,'ticketTypeId':'t'}}");
        String path = groups + "/" + id(made);
        String firstPath = path + "/ticket-types/" + id(made.at("/ticketTypes/0"));
        JsonNode changed = change(path, "{'layout':{'columns':4},'capacity':9,'description':'D','name':'N'}");
        assertThat(changed.at("/layout/columns").intValue()).isEqualTo(4);
        assertThat(changed.at("/layout/type").textValue()).isEqualTo("list");
        assertThat(change(path, "{'capacity':null,'description':null}")
                        .get("capacity")
                        .isNull())
                .isTrue();
        assertThat(delete(firstPath).expect(200).json().at("/data/status").textValue())
                .isEqualTo("archived");
        assertThat(read(path).at("/preselect/enabled").booleanValue()).isFalse();
        assertThat(delete(path).expect(200).json().at("/data/status").textValue())
                .isEqualTo("archived");
        assertThat(read(groups).get(1).get("availabilityStatus").textValue()).isEqualTo("unavailable");
    }

    @Test
    void a_type_moves_to_the_end_of_another_group() {
        JsonNode other = make(groups, "{'name':'B','ticketTypes':[{'name':'X'}]}");
        String at = groups + "/" + id(other) + "/ticket-types";
        JsonNode moved = change(type, "{'ticketGroupId':'" + id(other) + "','name':'Moved','capacity':3}");
        assertThat(moved.get("ticketGroupId")).isEqualTo(other.get("id"));
        assertThat(moved.get("capacity").intValue()).isEqualTo(3);
        JsonNode entry = entry("/ticket-types/{ticketTypeId}");
        assertThat(read(at).get(1)).isEqualTo(moved);
        api.get(type).expect(404);
        JsonNode elsewhere = make("/v1/events", "{'name':'B'}");
        assertThat(api.patch(
                                at + "/" + id(moved),
                                "{\"ticketGroupId\":\"" + id(elsewhere.at("/ticketGroups/0")) + "\"}")
                        .problems())
                .containsExactly("ticketGroupId");
        assertThat(entry.get("changes").findValuesAsText("field")).contains("ticketGroupId", "name", "capacity");
    }

    @Test
    void a_retry_adds_once_and_a_change_of_what_has_changed_is_refused() {
        for (String list : List.of(groups, types)) {
            int before = read(list).size();
            Map<String, String> headers = Map.of("Content-Type", "application/json", "Idempotency-Key", "k" + list);
            Reply first = api.send("POST", list, headers, "{\"name\":\"A\"}").expect(201);
            assertThat(api.send("POST", list, headers, "{\"name\":\"A\"}").body())
                    .isEqualTo(first.body());
            assertThat(read(list).size()).isEqualTo(before + 1);
            String one = list + "/" + id(first.json().get("data"));
            assertThat(api.get(one).header("ETag")).isEqualTo(first.header("ETag"));
            Map<String, String> ifMatch =
                    Map.of("Content-Type", "application/json", "If-Match", String.valueOf(first.header("ETag")));
            api.send("PATCH", one, ifMatch, "{\"capacity\":5}").expect(200);
            api.send("PATCH", one, ifMatch, "{\"capacity\":6}").expect(412);
            JsonNode entry = entry(list.equals(groups) ? "" : "/ticket-types/{ticketTypeId}");
            assertThat(entry.at("/changes/0/field").textValue()).isEqualTo("capacity");
            assertThat(entry.at("/changes/0/after").intValue()).isEqualTo(5);
            assertThat(entry.get("changes").size()).isEqualTo(1);
            long entries = api.get("/v1/audit-log").total();
            change(one, "{'capacity':5}");
            assertThat(api.get("/v1/audit-log").total()).isEqualTo(entries);
        }
    }
}
