package io.tollgate.event;

import io.tollgate.clock.TimeZones;
import io.tollgate.input.Key;
import io.tollgate.input.Value;
import io.tollgate.page.NamedParts;
import io.tollgate.page.RoundTrip;
import io.tollgate.taxrate.FixedRates;
import java.util.ArrayList;
import java.util.List;

/** What bodies of events may hold beside what all pages have. */
final class EventKeys {
    private static final int DISCOUNTS_MAX = 50;
    private static final int TEXT_MAX = 500;

    /** What is read of an event, and cannot be set. */
    static final RoundTrip ROUND_TRIP = RoundTrip.NOTHING
            .with(
                    "eventDetails",
                    Key.oneOf("status", "active", "sold_out", "canceled").orNull())
            .with("eventDetails.limitRegistrations", RoundTrip.SINCE);

    private EventKeys() {}

    static Key[] ofNew() {
        List<Key> keys = shared(true);
        keys.add(Key.of(
                "ticketGroups", Value.list(1, TicketKeys.GROUPS_MAX, Value.object(TicketKeys.ofNewGroup(true)))));
        return keys.toArray(Key[]::new);
    }

    static Key[] ofChange() {
        return ROUND_TRIP.among(shared(false).toArray(Key[]::new));
    }

    private static List<Key> shared(boolean isNew) {
        List<Key> keys = new ArrayList<>();
        keys.add(Key.object("eventDetails", details(isNew)));
        List.of("Name", "DateTime", "Location", "MeetingLink", "Tickets", "AddOns")
                .forEach(what -> keys.add(Key.bool("showConfirmationEvent" + what)));
        keys.add(Key.bool("showConfirmationAddToCalendar"));
        return keys;
    }

    private static Key[] details(boolean isNew) {
        return new Key[] {
            Key.oneOf("type", "in_person", "virtual", "hybrid"),
            Key.of("currency", Value.matching(3, 3, "[a-z]{3}", "must be three lower-case letters, like usd")),
            Key.time("startDate").orNull(),
            Key.time("endDate").orNull(),
            Key.text("timezone", TimeZones.LENGTH_MAX).orNull(),
            Key.text("location", TEXT_MAX).orNull(),
            Key.url("mapsLink").orNull(),
            Key.url("meetingLink").orNull(),
            Key.oneOf(
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
            TicketKeys.capacity(),
            Key.object("limitRegistrations", Key.bool("enabled")).orNull(),
            Key.oneOf("taxBehavior", "inclusive", "exclusive", "automatic", ""),
            Key.of(
                            "taxCode",
                            Value.matching(
                                    0,
                                    TEXT_MAX,
                                    "(?:txcd_[a-zA-Z0-9]+)?",
                                    "must be empty, or txcd_ and letters or digits"))
                    .orNull(),
            Key.ids(FixedRates.IDS, 1).orNull(),
            Key.bool("pdfTicketsEnabled"),
            Key.list(
                            "discounts",
                            DISCOUNTS_MAX,
                            Key.oneOf("quantityCondition", "total_quantity", "ticket_type_quantity")
                                    .needed(),
                            TicketKeys.quantity("minQuantity").needed(),
                            TicketKeys.quantity("maxQuantity").orNull(),
                            Key.number("percentOff", 0, 100).orNull(),
                            Key.money("amountOff").orNull(),
                            Key.of("ticketTypeIds", typeNames(isNew)).orNull())
                    .orNull()
        };
    }

    private static Value typeNames(boolean isNew) {
        return isNew
                ? Value.list(
                        0,
                        TicketKeys.TYPES_MAX,
                        Value.object(Key.text("key", 100).needed()))
                : NamedParts.list(TicketKeys.TYPES_MAX, Key.id("id").needed());
    }
}
