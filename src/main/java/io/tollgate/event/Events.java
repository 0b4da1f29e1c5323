package io.tollgate.event;

import static io.tollgate.resource.Field.bool;
import static io.tollgate.resource.Field.ids;
import static io.tollgate.resource.Field.integer;
import static io.tollgate.resource.Field.list;
import static io.tollgate.resource.Field.money;
import static io.tollgate.resource.Field.number;
import static io.tollgate.resource.Field.object;
import static io.tollgate.resource.Field.oneOf;
import static io.tollgate.resource.Field.text;
import static io.tollgate.resource.Field.time;
import static io.tollgate.resource.Search.Shape.ANYTHING;
import static io.tollgate.resource.Search.contains;

import io.tollgate.page.CheckoutSettings;
import io.tollgate.page.PageFields;
import io.tollgate.resource.Field;
import io.tollgate.resource.Resource;
import java.util.ArrayList;
import java.util.List;

/** Events: pages that sell tickets. */
public final class Events {
    private Events() {}

    private static final Field DETAILS = object(
            "eventDetails",
            oneOf("status", "active", "sold_out", "canceled"),
            text("currency").always(),
            time("startDate"),
            time("endDate"),
            oneOf("type", "in_person", "virtual", "hybrid").always(),
            text("timezone"),
            text("location"),
            text("mapsLink"),
            text("meetingLink"),
            oneOf(
                    "platform",
                    "zoom",
                    "google_meet",
                    "microsoft_teams",
                    "youtube",
                    "hopin",
                    "vimeo",
                    "discord",
                    "other"),
            integer("capacity"),
            object("limitRegistrations", bool("enabled"), time("enabledAt")),
            oneOf("taxBehavior", "inclusive", "exclusive", "automatic", ""),
            text("taxCode"),
            ids("fixedTaxRateIds"),
            bool("pdfTicketsEnabled").always(),
            list(
                    "discounts",
                    oneOf("quantityCondition", "total_quantity", "ticket_type_quantity"),
                    ids("ticketTypeIds"),
                    integer("minQuantity"),
                    integer("maxQuantity"),
                    number("percentOff"),
                    money("amountOff")));

    public static final Resource RESOURCE = Resource.at("/v1/events")
            .noun("Event")
            .idName("pageId")
            .table("page")
            .kind("event")
            .fields(PageFields.with("event", fields()))
            .indexed("status", "testmode")
            .search(contains(ANYTHING, "name", "title"))
            .apart("url", "visitCount", "eventDetails.capacity", "ticketGroups")
            .build();

    private static List<Field> fields() {
        List<Field> fields = new ArrayList<>(List.of(
                DETAILS.always(),
                bool("showConfirmationEventName"),
                bool("showConfirmationEventDateTime"),
                bool("showConfirmationEventLocation"),
                bool("showConfirmationEventMeetingLink"),
                bool("showConfirmationEventTickets"),
                bool("showConfirmationAddToCalendar"),
                bool("showConfirmationEventAddOns")));
        fields.addAll(CheckoutSettings.FIELDS);
        fields.add(list("ticketGroups", TicketGroups.GROUP));
        return fields;
    }
}
