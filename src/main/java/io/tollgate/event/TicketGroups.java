package io.tollgate.event;

import static io.tollgate.resource.Field.bool;
import static io.tollgate.resource.Field.id;
import static io.tollgate.resource.Field.ids;
import static io.tollgate.resource.Field.integer;
import static io.tollgate.resource.Field.list;
import static io.tollgate.resource.Field.money;
import static io.tollgate.resource.Field.number;
import static io.tollgate.resource.Field.object;
import static io.tollgate.resource.Field.oneOf;
import static io.tollgate.resource.Field.text;
import static io.tollgate.resource.Field.time;

import io.tollgate.file.Files;
import io.tollgate.resource.Field;
import io.tollgate.resource.Resource;
import java.util.List;

/** Ticket groups and ticket types, of which an event's offer is made. */
public final class TicketGroups {
    private TicketGroups() {}

    private static final Field STATUS =
            oneOf("status", "enabled", "disabled", "archived").always();

    private static final Field AVAILABILITY_STATUS =
            oneOf("availabilityStatus", "available", "sold_out", "unavailable").always();

    private static final Field AVAILABILITY_BEHAVIOR = oneOf(
                    "availabilityBehavior",
                    "always_available",
                    "date_time_based",
                    "after_ticket_sale_ends",
                    "after_ticket_sold_out",
                    "after_ticket_ends_or_sold_out",
                    "until_event_starts")
            .always();

    public static final List<Field> TYPE = List.of(
            id("id").always(),
            id("ticketGroupId").always(),
            text("name").always(),
            text("description"),
            text("reference").always(),
            bool("hidden").always(),
            bool("hideWhenSoldOut").always(),
            bool("hideWhenNotOnSale").always(),
            bool("hideWhenScheduled").always(),
            bool("hideWhenUnavailable").always(),
            oneOf("pricing", "paid", "free", "pwyw").always(),
            money("price").always(),
            money("pwywSuggestedPrice"),
            money("discountedFromPrice"),
            money("feeAmount"),
            integer("capacity"),
            integer("quantitySold").always(),
            integer("minQuantity"),
            integer("maxQuantity"),
            bool("showAvailableQuantity").always(),
            bool("showTicketSaleDates").always(),
            object("image", Files.IMAGE),
            AVAILABILITY_BEHAVIOR,
            AVAILABILITY_STATUS,
            time("saleStartOn"),
            time("saleEndOn"),
            id("triggerTicketTypeId"),
            STATUS);

    private static final Field LAYOUT = object(
            "layout",
            oneOf("type", "list", "grid", "accordion"),
            integer("columns"),
            bool("collapse"),
            oneOf("alignment", "default", "center", "stack"),
            oneOf("spacing", "comfortable", "compact"),
            oneOf("imageSize", "small", "medium", "large", ""),
            bool("showTicketGroupName"),
            bool("showTicketTypeName"),
            bool("showTicketPrice"),
            bool("showTicketTotalPrice"),
            bool("showPwywPlaceholder"),
            bool("showTicketFee"),
            bool("showTicketSaleDateTimezone"));

    public static final List<Field> GROUP = List.of(
            id("id").always(),
            text("name").always(),
            text("description"),
            STATUS,
            AVAILABILITY_STATUS,
            text("reference").always(),
            LAYOUT,
            oneOf("ticketSelectionType", "single", "multiple", "quantity").always(),
            oneOf("feeDisplay", "included", "separate").always(),
            object("preselect", bool("enabled"), id("ticketTypeId"), integer("quantity")),
            integer("capacity"),
            bool("hidden").always(),
            bool("hideWhenSoldOut").always(),
            bool("hideWhenNotOnSale").always(),
            bool("hideWhenScheduled").always(),
            bool("hideWhenUnavailable").always(),
            list(
                    "bulkDiscounts",
                    integer("minQuantity").always(),
                    integer("maxQuantity"),
                    number("percentOff").always()),
            AVAILABILITY_BEHAVIOR,
            time("saleStartOn"),
            time("saleEndOn"),
            id("triggerTicketGroupId"),
            ids("ticketTypeIds"),
            list("ticketTypes", TYPE));

    /** A group with its types, as it is answered. */
    public static final Resource RESOURCE = Resource.at("/v1/events/{pageId}/ticket-groups")
            .noun("Ticket group")
            .idName("ticketGroupId")
            .fields(GROUP)
            .build();

    /** A type, as it is answered. */
    public static final Resource TYPE_RESOURCE = Resource.at(
                    "/v1/events/{pageId}/ticket-groups/{ticketGroupId}/ticket-types")
            .noun("Ticket type")
            .idName("ticketTypeId")
            .fields(TYPE)
            .build();

    /** A group without its types, as it is kept. */
    public static final Resource STORED = Resource.at("/v1/events/{pageId}/ticket-groups")
            .noun("Ticket group")
            .idName("ticketGroupId")
            .table("ticket_group")
            .fields(GROUP.subList(0, GROUP.size() - 2))
            .apart("availabilityStatus", "capacity")
            .build();

    /** A type, as it is kept. */
    public static final Resource TYPE_STORED = Resource.at(TYPE_RESOURCE.path())
            .noun("Ticket type")
            .idName("ticketTypeId")
            .table("ticket_type")
            .fields(TYPE)
            .apart("availabilityStatus", "capacity", "quantitySold")
            .build();
}
