package io.tollgate.catalog.event;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.tollgate.sales.booking.Bookings;
import io.tollgate.support.TestApi;
import io.tollgate.support.TestApi.Reply;
import io.tollgate.support.TestGateway;
import io.tollgate.support.TestSeller;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Events are created completely or not at all, updated and archived. */
class EventWriteTest {
    private static final String EVENTS = "/v1/events";
    private static final String UNKNOWN = "0".repeat(24);

    private final TestSeller seller = TestGateway.shared().seller();
    private final TestApi api = seller.live();

    private JsonNode create(String json) {
        return api.post(EVENTS, json.replace('\'', '"')).expect(201).json().get("data");
    }

    private static String at(JsonNode event) {
        return EVENTS + "/" + event.get("id").textValue();
    }

    private JsonNode change(JsonNode event, String json) {
        return api.patch(at(event), json.replace('\'', '"')).expect(200).json().get("data");
    }

    @Test
    void need_a_key_of_the_seller() {
        JsonNode event = create("{'name':'A'}");
        TestApi nobody = TestGateway.shared().api(null);
        nobody.post(EVENTS, "{\"name\":\"A\"}").expect(401);
        nobody.patch(at(event), "{\"name\":\"B\"}").expect(401);
        nobody.send("DELETE", at(event), Map.of()).expect(401);
        TestApi stranger = TestGateway.shared().seller().live();
        assertThat(stranger.patch(at(event), "{\"name\":\"B\"}").fingerprint())
                .isEqualTo(stranger.patch(EVENTS + "/" + UNKNOWN, "{\"name\":\"B\"}")
                        .fingerprint());
        stranger.send("DELETE", at(event), Map.of()).expect(404);
        assertThat(api.get(at(event)).expect(200).json().get("data")).isEqualTo(event);
        seller.test().patch(at(event), "{\"name\":\"B\"}").expect(403);
        JsonNode form =
                api.post("/v1/forms", "{\"name\":\"F\"}").expect(201).json().get("data");
        api.patch(at(form), "{\"name\":\"B\"}").expect(404);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{}|name",
                "{'name':''}|name",
                "{'name':'A','livemode':true}|livemode",
                "{'name':'A','eventDetails':{'type':'in_person'}}|eventDetails.location",
                "{'name':'A','eventDetails':{'type':'virtual'}}|eventDetails.meetingLink",
                "{'name':'A','eventDetails':{'type':'hybrid'}}|eventDetails.location,eventDetails.meetingLink",
                "{'name':'A','eventDetails':{'type':'party'}}|eventDetails.type",
                "{'name':'A','eventDetails':{'currency':'abc'}}|eventDetails.currency",
                "{'name':'A','eventDetails':{'currency':'xts'}}|eventDetails.currency",
                "{'name':'A','eventDetails':{'currency':'EUR'}}|eventDetails.currency",
                "{'name':'A','eventDetails':{'timezone':'Berlin'}}|eventDetails.timezone",
                "{'name':'A','eventDetails':{'timezone':'SystemV/PST8'}}|eventDetails.timezone",
                "{'name':'A','eventDetails':{'meetingLink':'javascript:x'}}|eventDetails.meetingLink",
                "{'name':'A','eventDetails':{'platform':'skype'}}|eventDetails.platform",
                "{'name':'A','eventDetails':{'capacity':0}}|eventDetails.capacity",
                "{'name':'A','eventDetails':{'capacity':1.5}}|eventDetails.capacity",
                "{'name':'A','eventDetails':{'status':'canceled'}}|eventDetails.status",
                "{'name':'A','eventDetails':{'taxCode':'x'}}|eventDetails.taxCode",
                "{'name':'A','eventDetails':{'fixedTaxRateIds':['000000000000000000000000']}}"
                        + "|eventDetails.fixedTaxRateIds",
                "{'name':'A','eventDetails':{'startDate':'2037-01-02T00:00:00Z','endDate':'2037-01-01T00:00:00Z'}}"
                        + "|eventDetails.endDate",
                "{'name':'A','eventDetails':{'discounts':[{'quantityCondition':'total_quantity','minQuantity':2}]}}"
                        + "|eventDetails.discounts[0].percentOff",
                "{'name':'A','eventDetails':{'discounts':[{'quantityCondition':'total_quantity','minQuantity':2,"
                        + "'percentOff':1,'amountOff':1}]}}|eventDetails.discounts[0].percentOff",
                "{'name':'A','eventDetails':{'discounts':[{'quantityCondition':'ticket_type_quantity',"
                        + "'minQuantity':3,'maxQuantity':2,'percentOff':101,'ticketTypeIds':[]}]}}"
                        + "|eventDetails.discounts[0].percentOff,eventDetails.discounts[0].maxQuantity,"
                        + "eventDetails.discounts[0].ticketTypeIds",
                "{'name':'A','eventDetails':{'discounts':[{'quantityCondition':'total_quantity','minQuantity':1,"
                        + "'percentOff':1,'ticketTypeIds':[{'key':'none'}]}]}}"
                        + "|eventDetails.discounts[0].ticketTypeIds[0].key",
                "{'name':'A','ticketGroups':[]}|ticketGroups",
                "{'name':'A','ticketGroups':[{'name':'G'}]}|ticketGroups[0].ticketTypes",
                "{'name':'A','ticketGroups':[{'name':'G','ticketTypes':[]}]}|ticketGroups[0].ticketTypes",
                "{'name':'A','ticketGroups':[{'ticketTypes':[{}]}]}"
                        + "|ticketGroups[0].name,ticketGroups[0].ticketTypes[0].name",
                "{'name':'A','ticketGroups':[{'name':'G','triggerTicketGroupId':'x','ticketTypes':[{'name':'T'}]}]}"
                        + "|ticketGroups[0].triggerTicketGroupId",
                "{'name':'A','ticketGroups':[{'name':'G','ticketTypes':[{'name':'T','key':'a'},"
                        + "{'name':'T','key':'a'}]}]}|ticketGroups[0].ticketTypes[1].key",
                "{'name':'A','ticketGroups':[{'name':'G','ticketTypes':[{'name':'T','imageId':"
                        + "'000000000000000000000000'}]}]}|ticketGroups[0].ticketTypes[0].imageId",
                "{'name':'A','fees':[{'name':'F','amount':1,'multiplyByQuantity':true}]}|fees[0].multiplyByQuantity",
            })
    void what_is_wrong_is_named_by_its_path(String json, String params) {
        assertThat(api.post(EVENTS, json.replace('\'', '"')).problems()).containsExactlyInAnyOrder(params.split(","));
        assertThat(api.get(EVENTS).total()).isZero();
    }

    @Test
    void a_name_is_enough() {
        JsonNode event = create("{'name':'Spring concert'}");
        assertThat(api.get(at(event)).expect(200).json().get("data")).isEqualTo(event);
        assertThat(event.get("slug").textValue()).isEqualTo("spring-concert");
        assertThat(event.get("type").textValue()).isEqualTo("event");
        assertThat(event.get("fields").size()).isEqualTo(2);
        assertThat(event.get("showConfirmationEventAddOns").booleanValue()).isTrue();
        assertThat(event.at("/eventDetails/type").textValue()).isEqualTo("in_person");
        assertThat(event.at("/eventDetails/currency").textValue()).isEqualTo("usd");
        assertThat(event.at("/eventDetails/status").textValue()).isEqualTo("active");
        assertThat(event.at("/eventDetails/capacity").isNull()).isTrue();
        JsonNode group = event.at("/ticketGroups/0");
        assertThat(event.get("ticketGroups").size()).isEqualTo(1);
        assertThat(group.get("availabilityStatus").textValue()).isEqualTo("available");
        JsonNode type = group.at("/ticketTypes/0");
        assertThat(group.get("ticketTypes").size()).isEqualTo(1);
        assertThat(type.get("pricing").textValue()).isEqualTo("free");
        assertThat(type.get("price").longValue()).isZero();
        assertThat(type.get("quantitySold").longValue()).isZero();
        assertThat(TestSeller.rows(
                                "SELECT 1 FROM capacity WHERE seller_id = $1 AND owner_id = ANY ($2)",
                                seller.id(),
                                new String[] {
                                    event.get("id").textValue(),
                                    group.get("id").textValue(),
                                    type.get("id").textValue()
                                })
                        .size())
                .isEqualTo(3);
    }

    @Test
    void a_change_keeps_clears_and_merges() {
        JsonNode event = create("{'name':'A','eventDetails':{'location':'Here','capacity':10,'timezone':'Asia/Tokyo',"
                + "'startDate':'2037-01-01T10:00:00Z','limitRegistrations':{'enabled':true}}}");
        JsonNode since = event.at("/eventDetails/limitRegistrations/enabledAt");
        assertThat(since.isTextual()).isTrue();
        assertThat(api.patch(at(event), "{\"eventDetails\":{\"endDate\":\"2026-01-01T10:00:00Z\"}}")
                        .problems())
                .containsExactly("eventDetails.endDate");
        assertThat(api.patch(at(event), "{\"eventDetails\":{\"location\":null}}")
                        .problems())
                .containsExactly("eventDetails.location");
        assertThat(api.patch(at(event), "{\"ticketGroups\":[],\"fields\":[]}").problems())
                .containsExactlyInAnyOrder("ticketGroups", "fields");
        JsonNode changed =
                change(event, "{'name':'B','eventDetails':{'capacity':null,'timezone':null,'type':'in_person'}}");
        assertThat(changed.get("name").textValue()).isEqualTo("B");
        assertThat(changed.at("/eventDetails/capacity").isNull()).isTrue();
        assertThat(changed.at("/eventDetails/timezone").isNull()).isTrue();
        assertThat(changed.at("/eventDetails/location").textValue()).isEqualTo("Here");
        assertThat(changed.at("/eventDetails/limitRegistrations/enabledAt")).isEqualTo(since);
        JsonNode off = change(event, "{'eventDetails':{'limitRegistrations':{'enabled':false},'capacity':5}}");
        assertThat(off.at("/eventDetails/limitRegistrations/enabledAt").isNull())
                .isTrue();
        assertThat(off.at("/eventDetails/capacity").intValue()).isEqualTo(5);
        String route = TestApi.encoded("PATCH /v1/events/{pageId}");
        List<JsonNode> capacities =
                api.get("/v1/audit-log?route=" + route).json().findValues("capacity");
        assertThat(capacities).anyMatch(capacity -> capacity.asInt() == 5);
        long entries = api.get("/v1/audit-log").total();
        assertThat(change(event, "{'eventDetails':{'capacity':5}}")).isEqualTo(off);
        assertThat(api.get("/v1/audit-log").total()).isEqualTo(entries);
        JsonNode gone =
                api.send("DELETE", at(event), Map.of()).expect(200).json().get("data");
        assertThat(gone.get("status").textValue()).isEqualTo("archived");
        assertThat(api.get(at(event)).json().get("data")).isEqualTo(gone);
    }

    @Test
    void what_was_booked_keeps_its_currency() {
        JsonNode event = create("{'name':'A'}");
        JsonNode euros = change(event, "{'eventDetails':{'currency':'eur'}}");
        assertThat(euros.at("/eventDetails/currency").textValue()).isEqualTo("eur");
        seller.create(
                Bookings.RESOURCE,
                false,
                booking -> booking.put("pageId", event.get("id").textValue()));
        Reply refused = api.patch(at(event), "{\"eventDetails\":{\"currency\":\"usd\"}}")
                .expect(409);
        assertThat(refused.json().get("code").textValue()).isEqualTo("already_bought");
        change(event, "{'eventDetails':{'currency':'eur','timezone':'Asia/Tokyo'}}");
        assertThat(api.get(at(event)).json().at("/data/eventDetails/currency").textValue())
                .isEqualTo("eur");
    }

    @Test
    void discounts_name_types_by_key_and_later_by_id() {
        JsonNode event = create("{'name':'A','eventDetails':{'discounts':[{'quantityCondition':'ticket_type_quantity',"
                + "'minQuantity':5,'amountOff':100,'ticketTypeIds':[{'key':'t'}]}]},"
                + "'ticketGroups':[{'name':'G','ticketTypes':[{'name':'T','key':'t'}]}]}");
        JsonNode type = event.at("/ticketGroups/0/ticketTypes/0/id");
        assertThat(event.at("/eventDetails/discounts/0/ticketTypeIds/0")).isEqualTo(type);
        String rule = "{'eventDetails':{'discounts':[{'quantityCondition':'total_quantity','minQuantity':2,"
                + "'maxQuantity':9,'percentOff':12.5,'ticketTypeIds':[{'id':'%s'}]}]}}";
        JsonNode changed = change(event, rule.formatted(type.textValue()));
        assertThat(changed.at("/eventDetails/discounts/0/ticketTypeIds/0")).isEqualTo(type);
        assertThat(changed.at("/eventDetails/discounts/0/percentOff").doubleValue())
                .isEqualTo(12.5);
        assertThat(api.patch(at(event), rule.formatted(UNKNOWN).replace('\'', '"'))
                        .problems())
                .containsExactly("eventDetails.discounts[0].ticketTypeIds[0].id");
    }

    @Test
    void a_fixed_tax_takes_the_usual_rate_where_none_is_named() {
        JsonNode rate = api.post(
                        "/v1/tax-rates",
                        "{\"displayName\":\"VAT\",\"inclusive\":false,\"percentage\":19,\"default\":true}")
                .expect(201)
                .json()
                .get("data");
        String id = rate.path("id").asText();
        JsonNode event = create("{'name':'A','tax':{'enabled':true,'mode':'fixed'}}");
        assertThat(event.at("/eventDetails/fixedTaxRateIds/0").asText()).isEqualTo(id);
        JsonNode none =
                create("{'name':'A','tax':{'enabled':true,'mode':'fixed'}," + "'eventDetails':{'fixedTaxRateIds':[]}}");
        assertThat(none.at("/eventDetails/fixedTaxRateIds").isEmpty()).isTrue();
        JsonNode set = change(none, "{'eventDetails':{'fixedTaxRateIds':['" + id + "']}}");
        assertThat(set.at("/eventDetails/fixedTaxRateIds/0").asText()).isEqualTo(id);
    }

    @Test
    void a_retry_makes_one_event_and_a_change_of_what_has_changed_is_refused() {
        Map<String, String> headers = Map.of("Content-Type", "application/json", "Idempotency-Key", "one");
        Reply first = api.send("POST", EVENTS, headers, "{\"name\":\"A\"}").expect(201);
        Reply again = api.send("POST", EVENTS, headers, "{\"name\":\"A\"}").expect(201);
        assertThat(again.body()).isEqualTo(first.body());
        assertThat(api.get(EVENTS).total()).isEqualTo(1);
        JsonNode event = first.json().get("data");
        Map<String, String> ifMatch =
                Map.of("Content-Type", "application/json", "If-Match", String.valueOf(first.header("ETag")));
        String capacity = "{\"eventDetails\":{\"capacity\":7}}";
        api.send("PATCH", at(event), ifMatch, capacity).expect(200);
        api.send("PATCH", at(event), ifMatch, capacity).expect(412);
    }
}
