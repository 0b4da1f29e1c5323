package io.tollgate.catalog.event;

import static io.tollgate.platform.schema.Field.bool;
import static io.tollgate.platform.schema.Field.id;
import static io.tollgate.platform.schema.Field.ids;
import static io.tollgate.platform.schema.Field.integer;
import static io.tollgate.platform.schema.Field.list;
import static io.tollgate.platform.schema.Field.money;
import static io.tollgate.platform.schema.Field.number;
import static io.tollgate.platform.schema.Field.object;
import static io.tollgate.platform.schema.Field.oneOf;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tollgate.catalog.file.Files;
import io.tollgate.platform.resource.Resource;
import io.tollgate.platform.schema.CommonFields;
import io.tollgate.platform.schema.Field;
import io.tollgate.platform.schema.Schema;
import io.tollgate.platform.schema.Type;
import io.tollgate.platform.schema.View;
import java.util.ArrayList;
import java.util.List;

/** Defines the ticket groups and ticket types of events. */
public final class TicketGroups {
    static final int GROUPS_MAX = 100;
    static final int TYPES_MAX = 200;

    private static final int RULES_MAX = 50;
    private static final int COLUMNS_MAX = 4;

    public static final Schema TYPE = Schema.of(
                    CommonFields.ID.always(),
                    id("ticketGroupId")
                            .doc("Id of the group that contains the ticket type. A change moves it to another group "
                                    + "of the event.")
                            .always()
                            .in(View.READ, View.CHANGE),
                    TicketFields.NAME,
                    TicketFields.KEY,
                    TicketFields.DESCRIPTION,
                    TicketFields.REFERENCE)
            .and(TicketFields.HIDING)
            .and(
                    oneOf("pricing", "paid", "free", "pwyw")
                            .doc("`paid`: sold at `price`. `free`: without a price. `pwyw`: the buyer chooses an "
                                    + "amount of at least `price`.")
                            .always()
                            .writable()
                            .defaultsTo("paid"),
                    money("price")
                            .doc("Price of one ticket; for `pwyw`, the least price.")
                            .always()
                            .writable()
                            .defaultsTo(0),
                    money("pwywSuggestedPrice")
                            .doc("For `pwyw`: price that is suggested to the buyer, at least `price`.")
                            .writable()
                            .orNull(),
                    money("discountedFromPrice")
                            .doc("Higher price that is shown struck through.")
                            .writable()
                            .orNull(),
                    Field.of("feeAmount", Type.money(1))
                            .doc("Fee of one ticket, in addition to its price. Null: no fee.")
                            .writable()
                            .orNull(),
                    TicketFields.CAPACITY.writable(),
                    integer("quantitySold")
                            .doc("Number of tickets that live bookings took.")
                            .always(),
                    integer("minQuantity", 0, TicketFields.QUANTITY_MAX)
                            .doc("Least number of tickets of this type in an order that contains it. 0: no minimum.")
                            .writable()
                            .orNull()
                            .defaultsTo(0),
                    TicketFields.quantity("maxQuantity")
                            .doc("Greatest number of tickets of this type in one order. Null: no maximum.")
                            .writable()
                            .orNull(),
                    bool("showAvailableQuantity")
                            .doc("Whether buyers see how many tickets are left.")
                            .always()
                            .writable()
                            .defaultsTo(false),
                    bool("showTicketSaleDates")
                            .doc("Whether buyers see when the sale starts and ends.")
                            .always()
                            .writable()
                            .defaultsTo(false),
                    object("image", Files.IMAGE).doc("Image of the ticket type. Null if it has none."),
                    id("imageId")
                            .doc("Id of an uploaded file with the purpose `image`. Null removes the image.")
                            .writeOnly()
                            .orNull(),
                    TicketFields.AVAILABILITY_BEHAVIOR,
                    TicketFields.AVAILABILITY_STATUS)
            .and(TicketFields.SALE)
            .and(TicketFields.named(SaleRules.OF_TYPES, "Ticket type of the same event that this one waits for."))
            .and(TicketFields.STATUS);

    private static final Field LAYOUT = object(
                    "layout",
                    oneOf("type", "list", "grid", "accordion")
                            .doc("Arrangement of the ticket types.")
                            .defaultsTo("list"),
                    integer("columns", 1, COLUMNS_MAX)
                            .doc("Number of columns of a `grid`.")
                            .defaultsTo(2),
                    bool("collapse")
                            .doc("Whether the ticket types are collapsed at first.")
                            .defaultsTo(false),
                    oneOf("alignment", "default", "center", "stack")
                            .doc("Alignment of the ticket types.")
                            .defaultsTo("default"),
                    oneOf("spacing", "comfortable", "compact")
                            .doc("Space between the ticket types.")
                            .defaultsTo("comfortable"),
                    oneOf("imageSize", "small", "medium", "large", "")
                            .doc("Size of the images. Empty: the default size.")
                            .defaultsTo("medium"),
                    bool("showTicketGroupName")
                            .doc("Whether the name of the group is shown.")
                            .defaultsTo(true),
                    bool("showTicketTypeName")
                            .doc("Whether the names of the ticket types are shown.")
                            .defaultsTo(true),
                    bool("showTicketPrice")
                            .doc("Whether the price of one ticket is shown.")
                            .defaultsTo(true),
                    bool("showTicketTotalPrice")
                            .doc("Whether the price of the chosen number of tickets is shown.")
                            .defaultsTo(true),
                    bool("showPwywPlaceholder")
                            .doc("Whether the input of a chosen price shows the suggested price.")
                            .defaultsTo(true),
                    bool("showTicketFee")
                            .doc("Whether the fee of a ticket is shown.")
                            .defaultsTo(true),
                    bool("showTicketSaleDateTimezone")
                            .doc("Whether dates of sales show their time zone.")
                            .defaultsTo(false))
            .doc("How the page displays the group.")
            .writable()
            .orNull();

