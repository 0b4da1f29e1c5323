package io.tollgate.catalog.event;

import static io.tollgate.platform.schema.Field.bool;
import static io.tollgate.platform.schema.Field.id;
import static io.tollgate.platform.schema.Field.integer;
import static io.tollgate.platform.schema.Field.oneOf;
import static io.tollgate.platform.schema.Field.text;
import static io.tollgate.platform.schema.Field.time;

import io.tollgate.catalog.page.PageSchema;
import io.tollgate.platform.schema.CommonFields;
import io.tollgate.platform.schema.Field;
import io.tollgate.platform.schema.Type;
import io.tollgate.platform.schema.View;
import java.util.List;

/** Fields that ticket groups and ticket types share. */
final class TicketFields {
    private static final int NAME_MAX = 200;
    private static final int CAPACITY_MAX = 100_000_000;
    static final int QUANTITY_MAX = 1_000_000;

    static final Field KEY = CommonFields.key(100).createOnly();

    static final Field NAME = text("name", NAME_MAX)
            .doc("Name that buyers see.")
            .always()
            .writable()
            .needed();

    static final Field DESCRIPTION = PageSchema.html("description")
            .doc("Description that buyers see: text or HTML.")
            .writable();

    static final Field REFERENCE = Field.of(
                    "reference",
                    Type.matching(1, 36, "[A-Za-z0-9_-]+", "must be letters, digits, hyphens, underscores"))
            .doc("Name for programs, unique in the event. Derived from the name if not sent.")
            .always()
            .writable();

    static final Field STATUS = oneOf("status", "enabled", "disabled", "archived")
            .doc("Only `enabled` groups and types can be booked. A deletion sets `archived`; records that refer to it "
                    + "stay.")
            .always()
            .writable()
            .defaultsTo("enabled");

    static final List<Field> HIDING = List.of(
            bool("hidden")
                    .doc("Whether it is hidden from buyers.")
                    .always()
                    .writable()
                    .defaultsTo(false),
            bool("hideWhenSoldOut")
                    .doc("Whether it is hidden when it is sold out.")
                    .always()
                    .writable()
                    .defaultsTo(false),
            bool("hideWhenNotOnSale")
                    .doc("Whether it is hidden after its sale has ended.")
                    .always()
                    .writable()
                    .defaultsTo(false),
            bool("hideWhenScheduled")
                    .doc("Whether it is hidden before its sale starts.")
                    .always()
                    .writable()
                    .defaultsTo(false),
            bool("hideWhenUnavailable")
                    .doc("Whether it is hidden when it cannot be booked for any reason.")
                    .always()
                    .writable()
                    .defaultsTo(false));

    static final Field AVAILABILITY_STATUS = oneOf("availabilityStatus", "available", "sold_out", "unavailable")
            .doc("Whether it can be booked now. `unavailable`: disabled, archived or outside of its sale.")
            .always();

    static final Field AVAILABILITY_BEHAVIOR = oneOf(
                    SaleRules.BEHAVIOR,
                    "always_available",
                    SaleRules.DATED,
                    "after_ticket_sale_ends",
                    "after_ticket_sold_out",
                    "after_ticket_ends_or_sold_out",
                    "until_event_starts")
            .doc("When it can be booked. `date_time_based` needs `saleStartOn`, `saleEndOn` or both. The values that "
                    + "begin with `after_` need a trigger: they start the sale when the trigger's sale ends, or when "
                    + "the trigger is sold out. A sale without an end of its own ends with the event: at its "
                    + "`endDate`, or else at the end of the day on which it starts.")
            .always()
            .writable()
            .defaultsTo("always_available");

    static final List<Field> SALE = List.of(
            time(SaleRules.START)
                    .doc("Start of the sale, for `date_time_based`. With a trigger: the time at which the trigger's "
                            + "sale ends; if it has no end, the stored date, which has no effect until "
                            + "`availabilityBehavior` is `date_time_based`. Null: no start.")
                    .writable()
                    .orNull(),
            time(SaleRules.END)
                    .doc("End of the sale. Null: the end of the event.")
                    .writable()
                    .orNull());

    /** How many of something there are. */
    static final Field CAPACITY = integer("capacity", 1, CAPACITY_MAX)
            .doc("How many tickets live bookings can take. Null: no limit.")
            .orNull();

    private TicketFields() {}

    static Field quantity(String name) {
        return integer(name, 1, QUANTITY_MAX);
    }

    /** A part of the same event: its id, or in a body that creates also its key. */
    static List<Field> named(String name, String description) {
        return List.of(
                id(name).doc(description).orNull().in(View.READ, View.CHANGE),
                text(name, 100)
                        .doc(description + " Its id, or its `key` in this request.")
                        .orNull()
                        .createOnly());
    }
}
