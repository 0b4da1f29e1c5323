package io.tollgate.demo;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tollgate.pricing.BulkDiscount;
import java.util.List;

/** Writes an event's details, groups and types as the catalogue holds them. */
final class EventDocuments {
    private EventDocuments() {}

    static void details(ObjectNode page, EventOffer event, String type, Supplies supplies) {
        boolean place = !type.equals("virtual");
        boolean online = !type.equals("in_person");
        ObjectNode details = Json.of(
                "currency",
                event.currency(),
                "startDate",
                Moments.iso(event.startsAt()),
                "endDate",
                Moments.iso(event.endsAt()),
                "type",
                type,
                "timezone",
                "Europe/Berlin",
                "location",
                place ? "Alte Feuerwache, Köln" : null,
                "mapsLink",
                place ? "https://maps.example/alte-feuerwache" : null,
                "meetingLink",
                online ? "https://meet.example/" + event.slug() : null,
                "platform",
                online ? "zoom" : null,
                "limitRegistrations",
                Json.of("enabled", false),
                "taxBehavior",
                event.tax() == Offer.Tax.INCLUSIVE_RATE ? "inclusive" : "exclusive",
                "taxCode",
                event.tax() == Offer.Tax.PROCESSOR ? "txcd_20030000" : "",
                "fixedTaxRateIds",
                supplies.fixedRates(event.tax()),
                "pdfTicketsEnabled",
                true,
                "discounts",
                List.of());
        Json.put(
                page,
                "eventDetails",
                details,
                "showConfirmationEventName",
                true,
                "showConfirmationEventDateTime",
                true,
                "showConfirmationEventLocation",
                place,
                "showConfirmationEventMeetingLink",
                online,
                "showConfirmationEventTickets",
                true,
                "showConfirmationAddToCalendar",
                true,
                "showConfirmationEventAddOns",
                true);
    }

    private static ObjectNode discount(BulkDiscount rule) {
        return Json.put(
                OfferDocuments.bulk(rule),
                "quantityCondition",
                rule.together() ? "total_quantity" : "ticket_type_quantity",
                "ticketTypeIds",
                List.copyOf(rule.references()));
    }

    static void groups(Catalogue catalogue, EventOffer event, ObjectNode image) {
        int position = 0;
        for (EventOffer.Group group : event.groups()) {
            catalogue.ticketGroup(event.pageId(), position, group(event, group), event.createdAt());
            int place = 0;
            for (EventOffer.Type type : group.types()) {
                catalogue.ticketType(event.pageId(), place, type(event, group, type, image), event.createdAt());
                place++;
            }
            position++;
        }
    }

    private static ObjectNode group(EventOffer event, EventOffer.Group group) {
        boolean bulk = group.bulkFrom() > 0;
        return Json.of(
                "id",
                group.id(),
                "name",
                group.name(),
                "description",
                group.name() + " at " + event.title(),
                "status",
                "enabled",
                "reference",
                group.reference(),
                "layout",
                Json.of(
                        "type", "list",
                        "columns", 1,
                        "collapse", false,
                        "alignment", "default",
                        "spacing", "comfortable",
                        "imageSize", "small",
                        "showTicketGroupName", true,
                        "showTicketTypeName", true,
                        "showTicketPrice", true,
                        "showTicketTotalPrice", true,
                        "showPwywPlaceholder", true,
                        "showTicketFee", true,
                        "showTicketSaleDateTimezone", false),
                "ticketSelectionType",
                "quantity",
                "feeDisplay",
                group.feeDisplay(),
                "preselect",
                Json.of("enabled", false, "quantity", 1),
                "hidden",
                false,
                "hideWhenSoldOut",
                false,
                "hideWhenNotOnSale",
                false,
                "hideWhenScheduled",
                false,
                "hideWhenUnavailable",
                false,
                "bulkDiscounts",
                bulk
                        ? Json.list(Json.of(
                                "minQuantity", group.bulkFrom(),
                                "maxQuantity", 100,
                                "percentOff", group.bulkPercent()))
                        : List.of(),
                "availabilityBehavior",
                "always_available");
    }

    private static ObjectNode type(EventOffer event, EventOffer.Group group, EventOffer.Type type, ObjectNode image) {
        boolean dated = type.capacity() == null;
        return Json.of(
                "id",
                type.id(),
                "ticketGroupId",
                group.id(),
                "name",
                type.name(),
                "description",
                type.name() + " – " + group.name(),
                "reference",
                type.reference(),
                "hidden",
                false,
                "hideWhenSoldOut",
                false,
                "hideWhenNotOnSale",
                false,
                "hideWhenScheduled",
                false,
                "hideWhenUnavailable",
                false,
                "pricing",
                type.pricing(),
                "price",
                type.price(),
                "pwywSuggestedPrice",
                type.suggested(),
                "discountedFromPrice",
                type.price() > 10_000 ? (Long) (type.price() + 2000) : null,
                "feeAmount",
                type.fee(),
                "minQuantity",
                0,
                "maxQuantity",
                type.maxQuantity(),
                "showAvailableQuantity",
                !dated,
                "showTicketSaleDates",
                dated,
                "image",
                image,
                "availabilityBehavior",
                dated ? "date_time_based" : "until_event_starts",
                "saleStartOn",
                dated ? Moments.iso(event.createdAt()) : null,
                "saleEndOn",
                dated ? Moments.iso(event.startsAt()) : null,
                "status",
                "enabled");
    }
}
