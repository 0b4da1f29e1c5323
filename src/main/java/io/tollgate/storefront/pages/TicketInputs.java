package io.tollgate.storefront.pages;

import io.tollgate.catalog.checkoutpage.HostedPages.HostedEvent;
import io.tollgate.catalog.model.EventTexts.Preselection;
import io.tollgate.catalog.model.Selection;
import io.tollgate.catalog.model.TicketGroup;
import io.tollgate.catalog.model.TicketType;
import io.tollgate.platform.error.ApiError.Problem;
import io.tollgate.platform.input.SubmittedForm;
import io.tollgate.sales.cart.Attendees;
import io.tollgate.sales.cart.Attendees.Attendee;
import io.tollgate.sales.cart.RequestedTickets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Reads the selected tickets and their attendees from the inputs of an event's page.
 *
 * @param money reads an amount in minor units; null if the input is empty
 * @param inputs receives the input for each parameter that a problem can name
 */
record TicketInputs(
        HostedEvent hosted,
        SubmittedForm form,
        NumberReader numbers,
        Function<String, @Nullable Long> money,
        List<Problem> problems,
        Map<String, String> inputs) {
    /** The greatest number of tickets of one type for which attendees can be named. */
    static final int ATTENDEES_MAX = 50;

    RequestedTickets requested() {
        Map<String, Integer> quantities = quantities(true);
        Map<String, Long> amounts = new LinkedHashMap<>();
        for (TicketGroup group : hosted.page().groups()) {
            for (TicketType type : group.types()) {
                if (quantities.containsKey(type.id()) && type.pricing() == TicketType.Pricing.PWYW) {
                    String name = Inputs.ticketAmount(type.id());
                    inputs.put("ticketPwywAmounts." + type.id(), name);
                    Long amount = form.isSubmitted() ? money.apply(name) : Long.valueOf(suggested(hosted, group, type));
                    if (amount != null) {
                        amounts.put(type.id(), amount);
                    }
                }
            }
        }
        return new RequestedTickets(quantities, amounts, false);
    }

    /** Returns the amount that a page suggests for a ticket whose price the buyer chooses. */
    static long suggested(HostedEvent hosted, TicketGroup group, TicketType type) {
        return hosted.texts().group(group.id()).stream()
                .flatMap(texts -> texts.types().stream())
                .filter(texts -> texts.id().equals(type.id()))
                .map(texts -> Objects.requireNonNullElse(texts.pwywSuggestedPrice(), type.price()))
                .findFirst()
                .orElse(type.price());
    }

    /** Returns the number of tickets by type. Leaves out types of which none is selected. */
    Map<String, Integer> quantities() {
        return quantities(false);
    }

    private Map<String, Integer> quantities(boolean report) {
        Map<String, Integer> quantities = new LinkedHashMap<>();
        for (TicketGroup group : hosted.page().groups()) {
            boolean chosen = false;
            for (TicketType type : group.types()) {
                int quantity = form.isSubmitted() ? quantity(group, type, report) : preselected(group, type);
                // Settings of two groups can preselect types of one group, which allows one.
                boolean second = chosen && !form.isSubmitted() && group.selection() == Selection.SINGLE;
                if (quantity > 0 && !second) {
                    chosen = true;
                    quantities.put(type.id(), quantity);
                }
            }
        }
        return quantities;
    }

    private int quantity(TicketGroup group, TicketType type, boolean report) {
        if (group.selection() == Selection.SINGLE) {
            inputs.put("tickets." + type.id(), Inputs.ticketGroup(group.id()));
            return type.id().equals(form.text(Inputs.ticketGroup(group.id()))) ? 1 : 0;
        }
        String name = Inputs.ticket(type.id());
        String text = form.text(name);
        if (text == null) {
            return 0;
        }
        Integer quantity = numbers.quantity(name, text, report ? problems : new ArrayList<>());
        return Objects.requireNonNullElse(quantity, 0);
    }

    private int preselected(TicketGroup group, TicketType type) {
        Preselection first = hosted.texts().preselection(group.id(), type.id());
        if (first == null) {
            return 0;
        }
        return group.selection() == Selection.QUANTITY ? Objects.requireNonNullElse(first.quantity(), 1) : 1;
    }

    Attendees attendees() {
        Map<String, List<Attendee>> byType = new LinkedHashMap<>();
        quantities().forEach((type, quantity) -> {
            List<Attendee> all = new ArrayList<>();
            for (int i = 0; i < Math.min(quantity, ATTENDEES_MAX); i++) {
                String path = Attendees.path(type, i);
                all.add(new Attendee(form.text(path + ".name"), form.text(path + ".email")));
            }
            byType.put(type, all);
        });
        return new Attendees(byType);
    }
}
