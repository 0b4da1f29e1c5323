package io.tollgate.storefront.pages;

import io.tollgate.catalog.checkoutpage.HostedPages.HostedEvent;
import io.tollgate.catalog.model.Selection;
import io.tollgate.catalog.model.TicketGroup;
import io.tollgate.catalog.model.TicketType;
import io.tollgate.platform.error.ApiError.Problem;
import io.tollgate.sales.cart.CartLimits;
import org.jspecify.annotations.Nullable;

/** The problems of an order at the inputs for its tickets, in the buyer's language. */
final class TicketErrors {
    private TicketErrors() {}

    /** Returns the message of a problem; null if it is not about tickets. */
    static @Nullable String message(Messages messages, HostedEvent hosted, String input, Problem problem) {
        if (input.equals("tickets")) {
            if (CartLimits.isFewTickets(problem)) {
                return messages.text("error.tickets.max", CartLimits.TICKETS_DEFAULT);
            }
            return CartLimits.isTickets(problem)
                    ? messages.text("error.tickets.max", CartLimits.TICKETS_MAX)
                    : messages.text("error.tickets");
        }
        if (input.startsWith("attendees.")) {
            return input.endsWith(".email")
                    ? FieldErrors.email(messages, String.valueOf(problem.value()))
                    : messages.text("error.length");
        }
        if (input.startsWith("groups.")) {
            return messages.text("error.ticketOne");
        }
        if (!input.startsWith("tickets.")) {
            return null;
        }
        for (TicketGroup group : hosted.page().groups()) {
            for (TicketType type : group.types()) {
                if (input.equals(Inputs.ticketAmount(type.id()))) {
                    return messages.text(
                            "error.amount",
                            messages.money(type.price(), hosted.page().currency()));
                }
                if (input.equals(Inputs.ticket(type.id()))) {
                    return quantity(messages, group, type);
                }
            }
        }
        return messages.text("error.other", problem.message());
    }

    private static String quantity(Messages messages, TicketGroup group, TicketType type) {
        if (group.selection() != null && group.selection() != Selection.QUANTITY) {
            return messages.text("error.ticketOne");
        }
        int min = Math.max(1, type.minQuantity());
        int max = type.maxQuantity() > 0
                ? Math.min(type.maxQuantity(), CartLimits.QUANTITY_MAX)
                : CartLimits.TICKETS_DEFAULT;
        return messages.text("error.number.between", min, max);
    }
}
