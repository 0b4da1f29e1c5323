package io.tollgate.sales.ticket;

import static io.tollgate.platform.schema.Field.bool;
import static io.tollgate.platform.schema.Field.id;
import static io.tollgate.platform.schema.Field.list;
import static io.tollgate.platform.schema.Field.object;
import static io.tollgate.platform.schema.Field.oneOf;
import static io.tollgate.platform.schema.Field.text;
import static io.tollgate.platform.schema.Field.time;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.NullNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tollgate.platform.api.Endpoint;
import io.tollgate.platform.http.ApiResponse;
import io.tollgate.platform.records.Rendering;
import io.tollgate.platform.schema.Field;
import io.vertx.core.buffer.Buffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Renders the response of a check-in or check-out, whose ticket differs in shape from the ticket resource. */
final class Validation {
    /** Ticket fields that this response omits, because it renames them or because they are deprecated names. */
    private static final Set<String> OMITTED =
            Set.of("seller", "charge", "bookingId", "page", "ticketType", "customer", "checkIns", "latestCheckIn");

    /** Fields that are not deprecated in this response. */
    private static final Map<String, Field> OTHERS = Map.of(
            "customerName", text("customerName").personal().doc("Name of the attendee."),
            "customerEmail",
                    text("customerEmail")
                            .personal()
                            .doc("E-mail address of the attendee.")
                            .always());

    private static final List<Field> CHECK_IN = List.of(
            oneOf("status", CheckIn.OUT, CheckIn.IN)
                    .doc("`CHECKEDIN`: admitted. `UNCHECKEDIN`: checked out again.")
                    .always(),
            oneOf("method", "QRSCAN", "MANUAL")
                    .doc("Whether the code of the ticket was scanned (`QRSCAN`) or the ticket was chosen by hand "
                            + "(`MANUAL`)."),
            text("checkedInByUserId").doc("Id of the API key, or of the member, that checked the ticket in or out."),
            time("checkedInAt").doc("Time of the check-in or check-out.").always());

    private static final List<Field> FIELDS = List.of(
            bool("success").doc("Whether the attendee was let in, or out.").always(),
            object("ticket", ticketFields())
                    .doc("The ticket after the request.")
                    .always(),
            text("message")
                    .doc("A sentence for the staff, such as \"Ticket validated\".")
                    .always(),
            list(
                            "warnings",
                            text("code")
                                    .doc("`test_ticket`, `booking_unpaid`, `booking_partially_paid` or "
                                            + "`booking_refunded`. There may be more in time.")
                                    .always(),
                            text("message").doc("A sentence for the staff.").always())
                    .doc("What the staff should know. Empty if there is nothing."));

    static final Endpoint.Schema SCHEMA = new Endpoint.Schema(
            "TicketValidation", "Whether a ticket was checked in or out, and its current state.", FIELDS);

    private Validation() {}

    private static List<Field> ticketFields() {
        List<Field> fields = new ArrayList<>(Tickets.RESOURCE.fields().stream()
                .filter(field -> !OMITTED.contains(field.name()))
                .map(field -> OTHERS.getOrDefault(field.name(), field))
                .toList());
        fields.add(
                2,
                id("chargeId")
                        .doc("Id of the booking to which the ticket belongs.")
                        .always());
        fields.add(oneOf("checkInStatus", CheckIn.OUT, CheckIn.IN)
                .doc("Whether the attendee is admitted now.")
                .always());
        fields.add(list("checkIns", CHECK_IN).doc("Every check-in and check-out, oldest first."));
        fields.add(object("latestCheckIn", CHECK_IN)
                .doc("The last check-in or check-out. Null if the attendee was never admitted."));
        return fields;
    }

    static ApiResponse answer(CheckIn.Outcome outcome, JsonNode record, List<ScannedTicket.Warning> warnings) {
        ObjectNode ticket = record.deepCopy();
        ticket.remove(OMITTED);
        ticket.set("chargeId", record.get("bookingId"));
        ticket.put("checkInStatus", CheckIn.status(record));
        record.path("checkIns").forEach(entry -> ticket.withArray("checkIns").add(checkIn(entry)));
        ticket.set("latestCheckIn", checkIn(record.path("latestCheckIn")));
        ObjectNode body = ticket.objectNode().put("success", outcome.success()).put("message", outcome.message());
        body.set("ticket", ticket);
        ArrayNode warningNodes = body.putArray("warnings");
        warnings.forEach(one -> warningNodes.addObject().put("code", one.code()).put("message", one.message()));
        return ApiResponse.of(
                200,
                Buffer.buffer("{\"data\":")
                        .appendBytes(Rendering.render(FIELDS, body))
                        .appendString("}"));
    }

    private static JsonNode checkIn(JsonNode entry) {
        if (!(entry instanceof ObjectNode object)) {
            return NullNode.instance;
        }
        ObjectNode shown = object.deepCopy();
        shown.set("checkedInByUserId", shown.remove("checkedInBy"));
        return shown;
    }
}
