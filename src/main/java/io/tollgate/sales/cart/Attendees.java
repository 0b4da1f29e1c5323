package io.tollgate.sales.cart;

import io.tollgate.platform.error.ApiError.Problem;
import io.tollgate.platform.schema.EmailAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The people who come with the tickets of an order.
 *
 * @param byType the attendees of each ticket type, in the order of its tickets; the buyer is the attendee of further
 *     tickets
 */
public record Attendees(Map<String, List<Attendee>> byType) {
    public static final Attendees NONE = new Attendees(Map.of());

    private static final int NAME_MAX = 200;

    /**
     * An attendee.
     *
     * @param name null for the name of the buyer
     * @param email null for the e-mail address of the buyer
     */
    public record Attendee(@Nullable String name, @Nullable String email) {}

    private static final Attendee BUYER = new Attendee(null, null);

    /** Returns the attendee of a ticket, counted from 0 within its type. */
    public Attendee of(String ticketTypeId, int ticket) {
        List<Attendee> all = byType.getOrDefault(ticketTypeId, List.of());
        return ticket < all.size() ? all.get(ticket) : BUYER;
    }

    /** Returns a problem for each name that is too long and each invalid e-mail address. */
    public List<Problem> problems() {
        List<Problem> problems = new ArrayList<>();
        byType.forEach((type, all) -> {
            for (int i = 0; i < all.size(); i++) {
                String path = path(type, i);
                String name = all.get(i).name();
                String email = all.get(i).email();
                if (name != null && name.length() > NAME_MAX) {
                    problems.add(new Problem(path + ".name", "must be at most " + NAME_MAX + " characters long", null));
                }
                EmailAddress.Fault fault = email == null ? null : EmailAddress.fault(email);
                if (fault != null) {
                    problems.add(new Problem(path + ".email", fault.message(), email));
                }
            }
        });
        return problems;
    }

    /** Returns the name of an attendee in problems. */
    public static String path(String ticketTypeId, int ticket) {
        return "attendees." + ticketTypeId + "." + ticket;
    }
}
