package io.tollgate.event;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tollgate.clock.TimeZones;
import io.tollgate.input.Input;
import io.tollgate.page.DiscountInput;
import io.tollgate.page.EnabledAt;
import io.tollgate.page.NamedParts;
import io.tollgate.page.Templates;
import io.tollgate.pricing.Currency;
import java.time.Instant;
import java.util.Objects;
import java.util.Set;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** Puts what was sent of an event's details into them, new or not, and notes what does not fit. */
final class EventDetails {
    static final ObjectNode DEFAULTS = Templates.of("""
            {
              "currency": "usd", "startDate": null, "endDate": null, "type": "in_person", "timezone": null,
              "location": null, "mapsLink": null, "meetingLink": null, "platform": null, "capacity": null,
              "limitRegistrations": { "enabled": false, "enabledAt": null }, "taxBehavior": "exclusive",
              "taxCode": "", "fixedTaxRateIds": [], "pdfTicketsEnabled": true, "discounts": []
            }
            """);

    private static final ObjectNode DISCOUNT =
            Templates.of("{ \"maxQuantity\": null, \"percentOff\": null, \"amountOff\": null }");

    private EventDetails() {}

    /** Notes what is wrong with what was sent, whatever stands already. */
    static void check(Input sent) {
        String currency = sent.text("currency");
        sent.rule(currency == null || Currency.isKnown(currency), "currency", "is not a currency");
        String zone = sent.text("timezone");
        sent.rule(zone == null || TimeZones.has(zone), "timezone", TimeZones.EXPECTED);
        for (Input one : sent.objects("discounts")) {
            boolean any = one.wasMeant("percentOff") || one.wasMeant("amountOff");
            boolean both = one.applies("percentOff") && one.applies("amountOff");
            one.rule(any && !both, "percentOff", "or amountOff is required, and not both");
            Long least = one.integer("minQuantity");
            Long most = one.integer("maxQuantity");
            one.rule(
                    least == null || most == null || least <= most, "maxQuantity", "must not be less than minQuantity");
            boolean some = !one.values().path("ticketTypeIds").isEmpty();
            boolean each = Objects.equals(one.text("quantityCondition"), "ticket_type_quantity");
            one.rule(some || !each, "ticketTypeIds", "are required for the quantityCondition ticket_type_quantity");
        }
    }

    /** The details of a new event. */
    static ObjectNode ofNew(Input sent, UnaryOperator<@Nullable String> typeId, Instant now) {
        return over(sent, DEFAULTS, sent.has("type"), typeId, now);
    }

    /**
     * The details as they would be. A type that is sent as it is read says nothing: callers send all of the
     * details to change one of them.
     *
     * @param sent under {@code eventDetails}
     * @param former before the change
     * @param typeId the id of the ticket type that a discount names, by key or id; null where there is none
     */
    static ObjectNode over(Input sent, ObjectNode former, UnaryOperator<@Nullable String> typeId, Instant now) {
        boolean typed = sent.has("type")
                && !Objects.equals(sent.text("type"), former.path("type").asText());
        return over(sent, former, typed, typeId, now);
    }

    private static ObjectNode over(
            Input sent, ObjectNode former, boolean typed, UnaryOperator<@Nullable String> typeId, Instant now) {
        ObjectNode details = Templates.over(sent, former, DEFAULTS, Set.of("discounts", "status"));
        if (sent.has("limitRegistrations")) {
            EnabledAt.note(former.path("limitRegistrations"), details.path("limitRegistrations"), now);
        }
        discounts(sent, details, typeId);
        if (sent.has("startDate") || sent.has("endDate")) {
            String start = details.path("startDate").asText("");
            String end = details.path("endDate").asText("");
            boolean ordered = start.isEmpty() || end.isEmpty();
            boolean ends = sent.has("endDate");
            sent.rule(
                    ordered || start.compareTo(end) <= 0,
                    ends ? "endDate" : "startDate",
                    ends ? "must not be before startDate" : "must not be after endDate");
        }
        place(sent, former, details, typed);
        Templates.settle(details, former);
        return details;
    }

    /** Where an event is, it must say once its type is said, and may not take back while it has that type. */
    private static void place(Input sent, ObjectNode former, ObjectNode details, boolean typed) {
        if (sent.wasMeant("type") && !sent.hasValue("type")) {
            return;
        }
        String type = details.path("type").asText();
        if (!type.equals("virtual")) {
            needed(sent, "location", details, typed || former.hasNonNull("location"), type);
        }
        if (!type.equals("in_person")) {
            needed(sent, "meetingLink", details, typed || former.hasNonNull("meetingLink"), type);
        }
    }

    private static void needed(Input sent, String name, ObjectNode details, boolean needs, String type) {
        boolean there = details.hasNonNull(name) || sent.wasMeant(name);
        sent.rule(there || !needs, name, "is required for the type " + type);
    }

    private static void discounts(Input sent, ObjectNode details, UnaryOperator<@Nullable String> typeId) {
        if (!sent.has("discounts")) {
            return;
        }
        ArrayNode all = details.putArray("discounts");
        for (Input one : sent.objects("discounts")) {
            ObjectNode discount = Templates.over(one, DISCOUNT, Set.of("ticketTypeIds"));
            DiscountInput.choose(discount);
            all.add(discount);
            ArrayNode ids = discount.putArray("ticketTypeIds");
            NamedParts.ids(one, "ticketTypeIds", typeId, "names no ticket type of this event")
                    .forEach(ids::add);
        }
    }

    static @Nullable Integer capacity(JsonNode document) {
        JsonNode capacity = document.path("capacity");
        return capacity.isNumber() ? Integer.valueOf(capacity.intValue()) : null;
    }
}
