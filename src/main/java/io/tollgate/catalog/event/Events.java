package io.tollgate.catalog.event;

import static io.tollgate.platform.resource.Search.Shape.ANYTHING;
import static io.tollgate.platform.resource.Search.contains;
import static io.tollgate.platform.schema.Field.bool;
import static io.tollgate.platform.schema.Field.id;
import static io.tollgate.platform.schema.Field.ids;
import static io.tollgate.platform.schema.Field.list;
import static io.tollgate.platform.schema.Field.money;
import static io.tollgate.platform.schema.Field.number;
import static io.tollgate.platform.schema.Field.object;
import static io.tollgate.platform.schema.Field.oneOf;
import static io.tollgate.platform.schema.Field.text;
import static io.tollgate.platform.schema.Field.time;
import static io.tollgate.platform.schema.Field.url;

import io.tollgate.catalog.page.CheckoutSchema;
import io.tollgate.catalog.page.NamedParts;
import io.tollgate.catalog.page.PageKind;
import io.tollgate.catalog.page.PageSchema;
import io.tollgate.catalog.page.PageWarnings;
import io.tollgate.catalog.taxrate.FixedRates;
import io.tollgate.platform.clock.TimeZones;
import io.tollgate.platform.resource.Resource;
import io.tollgate.platform.schema.CommonFields;
import io.tollgate.platform.schema.Field;
import io.tollgate.platform.schema.Schema;
import io.tollgate.platform.schema.Type;

