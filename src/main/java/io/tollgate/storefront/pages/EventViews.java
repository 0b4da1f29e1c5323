package io.tollgate.storefront.pages;

import io.tollgate.catalog.checkoutpage.HostedPages.HostedEvent;
import io.tollgate.catalog.model.Event;
import io.tollgate.catalog.model.EventTexts.Place;
import io.tollgate.catalog.model.PageStatus;
import io.tollgate.catalog.model.TicketGroup;
import io.tollgate.catalog.model.TicketType;
import io.tollgate.platform.input.SubmittedForm;
import io.tollgate.sales.cart.Attendees;
import io.tollgate.sales.cart.TaxAddress;
import io.tollgate.storefront.pages.EventView.AttendeeView;
import io.tollgate.storefront.pages.EventView.PlaceView;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Builds the view of an event's page from the event and the form as the buyer filled it in. */
record EventViews(HostedEvent hosted, Messages messages, SubmittedForm form, FormErrors errors, List<String> revealed) {
    /** The brands of meeting platforms, which are the same in all languages. */
    private static final Map<String, String> PLATFORMS = Map.of(
            "zoom", "Zoom",
            "google_meet", "Google Meet",
            "microsoft_teams", "Microsoft Teams",
            "youtube", "YouTube",
            "hopin", "Hopin",
            "vimeo", "Vimeo",
            "discord", "Discord");

    /**
     * @param notice what the buyer needs to know before the form; null for nothing
     * @param closed whether the page sells nothing now
     */
    EventView build(
            Shell shell,
            @Nullable PageHead head,
            String action,
            OrderState order,
            @Nullable String notice,
            boolean closed) {
        OrderPartViews views = new OrderPartViews(hosted, messages, form, errors, revealed);
        Map<String, Integer> quantities = selected();
        TicketSale sale = new TicketSale(
                hosted, messages, new EventTimes(messages, hosted.texts().place()));
        List<EventView.GroupView> groups =
                new TicketViews(hosted, messages, form, errors, revealed, quantities, sale).groups();
        return new EventView(
                shell,
                head,
                action,
                order.csrf(),
                order.uploads().token(),
                hosted.heading(),
                place(hosted, messages),
                shell.path() + "/event.ics",
                SellerHtml.clean(hosted.content().descriptionHtml()),
                hosted.content().images(),
                notice,
                order.openOrders(),
                closed,
                errors.of("tickets"),
                discounts(groups),
                groups,
                views.fields(order.uploads()),
                attendees(quantities),
                views.bumps(),
                views.coupon(order.live()),
                views.options(),
                SummaryView.of(messages, order.live(), hosted.page(), form),
                views.submit(order.live().price()),
                views.links());
    }

    /** Returns the discounts of tickets that are shown: others would be named, although they are hidden. */
    private List<String> discounts(List<EventView.GroupView> groups) {
        Set<String> shown = groups.stream()
                .flatMap(group -> group.tickets().stream())
                .map(EventView.TicketView::id)
                .collect(Collectors.toSet());
        Map<String, String> names = hosted.page().groups().stream()
                .flatMap(group -> group.types().stream())
                .filter(type -> shown.contains(type.id()))
                .collect(Collectors.toMap(TicketType::id, TicketType::name));
        return DiscountTexts.ofTickets(messages, hosted.page().currency())
                .of(hosted.page().details().discounts(), names);
    }

    private Map<String, Integer> selected() {
        return new TicketInputs(
                        hosted, form, messages.numbers(), name -> null, new ArrayList<>(), new LinkedHashMap<>())
                .quantities();
    }

    /** Returns when and where the event takes place. */
    static PlaceView place(HostedEvent hosted, Messages messages) {
        Place place = hosted.texts().place();
        EventTimes times = new EventTimes(messages, place);
        Instant start = place.startDate();
        boolean present = !place.type().equals("virtual");
        String platform = Objects.requireNonNullElse(place.platform(), "other");
        String brand = PLATFORMS.get(platform);
        return new PlaceView(
                start == null ? null : times.date(start, place.endDate()),
                start == null ? null : times.time(start, place.endDate()),
                present ? place.location() : null,
                present ? place.mapsLink() : null,
                place.isOnline()
                        ? brand == null ? messages.text("event.online") : messages.text("event.onlineAt", brand)
                        : null);
    }

    /** Returns the inputs for the attendees, once several people come or the form was sent. */
    private List<AttendeeView> attendees(Map<String, Integer> quantities) {
        List<AttendeeView> views = new ArrayList<>();
        int all = quantities.values().stream().mapToInt(Integer::intValue).sum();
        if (all < 2 && errors.byInput().keySet().stream().noneMatch(name -> name.startsWith("attendees."))) {
            return views;
        }
        for (TicketGroup group : hosted.page().groups()) {
            for (TicketType type : group.types()) {
                int quantity = Math.min(quantities.getOrDefault(type.id(), 0), TicketInputs.ATTENDEES_MAX);
                for (int i = 0; i < quantity; i++) {
                    views.add(attendee(type, i, quantity));
                }
            }
        }
        return views;
    }

    private AttendeeView attendee(TicketType type, int number, int quantity) {
        String path = Attendees.path(type.id(), number);
        String legend = quantity == 1 ? type.name() : messages.text("attendees.ticket", type.name(), number + 1);
        return new AttendeeView(
                legend,
                input(path + ".name", "text", "attendees.name"),
                input(path + ".email", "email", "attendees.email"));
    }

    private FieldView input(String name, String type, String label) {
        String value = Objects.requireNonNullElse(form.raw(name), "");
        return OrderPartViews.text(name, type, messages.text(label), null, null, value, false, errors.of(name));
    }

    /**
     * Returns the message that says why the event sells nothing; null if it sells.
     *
     * @param preview whether the page is shown although it is not published
     */
    static @Nullable String closed(HostedEvent hosted, Messages messages, boolean preview) {
        Event event = hosted.page();
        if (event.details().status() == Event.Status.CANCELED) {
            return messages.text("notice.canceled");
        }
        if (event.status() != PageStatus.PUBLISHED && !preview) {
            return messages.text("notice.closed");
        }
        if (event.details().status() == Event.Status.SOLD_OUT && !event.testmode()) {
            return messages.text("notice.eventSoldOut");
        }
        return isUnsupported(event) ? messages.text("notice.unsupported") : null;
    }

    /** Returns whether the event cannot be sold, because its tax needs an address that the page does not ask for. */
    static boolean isUnsupported(Event event) {
        return TaxAddress.isMissing(event) && isPaid(event);
    }

    /** Returns whether any ticket can cost something. */
    private static boolean isPaid(Event event) {
        return event.groups().stream()
                .flatMap(group -> group.types().stream())
                .anyMatch(type -> type.pricing() != TicketType.Pricing.FREE || type.feeAmount() > 0);
    }
}
