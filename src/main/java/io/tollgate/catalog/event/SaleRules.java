package io.tollgate.catalog.event;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tollgate.platform.input.Input;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Validates the sale terms of ticket groups, or of ticket types, of one event. The dates and the trigger that apply
 * depend on {@code availabilityBehavior}. A trigger is another group or type that must end its sale or sell out first.
 */
final class SaleRules {
    static final String BEHAVIOR = "availabilityBehavior";
    static final String DATED = "date_time_based";
    static final String START = "saleStartOn";
    static final String END = "saleEndOn";
    static final String OF_GROUPS = "triggerTicketGroupId";
    static final String OF_TYPES = "triggerTicketTypeId";

    private final String trigger;
    private final Map<String, ObjectNode> all;
    private final Map<String, String> keys;
    private final boolean allKnown;
    private final String eventStart;

    /**
     * @param trigger the field that names the trigger
     * @param all the groups, or the types, of the event by id
     * @param keys ids by the keys of the request
     * @param allKnown whether the event has no groups or types besides these
     * @param eventStart the start date of the event in ISO 8601; empty if it has none
     */
    SaleRules(
            String trigger,
            Map<String, ObjectNode> all,
            Map<String, String> keys,
            boolean allKnown,
            String eventStart) {
        this.trigger = trigger;
        this.all = all;
        this.keys = keys;
        this.allKnown = allKnown;
        this.eventStart = eventStart;
    }

    /**
     * Validates the terms, resolves the trigger and clears the fields that do not apply to the behavior. With a
     * trigger, the start of the sale is kept and has no effect until the behavior is {@code date_time_based}.
     *
     * @param former the group or type before the change; empty for a new one
     * @param item the group or type; the request is already merged into it
     */
    void apply(Input sent, JsonNode former, ObjectNode item) {
        boolean changes = List.of(BEHAVIOR, START, END, trigger).stream().anyMatch(sent::has);
        if (!changes || (sent.wasSent(BEHAVIOR) && !sent.hasValue(BEHAVIOR))) {
            return;
        }
        String behavior = item.path(BEHAVIOR).asText();
        boolean dated = behavior.equals(DATED);
        boolean waits = behavior.startsWith("after_ticket");
        String only = "is allowed only if availabilityBehavior ";
        String datedOrWaits = only + "is date_time_based or begins with after_ticket";
        clearUnused(sent, item, START, dated || waits, datedOrWaits);
        clearUnused(sent, item, END, dated || waits, datedOrWaits);
        clearUnused(sent, item, trigger, waits, only + "begins with after_ticket");
        sent.rule(
                !dated || item.hasNonNull(START) || item.hasNonNull(END) || sent.wasSent(START) || sent.wasSent(END),
                START,
                "or saleEndOn is required if availabilityBehavior is date_time_based");
        String start = item.path(START).asText("");
        String end = item.path(END).asText("");
        boolean ordered = start.isEmpty() || end.isEmpty() || start.compareTo(end) <= 0;
        sent.rule(!dated || ordered, END, "must not be before saleStartOn");
        if (waits) {
            // Responses show the end of the trigger's sale as the start: a record can be sent back as it was read.
            if (sent.hasValue(START) && derivedStart(item).equals(sent.text(START))) {
                item.put(START, former.path(START).textValue());
            }
            sent.rule(
                    item.hasNonNull(trigger) || sent.wasSent(trigger),
                    trigger,
                    "is required if availabilityBehavior is " + behavior);
            setTrigger(sent, item);
        }
    }

    private static void clearUnused(Input sent, ObjectNode item, String name, boolean applies, String otherwise) {
        if (!applies) {
            sent.rule(!sent.hasValue(name), name, otherwise);
            item.putNull(name);
        }
    }

    /** Returns the end of the trigger's sale; empty if it has none. */
    private String derivedStart(ObjectNode item) {
        ObjectNode found = NamedDocuments.find(item.path(trigger).asText(""), keys, all);
        if (found == null) {
            return "";
        }
        boolean untilStart = found.path(BEHAVIOR).asText().equals("until_event_starts");
        return untilStart ? eventStart : found.path(END).asText("");
    }

    /** Replaces the key or id of the trigger with its id. Rejects triggers that form a cycle. */
    private void setTrigger(Input sent, ObjectNode item) {
        String named = sent.text(trigger);
        if (named != null) {
            ObjectNode found = NamedDocuments.find(named, keys, all);
            String noun = trigger.equals(OF_GROUPS) ? "ticket group" : "ticket type";
            sent.rule(found != null || !allKnown, trigger, "no such " + noun + " in this event");
            item.put(trigger, found == null ? null : NamedDocuments.id(found));
        }
        Set<String> passed = new HashSet<>();
        ObjectNode at = item;
        while (at != null && passed.add(NamedDocuments.id(at))) {
            at = all.get(at.path(trigger).asText(""));
        }
        sent.rule(at == null, trigger, "must not depend on itself, directly or through other triggers");
    }
}
