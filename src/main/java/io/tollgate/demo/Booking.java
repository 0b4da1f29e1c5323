package io.tollgate.demo;

import io.tollgate.pricing.Part;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * An order of an event: the charge and its ticket lines.
 *
 * @param firstTicket position of its first ticket among all tickets of the book
 */
record Booking(Charge charge, EventOffer event, List<TicketLine> lines, long firstTicket) {

    /**
     * Tickets of one type.
     *
     * @param part its line of the quote
     * @param feePart the line of the quote with its fees, or null
     */
    record TicketLine(
            EventOffer.Group group,
            EventOffer.Type type,
            int quantity,
            Part part,
            @Nullable Part feePart) {}

    int quantity() {
        return lines.stream().mapToInt(TicketLine::quantity).sum();
    }

    /** How many tickets were issued: none before the order was made. */
    int tickets() {
        return charge.placed() || charge.status().equals("canceled") ? quantity() : 0;
    }

    /** Whether the ticket at this place of the booking no longer admits. */
    boolean canceled(int place) {
        return switch (charge.status()) {
            case "canceled", "refunded" -> true;
            case "partial_refund" -> place > 0 && place == quantity() - 1;
            default -> false;
        };
    }

    /** Fees of the tickets themselves, as they would be charged. */
    long ticketFees() {
        return lines.stream()
                .mapToLong(line -> line.feePart() == null ? 0 : line.feePart().amount())
                .sum();
    }
}
