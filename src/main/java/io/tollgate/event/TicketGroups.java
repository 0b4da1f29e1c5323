package io.tollgate.event;

import static io.tollgate.schema.Field.bool;
import static io.tollgate.schema.Field.id;
import static io.tollgate.schema.Field.ids;
import static io.tollgate.schema.Field.integer;
import static io.tollgate.schema.Field.list;
import static io.tollgate.schema.Field.money;
import static io.tollgate.schema.Field.number;
import static io.tollgate.schema.Field.object;
import static io.tollgate.schema.Field.oneOf;
import static io.tollgate.schema.Field.text;
import static io.tollgate.schema.Field.time;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tollgate.file.Files;
import io.tollgate.page.PageSchema;
import io.tollgate.resource.Resource;
import io.tollgate.schema.Field;
import io.tollgate.schema.Schema;
import io.tollgate.schema.Type;
import io.tollgate.schema.View;
import java.util.ArrayList;
import java.util.List;

/** Ticket groups and ticket types, of which an event's offer is made. */
public final class TicketGroups {
    static final int GROUPS_MAX = 100;
    static final int TYPES_MAX = 200;

    private static final int NAME_MAX = 200;
    private static final int CAPACITY_MAX = 100_000_000;
    private static final int QUANTITY_MAX = 1_000_000;
    private static final int RULES_MAX = 50;
    private static final int COLUMNS_MAX = 4;

    /** A name of the caller's choice, by which other parts of the body refer to this one. */
    private static final Field KEY = text("key", 100).createOnly();

    private static final Field NAME = text("name", NAME_MAX).always().writable().needed();

    private static final Field DESCRIPTION = PageSchema.html("description").writable();

    private static final Field REFERENCE = Field.of(
                    "reference",
                    Type.matching(1, 36, "[A-Za-z0-9_-]+", "must be letters, digits, hyphens, underscores"))
            .always()
            .writable();

    private static final Field STATUS = oneOf("status", "enabled", "disabled", "archived")
            .always()
            .writable()
            .defaultsTo("enabled");

    private static final List<Field> HIDING = List.of(
            bool("hidden").always().writable().defaultsTo(false),
            bool("hideWhenSoldOut").always().writable().defaultsTo(false),
            bool("hideWhenNotOnSale").always().writable().defaultsTo(false),
            bool("hideWhenScheduled").always().writable().defaultsTo(false),
            bool("hideWhenUnavailable").always().writable().defaultsTo(false));

    private static final Field AVAILABILITY_STATUS = oneOf("availabilityStatus", "available", "sold_out", "unavailable")
            .doc("Whether it can be booked now.")
            .always();

    private static final Field AVAILABILITY_BEHAVIOR = oneOf(
                    SaleRules.BEHAVIOR,
                    "always_available",
                    SaleRules.DATED,
                    "after_ticket_sale_ends",
                    "after_ticket_sold_out",
                    "after_ticket_ends_or_sold_out",
                    "until_event_starts")
            .always()
            .writable()
            .defaultsTo("always_available");

    private static final List<Field> SALE = List.of(
            time(SaleRules.START).writable().orNull(),
            time(SaleRules.END).writable().orNull());

    /** How many of something there are. */
    static final Field CAPACITY = integer("capacity", 1, CAPACITY_MAX).orNull();

    public static final Schema TYPE = Schema.of(
                    id("id").always(),
                    id("ticketGroupId").always().in(View.READ, View.CHANGE),
                    NAME,
                    KEY,
                    DESCRIPTION,
                    REFERENCE)
            .and(HIDING)
            .and(
                    oneOf("pricing", "paid", "free", "pwyw").always().writable().defaultsTo("paid"),
                    money("price").always().writable().defaultsTo(0),
                    money("pwywSuggestedPrice").writable().orNull(),
                    money("discountedFromPrice").writable().orNull(),
                    Field.of("feeAmount", Type.money(1)).writable().orNull(),
                    CAPACITY.writable(),
                    integer("quantitySold").doc("How many live bookings took.").always(),
                    integer("minQuantity", 0, QUANTITY_MAX).writable().orNull().defaultsTo(0),
                    quantity("maxQuantity").writable().orNull(),
                    bool("showAvailableQuantity").always().writable().defaultsTo(false),
                    bool("showTicketSaleDates").always().writable().defaultsTo(false),
                    object("image", Files.IMAGE),
                    id("imageId").writeOnly().orNull(),
                    AVAILABILITY_BEHAVIOR,
                    AVAILABILITY_STATUS)
            .and(SALE)
            .and(named(SaleRules.OF_TYPES))
            .and(STATUS);

