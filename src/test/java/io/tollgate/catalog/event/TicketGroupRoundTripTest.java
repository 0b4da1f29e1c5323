package io.tollgate.catalog.event;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tollgate.catalog.file.Files;
import io.tollgate.catalog.page.CheckoutSchema;
import io.tollgate.catalog.page.PageKind;
import io.tollgate.catalog.page.PageSchema;
import io.tollgate.catalog.page.Templates;
import io.tollgate.platform.schema.Field;
import io.tollgate.support.TestApi;
import io.tollgate.support.TestGateway;
import io.tollgate.support.TestSeller;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** Every writable setting of events, ticket groups and ticket types is returned as sent, when created and updated. */
class TicketGroupRoundTripTest {
    private static final String SHARED = """
            "description": "<p>D</p>", "status": "disabled", "reference": "ref", "capacity": 50, "hidden": true,
            "hideWhenSoldOut": true, "hideWhenNotOnSale": true, "hideWhenScheduled": true, "hideWhenUnavailable": true,
            """;

    private static final String TYPE = "{ \"name\": \"T\"," + SHARED + """
            "pricing": "pwyw", "price": 500, "pwywSuggestedPrice": 700, "discountedFromPrice": 900, "feeAmount": 25,
            "minQuantity": 2, "maxQuantity": 8, "showAvailableQuantity": true, "showTicketSaleDates": true,
            "imageId": "IMAGE", "availabilityBehavior": "after_ticket_ends_or_sold_out",
            "saleEndOn": "2037-05-01T10:00:00.000Z", "triggerTicketTypeId": "TRIGGER" }
            """;

    private static final String GROUP = "{ \"name\": \"G\"," + SHARED + """
            "layout": { "type": "accordion", "columns": 3, "collapse": true, "alignment": "stack",
              "spacing": "compact", "imageSize": "", "showTicketGroupName": false, "showTicketTypeName": false,
              "showTicketPrice": false, "showTicketTotalPrice": false, "showPwywPlaceholder": false,
              "showTicketFee": false, "showTicketSaleDateTimezone": true },
            "ticketSelectionType": "single", "feeDisplay": "separate",
            "preselect": { "enabled": true, "ticketTypeId": "OWN", "quantity": 3 },
            "bulkDiscounts": [ { "minQuantity": 2, "maxQuantity": 5, "percentOff": 7.5 } ],
            "availabilityBehavior": "after_ticket_sold_out", "saleEndOn": "2037-05-01T10:00:00.000Z",
            "triggerTicketGroupId": "TRIGGER" }
            """;

    private static final String EVENT = """
            { "name": "E", "eventDetails": {
                "type": "hybrid", "currency": "jpy", "startDate": "2037-05-02T10:00:00.000Z",
                "endDate": "2037-05-02T12:00:00.000Z", "timezone": "Asia/Tokyo", "location": "L",
                "mapsLink": "https://maps.example/l", "meetingLink": "https://meet.example/l", "platform": "vimeo",
                "capacity": 90, "limitRegistrations": { "enabled": true }, "taxBehavior": "inclusive",
                "taxCode": "txcd_1", "fixedTaxRateIds": [], "pdfTicketsEnabled": false, "discounts": [] },
              "showConfirmationEventName": false, "showConfirmationEventDateTime": false,
              "showConfirmationEventLocation": false, "showConfirmationEventMeetingLink": false,
              "showConfirmationEventTickets": false, "showConfirmationEventAddOns": false,
              "showConfirmationAddToCalendar": false }
            """;

    private final TestSeller seller = TestGateway.shared().seller();
    private final TestApi api = seller.live();
    private final String image = seller.create(Files.RESOURCE, true, file -> file.put("purpose", "image"))
            .get("id")
            .textValue();

    private JsonNode made(String path, JsonNode body) {
        return api.post(path, body.toString()).expect(201).json().get("data");
    }

    private JsonNode changed(String path, JsonNode body) {
        return api.patch(path, body.toString()).expect(200).json().get("data");
    }