    private static final Field BULK_DISCOUNTS = list(
                    "bulkDiscounts",
                    RULES_MAX,
                    TicketFields.quantity("minQuantity")
                            .doc("Least number of tickets for the discount.")
                            .always()
                            .needed(),
                    TicketFields.quantity("maxQuantity")
                            .doc("Greatest number of tickets for the discount.")
                            .needed(),
                    number("percentOff", 0, 100)
                            .doc("Discount in percent: 10 means 10 %.")
                            .always()
                            .needed())
            .doc("Discounts by the number of tickets of the group in one order. Of the rules that match, the one with "
                    + "the highest `minQuantity` applies.")
            .writable()
            .orNull();

    public static final Schema GROUP = group(list("ticketTypes", TYPES_MAX, TYPE.members())
            .doc("Ticket types of the group, in the order shown.")
            .orNull());

    /** The groups of a body that creates an event. Each must have ticket types. */
    static final Field OF_NEW_EVENT = Field.of(
                    "ticketGroups",
                    Type.list(
                            1,
                            GROUPS_MAX,
                            Type.object(group(Field.of(
                                                    "ticketTypes", Type.list(1, TYPES_MAX, Type.object(TYPE.members())))
                                            .doc("Ticket types of the group, in the order shown.")
                                            .needed())
                                    .members())))
            .doc("Ticket groups of the event. If not sent, the event gets one group with one free ticket.");

    /** The resource of API responses: a group with its types. */
    public static final Resource RESOURCE = Resource.at("/v1/events/{pageId}/ticket-groups")
            .noun("Ticket group")
            .idName("ticketGroupId")
            .fields(GROUP.read())
            .build();

    /** The resource of API responses: a type. */
    public static final Resource TYPE_RESOURCE = Resource.at(
                    "/v1/events/{pageId}/ticket-groups/{ticketGroupId}/ticket-types")
            .noun("Ticket type")
            .idName("ticketTypeId")
            .fields(TYPE.read())
            .build();

    /** The stored resource: a group without its types. */
    public static final Resource STORED = Resource.at("/v1/events/{pageId}/ticket-groups")
            .noun("Ticket group")
            .idName("ticketGroupId")
            .table("ticket_group")
            .fields(GROUP.read().stream()
                    .filter(field -> !field.name().startsWith("ticketType"))
                    .toList())
            .storedApart("availabilityStatus", "capacity")
            .build();

    /** The stored resource: a type. */
    public static final Resource TYPE_STORED = Resource.at(TYPE_RESOURCE.path())
            .noun("Ticket type")
            .idName("ticketTypeId")
            .table("ticket_type")
            .fields(TYPE.read())
            .storedApart("availabilityStatus", "capacity", "quantitySold")
            .build();

    private TicketGroups() {}

    private static Schema group(Field types) {
        return Schema.of(
                        CommonFields.ID.always(),
                        TicketFields.NAME,
                        TicketFields.KEY,
                        TicketFields.DESCRIPTION,
                        TicketFields.STATUS,
                        TicketFields.AVAILABILITY_STATUS,
                        TicketFields.REFERENCE,
                        LAYOUT)
                .and(
                        oneOf("ticketSelectionType", "single", "multiple", "quantity")
                                .doc("What one order can contain of the group. `single`: one ticket of one type. "
                                        + "`multiple`: several types, one ticket of each. `quantity`: any number of "
                                        + "tickets of each type.")
                                .always()
                                .writable()
                                .defaultsTo("quantity"),
                        oneOf("feeDisplay", "included", "separate")
                                .doc("Whether the page shows the fee of a ticket in its price (`included`) or next to "
                                        + "it (`separate`).")
                                .always()
                                .writable()
                                .defaultsTo("included"),
                        preselect(),
                        TicketFields.CAPACITY.writable())
                .and(TicketFields.HIDING)
                .and(BULK_DISCOUNTS, TicketFields.AVAILABILITY_BEHAVIOR)
                .and(TicketFields.SALE)
                .and(TicketFields.named(SaleRules.OF_GROUPS, "Ticket group of the same event that this one waits for."))
                .and(
                        ids("ticketTypeIds").doc("Ids of the group's ticket types, in the order shown. Read-only."),
                        types.in(View.READ, View.CREATE));
    }

    private static Field preselect() {
        List<Field> fields = new ArrayList<>();
        fields.add(CommonFields.ENABLED.defaultsTo(false));
        fields.addAll(TicketFields.named(
                "ticketTypeId", "Ticket type that is selected, of this group or another one of the event."));
        fields.add(TicketFields.quantity("quantity")
                .doc("Number of tickets that are selected at first.")
                .defaultsTo(1));
        return object("preselect", fields)
                .doc("Tickets that are selected when the page opens.")
                .writable()
                .orNull();
    }

    static ObjectNode newGroup(String id) {
        ObjectNode group = GROUP.defaults().put("id", id);
        group.remove("ticketTypes");
        return group;
    }

    static ObjectNode newType(String id, String groupId) {
        return TYPE.defaults().put("id", id).put("ticketGroupId", groupId);
    }
}
