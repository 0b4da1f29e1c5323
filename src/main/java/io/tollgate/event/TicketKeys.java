package io.tollgate.event;

import io.tollgate.input.Key;
import io.tollgate.input.Value;
import io.tollgate.page.PageKeys;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** What bodies may hold of ticket groups and ticket types. */
final class TicketKeys {
    static final int GROUPS_MAX = 100;
    static final int TYPES_MAX = 200;

    /** How much there may be of anything that can run out. */
    static final int CAPACITY_MAX = 100_000_000;

    private static final int NAME_MAX = 200;
    private static final int REFERENCE_MAX = 36;
    private static final int QUANTITY_MAX = 1_000_000;
    private static final int RULES_MAX = 50;
    private static final int COLUMNS_MAX = 4;

    private TicketKeys() {}

    /** Of a body that creates a group within an event, or with its types. */
    static Key[] ofNewGroup(boolean typesNeeded) {
        List<Key> keys = new ArrayList<>();
        keys.add(Key.text("name", NAME_MAX).needed());
        group(keys, true);
        keys.add(key());
        Key types = Key.of("ticketTypes", Value.list(typesNeeded ? 1 : 0, TYPES_MAX, Value.object(ofNewType())));
        keys.add(typesNeeded ? types.needed() : types.orNull());
        return keys.toArray(Key[]::new);
    }

    static Key[] ofGroupChange() {
        List<Key> keys = new ArrayList<>();
        keys.add(Key.text("name", NAME_MAX));
        group(keys, false);
        return keys.toArray(Key[]::new);
    }

    static Key[] ofNewType() {
        List<Key> keys = new ArrayList<>();
        keys.add(Key.text("name", NAME_MAX).needed());
        type(keys, true);
        keys.add(key());
        return keys.toArray(Key[]::new);
    }

    static Key[] ofTypeChange() {
        List<Key> keys = new ArrayList<>();
        keys.add(Key.text("name", NAME_MAX));
        type(keys, false);
        keys.add(Key.id("ticketGroupId"));
        return keys.toArray(Key[]::new);
    }

    /** A name of the caller's choice, by which other parts of the body refer to this one. */
    private static Key key() {
        return Key.text("key", 100);
    }

    /** An id, or in a body that creates also a key. */
    private static Key named(String name, boolean isNew) {
        return (isNew ? Key.text(name, 100) : Key.id(name)).orNull();
    }

    static Key capacity() {
        return Key.integer("capacity", 1, CAPACITY_MAX).orNull();
    }

    static Key quantity(String name) {
        return Key.integer(name, 1, QUANTITY_MAX);
    }

    private static void shared(List<Key> keys, String trigger, boolean isNew) {
        keys.addAll(List.of(
                PageKeys.html("description"),
                Key.oneOf("status", "enabled", "disabled", "archived"),
                Key.of(
                        "reference",
                        Value.matching(
                                1, REFERENCE_MAX, "[A-Za-z0-9_-]+", "must be letters, digits, hyphens, underscores")),
                capacity(),
                Key.bool("hidden"),
                Key.bool("hideWhenSoldOut"),
                Key.bool("hideWhenNotOnSale"),
                Key.bool("hideWhenScheduled"),
                Key.bool("hideWhenUnavailable"),
                Key.oneOf(
                        SaleRules.BEHAVIOR,
                        "always_available",
                        SaleRules.DATED,
                        "after_ticket_sale_ends",
                        "after_ticket_sold_out",
                        "after_ticket_ends_or_sold_out",
                        "until_event_starts"),
                Key.time(SaleRules.START).orNull(),
                Key.time(SaleRules.END).orNull(),
                named(trigger, isNew)));
    }

    private static void group(List<Key> keys, boolean isNew) {
        shared(keys, SaleRules.OF_GROUPS, isNew);
        keys.addAll(List.of(
                layout(),
                Key.oneOf("ticketSelectionType", "single", "multiple", "quantity"),
                Key.oneOf("feeDisplay", "included", "separate"),
                Key.object("preselect", Key.bool("enabled"), named("ticketTypeId", isNew), quantity("quantity"))
                        .orNull(),
                Key.list(
                                "bulkDiscounts",
                                RULES_MAX,
                                quantity("minQuantity").needed(),
                                quantity("maxQuantity").needed(),
                                Key.number("percentOff", 0, 100).needed())
                        .orNull()));
    }

    private static Key layout() {
        List<Key> keys = new ArrayList<>(List.of(
                Key.oneOf("type", "list", "grid", "accordion"),
                Key.integer("columns", 1, COLUMNS_MAX),
                Key.bool("collapse"),
                Key.oneOf("alignment", "default", "center", "stack"),
                Key.oneOf("spacing", "comfortable", "compact"),
                Key.oneOf("imageSize", "small", "medium", "large", "")));
        Arrays.asList(
                        "showTicketGroupName",
                        "showTicketTypeName",
                        "showTicketPrice",
                        "showTicketTotalPrice",
                        "showPwywPlaceholder",
                        "showTicketFee",
                        "showTicketSaleDateTimezone")
                .forEach(name -> keys.add(Key.bool(name)));
        return Key.object("layout", keys.toArray(Key[]::new)).orNull();
    }

    private static void type(List<Key> keys, boolean isNew) {
        shared(keys, SaleRules.OF_TYPES, isNew);
        keys.addAll(List.of(
                Key.oneOf("pricing", "paid", "free", "pwyw"),
                Key.money("price"),
                Key.money("pwywSuggestedPrice").orNull(),
                Key.money("discountedFromPrice").orNull(),
                Key.integer("feeAmount", 1, Value.MONEY_MAX).orNull(),
                Key.integer("minQuantity", 0, QUANTITY_MAX).orNull(),
                quantity("maxQuantity").orNull(),
                Key.bool("showAvailableQuantity"),
                Key.bool("showTicketSaleDates"),
                Key.id("imageId").orNull()));
    }
}
