package io.tollgate.storefront.pages;

import io.tollgate.catalog.checkoutpage.HostedPages.Hosted;
import io.tollgate.catalog.checkoutpage.HostedPages.HostedEvent;
import io.tollgate.catalog.event.EventCalendar;
import io.tollgate.catalog.model.Event;
import io.tollgate.catalog.model.EventTexts;
import io.tollgate.catalog.model.TicketType;
import io.tollgate.platform.api.Api;
import io.tollgate.platform.error.ApiError;
import io.tollgate.pricing.Line;
import io.tollgate.sales.checkout.Checkouts.Summary;
import io.tollgate.sales.ticket.BookedTickets;
import io.tollgate.sales.ticket.BookedTickets.BookedTicket;
import io.tollgate.sales.ticket.TicketPdfRoutes;
import io.tollgate.storefront.pages.EventView.PlaceView;
import io.tollgate.storefront.pages.TicketsView.Ticket;
import io.vertx.core.Future;
import io.vertx.ext.web.RoutingContext;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The part of a confirmation about the event and its tickets, and the tickets as PDF. */
record TicketConfirmations(BookedTickets booked, TicketPdfRoutes pdf, String publicUrl) {
    /**
     * Returns what the confirmation of an order shows of the event; null for an order of a product.
     *
     * @param path path of the order
     */
    Future<@Nullable TicketsView> view(Hosted hosted, Messages messages, Summary order, String path) {
        String bookingId = order.chargeId();
        return hosted instanceof HostedEvent event && bookingId != null
                ? booked.of(order.scope(), bookingId).map(tickets -> view(event, messages, order, path, tickets))
                : Future.succeededFuture(null);
    }

    private TicketsView view(
            HostedEvent event, Messages messages, Summary order, String path, List<BookedTicket> booked) {
        EventTexts texts = event.texts();
        boolean valid = booked.stream().anyMatch(ticket -> !ticket.canceled());
        EventCalendar calendar = valid && texts.showConfirmationAddToCalendar()
                ? PageCalendars.of(event, publicUrl + event.path())
                : null;
        boolean online = valid
                && texts.showConfirmationEventMeetingLink()
                && texts.place().isOnline();
        return new TicketsView(
                texts.showConfirmationEventName() ? event.heading() : null,
                place(event, messages),
                online ? texts.place().meetingLink() : null,
                calendar == null ? null : event.path() + "/event.ics",
                calendar == null ? null : calendar.googleUrl(),
                texts.showConfirmationEventTickets() ? tickets(event, booked) : List.of(),
                valid && texts.place().pdfTicketsEnabled() ? path + "/tickets.pdf" : null,
                texts.showConfirmationEventAddOns() ? addOns(order) : List.of());
    }

    private static @Nullable PlaceView place(HostedEvent event, Messages messages) {
        PlaceView place = EventViews.place(event, messages);
        boolean when = event.texts().showConfirmationEventDateTime();
        boolean where = event.texts().showConfirmationEventLocation();
        return when || where
                ? new PlaceView(
                        when ? place.date() : null,
                        when ? place.time() : null,
                        where ? place.location() : null,
                        where ? place.mapsLink() : null,
                        where ? place.online() : null)
                : null;
    }

    private static List<Ticket> tickets(HostedEvent event, List<BookedTicket> booked) {
        Map<String, String> names = event.page().groups().stream()
                .flatMap(group -> group.types().stream())
                .collect(Collectors.toMap(TicketType::id, TicketType::name));
        return booked.stream()
                .filter(ticket -> !ticket.canceled())
                .map(ticket -> new Ticket(
                        names.getOrDefault(ticket.typeId(), event.heading()), ticket.attendee(), ticket.code()))
                .toList();
    }

    private static List<String> addOns(Summary order) {
        return order.quote().parts().stream()
                .map(part -> part.line())
                .filter(line -> line.kind() == Line.Kind.ORDER_BUMP)
                .map(line -> line.quantity() > 1 ? line.name() + " × " + line.quantity() : line.name())
                .toList();
    }

    /** Sends the tickets of an order as PDF. */
    void download(RoutingContext ctx, Summary order) {
        String bookingId = order.chargeId();
        if (bookingId == null || !(order.page() instanceof Event)) {
            ctx.fail(ApiError.notFound("Tickets"));
            return;
        }
        Api.answer(
                ctx,
                request -> pdf.forBuyer(ctx, order.scope(), Objects.requireNonNull(bookingId))
                        .map(answer -> answer.with("X-Robots-Tag", "noindex, nofollow")
                                .with("Referrer-Policy", "no-referrer")));
    }
}
