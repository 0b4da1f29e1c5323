package io.tollgate.event;

import static io.tollgate.resource.Search.Shape.ANYTHING;
import static io.tollgate.resource.Search.contains;
import static io.tollgate.schema.Field.bool;
import static io.tollgate.schema.Field.id;
import static io.tollgate.schema.Field.ids;
import static io.tollgate.schema.Field.list;
import static io.tollgate.schema.Field.money;
import static io.tollgate.schema.Field.number;
import static io.tollgate.schema.Field.object;
import static io.tollgate.schema.Field.oneOf;
import static io.tollgate.schema.Field.text;
import static io.tollgate.schema.Field.time;
import static io.tollgate.schema.Field.url;

import io.tollgate.clock.TimeZones;
import io.tollgate.page.CheckoutSchema;
import io.tollgate.page.NamedParts;
import io.tollgate.page.PageKind;
import io.tollgate.page.PageSchema;
import io.tollgate.resource.Resource;
import io.tollgate.schema.Field;
import io.tollgate.schema.Schema;
import io.tollgate.schema.Type;
import io.tollgate.taxrate.FixedRates;

/** Events: pages that sell tickets. */
public final class Events {
    private static final int DISCOUNTS_MAX = 50;
    private static final int TEXT_MAX = 500;

    private static final Type CURRENCY = Type.matching(3, 3, "[a-z]{3}", "must be three lower-case letters, like usd");

    private static final Type TAX_CODE =
            Type.matching(0, TEXT_MAX, "(?:txcd_[a-zA-Z0-9]+)?", "must be empty, or txcd_ and letters or digits");

    static final Field DISCOUNTS = list(
                    "discounts",
                    DISCOUNTS_MAX,
                    oneOf("quantityCondition", "total_quantity", "ticket_type_quantity")
                            .needed(),
                    ids("ticketTypeIds").readOnly(),
                    list(
                                    "ticketTypeIds",
                                    TicketGroups.TYPES_MAX,
                                    text("key", 100).needed())
                            .orNull()
                            .createOnly(),
                    Field.of("ticketTypeIds", NamedParts.list(TicketGroups.TYPES_MAX, id("id").needed()))
                            .orNull()
                            .changeOnly(),
                    TicketGroups.quantity("minQuantity").needed(),
                    TicketGroups.quantity("maxQuantity").orNull(),
                    number("percentOff", 0, 100).orNull(),
                    money("amountOff").orNull())
            .orNull();

    static final Field DETAILS = object(
                    "eventDetails",
                    oneOf("status", "active", "sold_out", "canceled").roundTrip(),
                    Field.of("currency", CURRENCY).always().defaultsTo("usd"),
                    time("startDate").orNull(),
                    time("endDate").orNull(),
                    oneOf("type", "in_person", "virtual", "hybrid").always().defaultsTo("in_person"),
                    text("timezone", TimeZones.LENGTH_MAX).orNull(),
                    text("location", TEXT_MAX).orNull(),
                    url("mapsLink").orNull(),
                    url("meetingLink").orNull(),
                    oneOf(
                                    "platform",
                                    "zoom",
                                    "google_meet",
                                    "microsoft_teams",
                                    "youtube",
                                    "hopin",
                                    "vimeo",
                                    "discord",
                                    "other")
                            .orNull(),
                    TicketGroups.CAPACITY,
                    object(
                                    "limitRegistrations",
                                    bool("enabled").defaultsTo(false),
                                    time("enabledAt").roundTrip())
                            .doc("Whether the event takes each guest once.")
                            .orNull(),
                    oneOf("taxBehavior", "inclusive", "exclusive", "automatic", "")
                            .defaultsTo("exclusive"),
                    Field.of("taxCode", TAX_CODE).orNull().defaultsTo(""),
                    FixedRates.FIELD,
                    bool("pdfTicketsEnabled").always().defaultsTo(true),
                    DISCOUNTS)
            .always()
            .writable();

    static final Schema SCHEMA = PageSchema.of(PageKind.EVENT)
            .and(
                    DETAILS,
                    bool("showConfirmationEventName").writable().defaultsTo(true),
                    bool("showConfirmationEventDateTime").writable().defaultsTo(true),
                    bool("showConfirmationEventLocation").writable().defaultsTo(true),
                    bool("showConfirmationEventMeetingLink").writable().defaultsTo(true),
                    bool("showConfirmationEventTickets").writable().defaultsTo(true),
                    bool("showConfirmationAddToCalendar").writable().defaultsTo(true),
                    bool("showConfirmationEventAddOns").writable().defaultsTo(true))
            .and(CheckoutSchema.of(PageKind.EVENT))
            .and(list("ticketGroups", TicketGroups.GROUP.members()), TicketGroups.OF_NEW_EVENT.createOnly());

    public static final Resource RESOURCE = Resource.at("/v1/events")
            .noun("Event")
            .idName("pageId")
            .table("page")
            .kind("event")
            .fields(SCHEMA.read())
            .indexed("status", "testmode")
            .search(contains(ANYTHING, "name", "title"))
            .apart("url", "visitCount", "eventDetails.capacity", "ticketGroups")
            .build();

    private Events() {}
}