    private static final Field LAYOUT = object(
                    "layout",
                    oneOf("type", "list", "grid", "accordion").defaultsTo("list"),
                    integer("columns", 1, COLUMNS_MAX).defaultsTo(2),
                    bool("collapse").defaultsTo(false),
                    oneOf("alignment", "default", "center", "stack").defaultsTo("default"),
                    oneOf("spacing", "comfortable", "compact").defaultsTo("comfortable"),
                    oneOf("imageSize", "small", "medium", "large", "").defaultsTo("medium"),
                    bool("showTicketGroupName").defaultsTo(true),
                    bool("showTicketTypeName").defaultsTo(true),
                    bool("showTicketPrice").defaultsTo(true),
                    bool("showTicketTotalPrice").defaultsTo(true),
                    bool("showPwywPlaceholder").defaultsTo(true),
                    bool("showTicketFee").defaultsTo(true),
                    bool("showTicketSaleDateTimezone").defaultsTo(false))
            .writable()
            .orNull();

    private static final Field BULK_DISCOUNTS = list(
                    "bulkDiscounts",
                    RULES_MAX,
                    quantity("minQuantity").always().needed(),
                    quantity("maxQuantity").needed(),
                    number("percentOff", 0, 100).always().needed())
            .writable()
            .orNull();

    public static final Schema GROUP =
            group(list("ticketTypes", TYPES_MAX, TYPE.members()).orNull());

    /** Groups in the body that creates an event: each has types. */
    static final Field OF_NEW_EVENT = Field.of(
            "ticketGroups",
            Type.list(
                    1,
                    GROUPS_MAX,
                    Type.object(group(Field.of("ticketTypes", Type.list(1, TYPES_MAX, Type.object(TYPE.members())))
                                    .needed())
                            .members())));

    /** A group with its types, as it is answered. */
    public static final Resource RESOURCE = Resource.at("/v1/events/{pageId}/ticket-groups")
            .noun("Ticket group")
            .idName("ticketGroupId")
            .fields(GROUP.read())
            .build();

    /** A type, as it is answered. */
    public static final Resource TYPE_RESOURCE = Resource.at(
                    "/v1/events/{pageId}/ticket-groups/{ticketGroupId}/ticket-types")
            .noun("Ticket type")
            .idName("ticketTypeId")
            .fields(TYPE.read())
            .build();

    /** A group without its types, as it is kept. */
    public static final Resource STORED = Resource.at("/v1/events/{pageId}/ticket-groups")
            .noun("Ticket group")
            .idName("ticketGroupId")
            .table("ticket_group")
            .fields(GROUP.read().stream()
                    .filter(field -> !field.name().startsWith("ticketType"))
                    .toList())
            .apart("availabilityStatus", "capacity")
            .build();

    /** A type, as it is kept. */
    public static final Resource TYPE_STORED = Resource.at(TYPE_RESOURCE.path())
            .noun("Ticket type")
            .idName("ticketTypeId")
            .table("ticket_type")
            .fields(TYPE.read())
            .apart("availabilityStatus", "capacity", "quantitySold")
            .build();

    private TicketGroups() {}

    private static Schema group(Field types) {
        List<Field> preselect = new ArrayList<>();
        preselect.add(bool("enabled").defaultsTo(false));
        preselect.addAll(named("ticketTypeId"));
        preselect.add(quantity("quantity").defaultsTo(1));
        return Schema.of(id("id").always(), NAME, KEY, DESCRIPTION, STATUS, AVAILABILITY_STATUS, REFERENCE, LAYOUT)
                .and(
                        oneOf("ticketSelectionType", "single", "multiple", "quantity")
                                .doc("What one order may hold of the group. `single`: one ticket of one type. "
                                        + "`multiple`: several types, one ticket of each. `quantity`: any "
                                        + "number of each.")
                                .always()
                                .writable()
                                .defaultsTo("quantity"),
                        oneOf("feeDisplay", "included", "separate")
                                .doc("Whether the fee of a ticket is shown in its price or apart from it.")
                                .always()
                                .writable()
                                .defaultsTo("included"),
                        object("preselect", preselect).writable().orNull(),
                        CAPACITY.writable())
                .and(HIDING)
                .and(BULK_DISCOUNTS, AVAILABILITY_BEHAVIOR)
                .and(SALE)
                .and(named(SaleRules.OF_GROUPS))
                .and(ids("ticketTypeIds"), types.in(View.READ, View.CREATE));
    }

    static ObjectNode newGroup(String id) {
        ObjectNode group = GROUP.defaults().put("id", id);
        group.remove("ticketTypes");
        return group;
    }

    static ObjectNode newType(String id, String groupId) {
        return TYPE.defaults().put("id", id).put("ticketGroupId", groupId);
    }

    static Field quantity(String name) {
        return integer(name, 1, QUANTITY_MAX);
    }

    /** A part of the same event: its id, or in a body that creates also its key. */
    private static List<Field> named(String name) {
        return List.of(
                id(name).orNull().in(View.READ, View.CHANGE),
                text(name, 100).orNull().createOnly());
    }
}
