package io.tollgate.catalog.model;

import static io.tollgate.catalog.model.AvailabilityStatus.AVAILABLE;
import static io.tollgate.catalog.model.AvailabilityStatus.SOLD_OUT;
import static io.tollgate.catalog.model.AvailabilityStatus.UNAVAILABLE;

import java.time.Instant;
import java.util.Map;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Decides whether the ticket groups, or the ticket types, of an event can be bought at a given time.
 *
 * <p>With some behaviors, the sale starts when another group or type, the trigger, ends its sale or sells out.
 */
public final class Availability {
    private final Map<String, SaleTerms> all;
    private final Predicate<String> soldOut;
    private final @Nullable Instant eventStart;
    private final @Nullable Instant eventEnd;
    private final Instant now;

    /**
     * @param all the sale terms of the event's groups, or of its types, by id
     * @param soldOut returns whether the capacity of a group or type is exhausted, by its id
     * @param eventStart null if the event has no start date
     * @param eventEnd the end of every sale that has no end of its own; null if the event has no dates
     */
    public Availability(
            Map<String, SaleTerms> all,
            Predicate<String> soldOut,
            @Nullable Instant eventStart,
            @Nullable Instant eventEnd,
            Instant now) {
        this.all = all;
        this.soldOut = soldOut;
        this.eventStart = eventStart;
        this.eventEnd = eventEnd;
        this.now = now;
    }

    public AvailabilityStatus of(SaleTerms terms) {
        if (!terms.enabled() || !isOnSale(terms)) {
            return UNAVAILABLE;
        }
        return soldOut.test(terms.id()) ? SOLD_OUT : AVAILABLE;
    }

    private boolean isOnSale(SaleTerms terms) {
        Instant start = terms.saleStart();
        Instant end = terms.saleEnd();
        SaleTerms trigger = trigger(terms);
        boolean notOver = end == null || !now.isAfter(end);
        boolean hasOwnEnd = terms.behavior() != SaleTerms.Behavior.ALWAYS_AVAILABLE && saleEnd(terms) != null;
        if (!hasOwnEnd && eventEnd != null && !now.isBefore(eventEnd)) {
            return false;
        }
        return switch (terms.behavior()) {
            case ALWAYS_AVAILABLE -> true;
            case DATE_TIME_BASED -> (start == null || !now.isBefore(start)) && notOver;
            case UNTIL_EVENT_STARTS -> eventStart == null || now.isBefore(eventStart);
            case AFTER_TICKET_SALE_ENDS -> trigger != null && hasEnded(trigger) && notOver;
            case AFTER_TICKET_SOLD_OUT -> trigger != null && soldOut.test(trigger.id()) && notOver;
            case AFTER_TICKET_ENDS_OR_SOLD_OUT ->
                trigger != null && (hasEnded(trigger) || soldOut.test(trigger.id())) && notOver;
        };
    }

    private @Nullable SaleTerms trigger(SaleTerms terms) {
        return terms.triggerId() == null ? null : all.get(terms.triggerId());
    }

    private boolean hasEnded(SaleTerms trigger) {
        Instant end = saleEnd(trigger);
        return end != null && !now.isBefore(end);
    }

    private @Nullable Instant saleEnd(SaleTerms terms) {
        return terms.behavior() == SaleTerms.Behavior.UNTIL_EVENT_STARTS ? eventStart : terms.saleEnd();
    }

    /**
     * Returns when the sale starts: the time that the seller set, or the end of the trigger's sale. Null if the sale
     * has no start, or if the trigger's sale has no end.
     */
    public @Nullable Instant saleStart(SaleTerms terms) {
        SaleTerms trigger = trigger(terms);
        return terms.behavior().waitsForTrigger() && trigger != null ? saleEnd(trigger) : terms.saleStart();
    }
}