/** Defines events, which are pages that sell tickets. */
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
                            .doc("What is counted: `total_quantity`, all tickets of the order; "
                                    + "`ticket_type_quantity`, the tickets of each type by themselves.")
                            .needed(),
                    ids("ticketTypeIds")
                            .doc("Ids of the ticket types that the discount covers. Empty for `total_quantity`: all.")
                            .readOnly(),
                    list(
                                    "ticketTypeIds",
                                    TicketGroups.TYPES_MAX,
                                    text("key", 100)
                                            .doc("The `key` of a ticket type in this request.")
                                            .needed())
                            .doc("Ticket types that the discount covers, by the keys that this request gives them. "
                                    + "Empty: all. Required for `ticket_type_quantity`.")
                            .orNull()
                            .createOnly(),
                    Field.of(
                                    "ticketTypeIds",
                                    NamedParts.list(
                                            TicketGroups.TYPES_MAX,
                                            id("id").doc("Id of a ticket type of the event.")
                                                    .needed()))
                            .doc("Ticket types that the discount covers: their ids, or objects with an id. Empty: all. "
                                    + "Required for `ticket_type_quantity`.")
                            .orNull()
                            .changeOnly(),
                    TicketFields.quantity("minQuantity")
                            .doc("Least number of tickets for the discount.")
                            .needed(),
                    TicketFields.quantity("maxQuantity")
                            .doc("Greatest number of tickets for the discount. Null: no maximum.")
                            .orNull(),
                    number("percentOff", 0, 100)
                            .doc("Discount in percent: 10 means 10 %. Send either `percentOff` or `amountOff`.")
                            .orNull(),
                    money("amountOff")
                            .doc("Amount taken off what the discount covers: once from the sum for `total_quantity`, "
                                    + "once from each type for `ticket_type_quantity`. Send either `percentOff` or "
                                    + "`amountOff`.")
                            .orNull())
            .doc("Discounts by the number of tickets in one order. Of the rules that match, the one with the highest "
                    + "`minQuantity` applies. A list in a change replaces the former one.")
            .orNull();

    static final Field DETAILS = object(
                    "eventDetails",
                    oneOf("status", "active", "sold_out", "canceled")
                            .doc("`sold_out`: no tickets are left. `canceled`: the event does not take place. "
                                    + "Read-only.")
                            .roundTrip(),
                    Field.of("currency", CURRENCY)
                            .doc("ISO 4217 code of the currency of all prices, in lower case. A new event defaults to "
                                    + "`usd`.")
                            .always()
                            .defaultsTo("usd"),
                    time("startDate").doc("Time at which the event starts.").orNull(),
                    time("endDate")
                            .doc("Time at which the event ends, not before `startDate`.")
                            .orNull(),
                    oneOf("type", "in_person", "virtual", "hybrid")
                            .doc("Whether attendees come to a place (`in_person`), join online (`virtual`), or can do "
                                    + "either (`hybrid`).")
                            .always()
                            .defaultsTo("in_person"),
                    text("timezone", TimeZones.LENGTH_MAX)
                            .doc("IANA time zone in which dates are shown. If a new event sends none, it gets the "
                                    + "`timezone` of the account.")
                            .orNull(),
                    text("location", TEXT_MAX)
                            .doc("Place of the event. Required for the types `in_person` and `hybrid`.")
                            .orNull(),
                    url("mapsLink").doc("Link to the place on a map.").orNull(),
                    url("meetingLink")
                            .doc("Link at which attendees join. Required for the types `virtual` and `hybrid`.")
                            .orNull(),
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
                            .doc("Platform of the meeting.")
                            .orNull(),
                    TicketFields.CAPACITY,
                    object("limitRegistrations", CommonFields.ENABLED.defaultsTo(false), CommonFields.ENABLED_AT)
                            .doc("Whether each guest can register only once.")
                            .orNull(),
                    oneOf("taxBehavior", "inclusive", "exclusive", "automatic", "")
                            .doc("Whether prices include the tax that the processor calculates. For a fixed tax "
                                    + "rate, its `inclusive` decides. `automatic`: not in USD and CAD.")
                            .defaultsTo("exclusive"),
                    Field.of("taxCode", TAX_CODE)
                            .doc("The processor's tax code for the tickets, such as `txcd_10000000`. Empty: none.")
                            .orNull()
                            .defaultsTo(""),
                    FixedRates.FIELD,
                    bool("pdfTicketsEnabled")
                            .doc("Whether tickets are available as PDF. If `false`, the ticket PDF returns 404.")
                            .always()
                            .defaultsTo(true),
                    DISCOUNTS)
            .doc("When and where the event takes place, and how it is sold.")
            .always()
            .writable();

    static final Schema SCHEMA = PageSchema.of(PageKind.EVENT)
            .and(
                    DETAILS,
                    bool("showConfirmationEventName")
                            .doc("Whether the confirmation shows the name of the event.")
                            .writable()
                            .defaultsTo(true),
                    bool("showConfirmationEventDateTime")
                            .doc("Whether the confirmation shows the date and time of the event.")
                            .writable()
                            .defaultsTo(true),
                    bool("showConfirmationEventLocation")
                            .doc("Whether the confirmation shows the place of the event.")
                            .writable()
                            .defaultsTo(true),
                    bool("showConfirmationEventMeetingLink")
                            .doc("Whether the confirmation shows the meeting link.")
                            .writable()
                            .defaultsTo(true),
                    bool("showConfirmationEventTickets")
                            .doc("Whether the confirmation shows the tickets.")
                            .writable()
                            .defaultsTo(true),
                    bool("showConfirmationAddToCalendar")
                            .doc("Whether the confirmation offers to add the event to a calendar.")
                            .writable()
                            .defaultsTo(true),
                    bool("showConfirmationEventAddOns")
                            .doc("Whether the confirmation shows order bumps that were bought.")
                            .writable()
                            .defaultsTo(true))
            .and(CheckoutSchema.of(PageKind.EVENT))
            .and(
                    PageWarnings.FIELD,
                    list("ticketGroups", TicketGroups.GROUP.members())
                            .doc("Ticket groups of the event, with their ticket types, in the order shown."),
                    TicketGroups.OF_NEW_EVENT.createOnly());

    public static final Resource RESOURCE = Resource.at("/v1/events")
            .noun("Event")
            .idName("pageId")
            .table("page")
            .kind("event")
            .fields(SCHEMA.read())
            .ofPage("id")
            .indexed("status", "testmode")
            .search(contains(ANYTHING, "name", "title"))
            .storedApart("url", "previewUrl", "visitCount", "warnings", "eventDetails.capacity", "ticketGroups")
            .reports(PageSchema.REPORTS)
            .build();

    private Events() {}
}