    private static void found(JsonNode sent, JsonNode in) {
        sent.properties().forEach(one -> {
            JsonNode value = in.get(one.getKey());
            if (one.getKey().equals("imageId")) {
                assertThat(in.at("/image/fileId")).isEqualTo(one.getValue());
            } else if (one.getValue().isObject()) {
                found(one.getValue(), value);
            } else {
                assertThat(value).as(one.getKey()).isEqualTo(one.getValue());
            }
        });
    }

    private static List<Field> ofEventsOnly() {
        List<Field> ofPages = PageSchema.of(PageKind.EVENT)
                .and(CheckoutSchema.of(PageKind.EVENT))
                .change();
        return Events.SCHEMA.change().stream()
                .filter(field ->
                        ofPages.stream().noneMatch(shared -> shared.name().equals(field.name())))
                .toList();
    }

    private static void whole(ObjectNode sent, List<Field> fields, String... but) {
        Set<String> names = new TreeSet<>(fields.stream().map(Field::name).toList());
        names.removeAll(List.of(but));
        Set<String> all = new TreeSet<>();
        sent.fieldNames().forEachRemaining(all::add);
        assertThat(all).isEqualTo(names);
    }

    @Test
    void every_setting_is_found_again() {
        ObjectNode sent = Templates.of(EVENT);
        JsonNode event = made("/v1/events", sent);
        String path = "/v1/events/" + event.get("id").textValue();
        found(sent, event);
        whole(sent.deepCopy().without("name"), ofEventsOnly());
        String second = "/v1/events/"
                + made("/v1/events", Templates.of("{ \"name\": \"N\" }"))
                        .get("id")
                        .textValue();
        found(sent, changed(second, sent));
        found(sent, api.get(second).json().get("data"));

        String groups = path + "/ticket-groups";
        String firstGroup = event.at("/ticketGroups/0/id").textValue();
        ObjectNode group = Templates.of(GROUP.replace("TRIGGER", firstGroup));
        ObjectNode withType = group.deepCopy();
        withType.putArray("ticketTypes").addObject().put("name", "Own").put("key", "OWN");
        JsonNode newGroup = made(groups, withType);
        group.withObject("/preselect").set("ticketTypeId", newGroup.at("/ticketTypes/0/id"));
        found(group, newGroup);
        whole(group, TicketGroups.GROUP.change(), SaleRules.START);
        JsonNode plain = made(groups, Templates.of("{ \"name\": \"P\", \"ticketTypes\": [ { \"name\": \"Q\" } ] }"));
        group.put("reference", "ref2").withObject("/preselect").set("ticketTypeId", plain.at("/ticketTypes/0/id"));
        String at = groups + "/" + plain.get("id").textValue();
        found(group, changed(at, group));
        found(group, api.get(at).json().get("data"));
        dated(at);

        types(at, plain.at("/ticketTypes/0/id").textValue());
    }

    /** The sale start of a waiting type is derived; that of a dated type is set. */
    private void dated(String at) {
        ObjectNode dates = Templates.of("{ \"availabilityBehavior\": \"date_time_based\","
                + " \"saleStartOn\": \"2037-04-01T10:00:00.000Z\", \"saleEndOn\": \"2037-04-02T10:00:00.000Z\" }");
        found(dates, changed(at, dates));
        found(dates, api.get(at).json().get("data"));
    }

    private void types(String group, String trigger) {
        ObjectNode type = Templates.of(TYPE.replace("IMAGE", image).replace("TRIGGER", trigger));
        String types = group + "/ticket-types";
        found(type, made(types, type));
        whole(type, TicketGroups.TYPE.change(), SaleRules.START, "ticketGroupId");
        String at = types + "/"
                + made(types, Templates.of("{ \"name\": \"S\" }")).get("id").textValue();
        type.put("reference", "ref2");
        found(type, changed(at, type));
        JsonNode read = api.get(at).json().get("data");
        found(type, read);
        dated(at);
        JsonNode cleared = changed(
                at,
                Templates.of("{ \"imageId\": null, \"feeAmount\": null, \"maxQuantity\": null, \"capacity\": null }"));
        for (String name : List.of("image", "feeAmount", "maxQuantity", "capacity")) {
            assertThat(cleared.get(name).isNull()).as(name).isTrue();
        }
    }
}
