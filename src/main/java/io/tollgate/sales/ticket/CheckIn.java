package io.tollgate.sales.ticket;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tollgate.platform.clock.Times;
import io.tollgate.platform.error.ApiError;
import java.time.Instant;

/** The door: who is let in and who goes out again. Each time leaves an entry in the ticket. */
public final class CheckIn {
    static final String IN = "CHECKEDIN";
    static final String OUT = "UNCHECKEDIN";

    private CheckIn() {}

    /**
     * What became of it.
     *
     * @param success whether the ticket was changed
     */
    public record Outcome(boolean success, String message) {}

    /**
     * Lets an attendee in, once: one who is in already is not let in again.
     *
     * @param method QRSCAN or MANUAL
     * @param by id of the key or the member that did it
     */
    public static Outcome admit(ObjectNode ticket, String method, String by, Instant now) {
        if (!ticket.path("status").asText().equals("PAID")) {
            throw ApiError.unprocessable("ticket_not_paid", "The ticket is canceled and admits nobody");
        }
        if (isIn(ticket)) {
            return new Outcome(
                    false,
                    "Already admitted at "
                            + ticket.at("/latestCheckIn/checkedInAt").asText("an unknown time"));
        }
        enter(ticket, IN, method, by, now);
        return new Outcome(true, "Ticket validated");
    }

    /** Lets an attendee out, who can then be let in again. */
    public static Outcome release(ObjectNode ticket, String by, Instant now) {
        if (!isIn(ticket)) {
            return new Outcome(false, "Not checked in");
        }
        enter(ticket, OUT, "MANUAL", by, now);
        return new Outcome(true, "Ticket checked out");
    }

    static boolean isIn(ObjectNode ticket) {
        return ticket.at("/latestCheckIn/status").asText().equals(IN);
    }

    private static void enter(ObjectNode ticket, String status, String method, String by, Instant now) {
        ObjectNode entry = ticket.objectNode()
                .put("status", status)
                .put("method", method)
                .put("checkedInBy", by)
                .put("checkedInAt", Times.text(now));
        ticket.withArray("checkIns").add(entry);
        ticket.set("latestCheckIn", entry.deepCopy());
    }

    /** CHECKEDIN or UNCHECKEDIN, which those who never came are too. */
    static String status(JsonNode ticket) {
        return ticket.at("/latestCheckIn/status").asText(OUT);
    }
}
