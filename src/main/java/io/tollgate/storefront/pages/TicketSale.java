package io.tollgate.storefront.pages;

import io.tollgate.catalog.checkoutpage.HostedPages.HostedEvent;
import io.tollgate.catalog.model.AvailabilityStatus;
import io.tollgate.catalog.model.EventEnd;
import io.tollgate.catalog.model.EventTexts;
import io.tollgate.catalog.model.EventTexts.GroupTexts;
import io.tollgate.catalog.model.EventTexts.Shown;
import io.tollgate.catalog.model.EventTexts.TypeTexts;
import io.tollgate.catalog.model.TicketGroup;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** Decides which ticket groups and types a page shows, and says when they are sold. */
record TicketSale(HostedEvent hosted, Messages messages, EventTimes times) {
    /** Whether tickets can be bought, and if not, why. */
    enum State {
        AVAILABLE,
        SOLD_OUT,
        SCHEDULED,
        ENDED,
        UNAVAILABLE
    }

    State state(Shown shown, AvailabilityStatus status) {
        if (status == AvailabilityStatus.AVAILABLE) {
            return State.AVAILABLE;
        }
        if (status == AvailabilityStatus.SOLD_OUT) {
            return hosted.page().testmode() ? State.AVAILABLE : State.SOLD_OUT;
        }
        Instant now = hosted.now();
        Instant start = hosted.texts().start(shown);
        Instant end = hosted.texts().end(shown);
        Instant last = end == null ? eventEnd() : end;
        if (last != null && !now.isBefore(last)) {
            return State.ENDED;
        }
        return start != null && now.isBefore(start) ? State.SCHEDULED : State.UNAVAILABLE;
    }

    private @Nullable Instant eventEnd() {
        EventTexts.Place place = hosted.texts().place();
        return EventEnd.of(place.startDate(), place.endDate(), place.timezone());
    }

    /** @param revealed whether the address of the page names it, which shows a hidden one */
    boolean shows(Shown shown, State state, boolean revealed) {
        if (!shown.isEnabled() || shown.hidden() && !revealed) {
            return false;
        }
        boolean hidden = shown.hideWhenUnavailable() && state != State.AVAILABLE;
        return !hidden
                && switch (state) {
                    case SOLD_OUT -> !shown.hideWhenSoldOut();
                    case SCHEDULED -> !shown.hideWhenScheduled();
                    case ENDED -> !shown.hideWhenNotOnSale();
                    case AVAILABLE, UNAVAILABLE -> true;
                };
    }

    /** Returns why tickets cannot be bought. */
    String text(Shown shown, State state) {
        Instant start = hosted.texts().start(shown);
        return switch (state) {
            case SOLD_OUT -> messages.text("soldOut");
            case SCHEDULED ->
                start == null
                        ? messages.text("tickets.later")
                        : messages.text("tickets.from", times.moment(start, false));
            case ENDED -> messages.text("tickets.ended");
            case AVAILABLE, UNAVAILABLE -> messages.text("tickets.later");
        };
    }

    /** Returns when the sale of a type starts and ends; null if the type does not show it. */
    @Nullable
    String dates(TypeTexts type, State state, boolean withZone) {
        Instant start = hosted.texts().start(type);
        Instant end = hosted.texts().end(type);
        // The status of tickets that are not on sale yet says when they are.
        if (!type.showTicketSaleDates() || state == State.SOLD_OUT || state == State.SCHEDULED) {
            return null;
        }
        if (start != null && hosted.now().isBefore(start)) {
            return messages.text("tickets.from", times.moment(start, withZone));
        }
        return end == null || !hosted.now().isBefore(end)
                ? null
                : messages.text("tickets.until", times.moment(end, withZone));
    }

    /** Returns how many tickets of a type can still be bought; null if neither it nor its group or event is limited. */
    @Nullable
    Integer left(TicketGroup group, TypeTexts type) {
        EventTexts texts = hosted.texts();
        int ofGroup = texts.group(group.id()).map(TicketSale::sold).orElse(0);
        int ofEvent = texts.groups().stream().mapToInt(TicketSale::sold).sum();
        Integer left = least(null, type.capacity(), type.quantitySold());
        left = least(left, group.capacity(), ofGroup);
        return least(left, texts.place().capacity(), ofEvent);
    }

    /** Returns how many places of the event are left; null if they are not limited. */
    @Nullable
    Integer leftOfEvent() {
        EventTexts texts = hosted.texts();
        int taken = texts.groups().stream().mapToInt(TicketSale::sold).sum();
        return least(null, texts.place().capacity(), taken);
    }

    private static int sold(GroupTexts group) {
        return group.types().stream().mapToInt(TypeTexts::quantitySold).sum();
    }

    private static @Nullable Integer least(@Nullable Integer left, @Nullable Integer capacity, int taken) {
        if (capacity == null) {
            return left;
        }
        int own = Math.max(0, capacity - taken);
        return left == null ? own : Math.min(left, own);
    }
}
