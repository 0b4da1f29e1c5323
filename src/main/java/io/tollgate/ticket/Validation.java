package io.tollgate.ticket;

import static io.tollgate.schema.Field.bool;
import static io.tollgate.schema.Field.id;
import static io.tollgate.schema.Field.list;
import static io.tollgate.schema.Field.object;
import static io.tollgate.schema.Field.oneOf;
import static io.tollgate.schema.Field.text;
import static io.tollgate.schema.Field.time;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.NullNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tollgate.api.Endpoint;
import io.tollgate.http.ApiResponse;
import io.tollgate.records.Rendering;
import io.tollgate.schema.Field;
import io.vertx.core.buffer.Buffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** Renders the response of a check-in or check-out, whose ticket differs in shape from the ticket resource. */
final class Validation {
    /** Ticket fields that this response omits, because it renames them or because they are deprecated names. */
    private static final Set<String> OMITTED =
            Set.of("seller", "charge", "bookingId", "page", "ticketType", "customer", "checkIns", "latestCheckIn");

    private static final List<Field> CHECK_IN = List.of(
            oneOf("status", CheckIn.OUT, CheckIn.IN).always(),
            oneOf("method", "QRSCAN", "MANUAL"),
            text("checkedInByUserId"),
            time("checkedInAt").always());

    private static final List<Field> FIELDS = List.of(
            bool("success").always(),
            object("ticket", ticketFields()).always(),
            text("message").always(),
            list("warnings", text("code").always(), text("message").always()));

    static final Endpoint.Schema SCHEMA = new Endpoint.Schema(
            "TicketValidation", "Whether a ticket was checked in or out, and its current state.", FIELDS);

    private Validation() {}

    private static List<Field> ticketFields() {
        List<Field> fields = new ArrayList<>(Tickets.RESOURCE.fields().stream()
                .filter(field -> !OMITTED.contains(field.name()))
                .toList());
        fields.add(2, id("chargeId").always());
        fields.add(oneOf("checkInStatus", CheckIn.OUT, CheckIn.IN)
                .doc("Whether the attendee is in now.")
                .always());
        fields.add(list("checkIns", CHECK_IN));
        fields.add(object("latestCheckIn", CHECK_IN));
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
