package io.tollgate.event;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tollgate.input.Input;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * When groups or types of one event are on sale: dates are for what goes by dates, and a trigger is
 * for what waits for another of its kind.
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
     * @param trigger the field that names a trigger
     * @param all groups, or types, of the event by id
     * @param keys ids by the names that the request gives
     * @param allKnown whether there are no others than these
     * @param eventStart as the event's details hold it, or empty
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

    /** What was sent is in the document already; what does not apply any more is cleared. */
    void apply(Input sent, ObjectNode offer) {
        boolean about = List.of(BEHAVIOR, START, END, trigger).stream().anyMatch(sent::has);
        if (!about || (sent.wasMeant(BEHAVIOR) && !sent.hasValue(BEHAVIOR))) {
            return;
        }
        String behavior = offer.path(BEHAVIOR).asText();
        boolean dated = behavior.equals(DATED);
        boolean waits = behavior.startsWith("after_ticket");
        boolean asRead = waits && sent.hasValue(START) && shownStart(offer).equals(sent.text(START));
        sent.rule(
                dated || asRead || !sent.hasValue(START),
                START,
                "is for the availabilityBehavior date_time_based only");
        clear(offer, START, dated);
        takes(sent, offer, END, dated || waits, "is for date_time_based, and for what waits for another");
        takes(sent, offer, trigger, waits, "is for what waits for another");
        sent.rule(
                !dated
                        || offer.hasNonNull(START)
                        || offer.hasNonNull(END)
                        || sent.wasMeant(START)
                        || sent.wasMeant(END),
                START,
                "or saleEndOn is required for the availabilityBehavior date_time_based");
        String start = offer.path(START).asText("");
        String end = offer.path(END).asText("");
        sent.rule(start.isEmpty() || end.isEmpty() || start.compareTo(end) <= 0, END, "must not be before saleStartOn");
        if (waits) {
            sent.rule(
                    offer.hasNonNull(trigger) || sent.wasMeant(trigger),
                    trigger,
                    "is required for the availabilityBehavior " + behavior);
            waitsFor(sent, offer);
        }
    }

    private static void takes(Input sent, ObjectNode offer, String name, boolean applies, String otherwise) {
        if (!applies) {
            sent.rule(!sent.hasValue(name), name, otherwise);
        }
        clear(offer, name, applies);
    }

    private static void clear(ObjectNode offer, String name, boolean applies) {
        if (!applies) {
            offer.putNull(name);
        }
    }

    /** What waits is shown to start where its trigger ends: as it is read, that may be sent. */
    private String shownStart(ObjectNode offer) {
        ObjectNode found = NamedDocuments.of(offer.path(trigger).asText(""), keys, all);
        if (found == null) {
            return "";
        }
        boolean untilStart = found.path(BEHAVIOR).asText().equals("until_event_starts");
        return untilStart ? eventStart : found.path(END).asText("");
    }

    private void waitsFor(Input sent, ObjectNode offer) {
        String named = sent.text(trigger);
        if (named != null) {
            ObjectNode found = NamedDocuments.of(named, keys, all);
            sent.rule(found != null || !allKnown, trigger, "names none of the same event");
            offer.put(trigger, found == null ? null : NamedDocuments.id(found));
        }
        Set<String> passed = new HashSet<>();
        ObjectNode at = offer;
        while (at != null && passed.add(NamedDocuments.id(at))) {
            at = all.get(at.path(trigger).asText(""));
        }
        sent.rule(at == null, trigger, "waits for itself, or for what waits for it");
    }
}
