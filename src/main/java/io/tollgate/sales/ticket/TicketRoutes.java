package io.tollgate.sales.ticket;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tollgate.platform.api.Endpoint;
import io.tollgate.platform.api.Endpoint.Writing;
import io.tollgate.platform.http.ApiResponse;
import io.tollgate.platform.input.Body;
import io.tollgate.platform.input.Input;
import io.tollgate.platform.input.Request;
import io.tollgate.platform.mail.MailPurpose;
import io.tollgate.platform.mail.RepeatedMail;
import io.tollgate.platform.resource.FilterValues;
import io.tollgate.platform.schema.Field;
import io.tollgate.platform.schema.Type;
import io.tollgate.platform.write.WriteContext;
import io.tollgate.platform.write.WriteExecutor;
import io.vertx.core.Future;
import io.vertx.core.http.HttpMethod;
import java.util.List;

/**
 * Changes tickets, and lets attendees in and out.
 *
 * @param mails sends tickets to attendees whose e-mail address has changed
 */
public record TicketRoutes(WriteExecutor writes, RepeatedMail mails) {
    private static final Body CHANGE = Body.of(
                    "TicketChange",
                    """
                    {
                      "attendeeName": "Anna Meyer",
                      "attendeeEmail": "anna@example.com",
                      "metadata": [ { "key": "seat", "value": "B12" }, { "key": "locker", "value": null } ]
                    }
                    """,
                    Field.text("attendeeName", 200)
                            .personal()
                            .doc("Name of the attendee. Null clears it.")
                            .orNull(),
                    Field.email("attendeeEmail")
                            .personal()
                            .doc("E-mail address of the attendee. Stored in lower case; cannot be cleared."),
                    Metadata.KEY)
            .notEmpty();

    private static final String ALLOW_TEST = "allowTest";

    private static final Body SCAN = Body.of(
                    "TicketValidate",
                    "{ \"metadata\": [ { \"key\": \"door\", \"value\": \"north\" } ] }",
                    Field.id("pageId").doc("Id of an event. Tickets of other events return 409 `wrong_event`."),
                    Field.bool(ALLOW_TEST)
                            .doc("Whether a live key admits test tickets. If not, they return 409 `test_ticket`."),
                    Metadata.KEY)
            .asOptional();

    public List<Endpoint> all() {
        return List.of(change(), validate(), checkOut());
    }

    private Endpoint change() {
        Writing writing = Writing.of("updateTicket", """
                Updates the attendee and metadata of a ticket of the key's mode. The booking and the customer do not \
                change. Omitted fields keep their values. A valid ticket is sent to a changed \
                `attendeeEmail`, at most so many times per hour as `rateLimits.resendsPerHour` says: further changes \
                return 429. `metadata` sets the given entries, deletes those with the \
                value null and keeps all others. 422 `metadata_full` if the ticket would have more than 20 entries.\
                """, CHANGE);
        return writes.endpoint(
                HttpMethod.PATCH,
                "/v1/tickets/{ticketId}",
                "Update one ticket",
                Tickets.RESOURCE,
                writing,
                this::change);
    }

    private WriteExecutor.Command change(Request request) {
        Input input = request.input(CHANGE, "ticketId");
        Metadata.validate(input);
        input.check();
        String id = request.id("ticketId");
        return write -> write.lock(write.scope(), Tickets.RESOURCE, id)
                .compose(former -> {
                    ObjectNode ticket = former.record().deepCopy();
                    if (input.has("attendeeName")) {
                        ticket.put("attendeeName", input.text("attendeeName"));
                        ticket.put("customerName", input.text("attendeeName"));
                    }
                    if (input.has("attendeeEmail")) {
                        ticket.put("attendeeEmail", input.text("attendeeEmail"));
                        ticket.put("customerEmail", input.text("attendeeEmail"));
                    }
                    Metadata.apply(input, ticket, write.now());
                    // Messages are inserted after their records, as everywhere.
                    return write.update(write.scope(), Tickets.RESOURCE, former, ticket)
                            .compose(updated ->
                                    deliver(write, former.record(), ticket).map(updated));
                })
                .map(ticket -> ApiResponse.record(200, ticket));
    }

    /** Sends a valid ticket to its new address. */
    private Future<Void> deliver(WriteContext write, ObjectNode former, ObjectNode ticket) {
        boolean moved = !former.path("attendeeEmail").equals(ticket.path("attendeeEmail"));
        return moved && ticket.path("status").asText().equals("PAID")
                ? mails.send(
                        write,
                        MailPurpose.TICKET_CONFIRMATION,
                        ticket.path("id").asText())
                : Future.succeededFuture();
    }

    private Endpoint validate() {
        Writing writing = Writing.of("validateTicket", """
                Lets an attendee in. The ticket is found by its `checkInCode`, or by its id, among live and test \
                tickets alike, whatever the mode of the key, and keeps which key let it in. One who is in already \
                is answered 200 with `success` false and a message that says since when; `metadata` is stored then, \
                too. `pageId` limits the scan to one event: 409 `wrong_event` if the ticket is for another one. \
                A live key gets 409 `test_ticket` for a test ticket, unless `allowTest` is true. \
                422 `ticket_not_paid` where the ticket is canceled. `warnings` name what the staff should know: an \
                unpaid booking, or a test ticket.""", SCAN).withResponseSchema(Validation.SCHEMA);
        return writes.endpoint(
                HttpMethod.POST,
                "/v1/tickets/validate/{checkInCode}",
                "Validate a ticket",
                Tickets.RESOURCE,
                writing,
                TicketRoutes::validate);
    }

    private static WriteExecutor.Command validate(Request request) {
        Input input = request.input(SCAN);
        Metadata.validate(input);
        input.check();
        String code = request.text("checkInCode");
        String event = input.text("pageId");
        boolean allowTest = input.bool(ALLOW_TEST, false);
        return write -> ScannedTicket.find(write, code, idOrNone(code))
                .compose(found -> found.requireEvent(write, event))
                .map(found -> found.requireMode(write.scope().live(), allowTest))
                .compose(found -> write.in(found.scope()).compose(inMode -> admit(inMode, found, input)));
    }

    /** @param write the write in the mode of the ticket, so that all its times are of one clock */
    private static Future<ApiResponse> admit(WriteContext write, ScannedTicket found, Input input) {
        return write.lock(found.scope(), Tickets.RESOURCE, found.id()).compose(former -> {
            ObjectNode ticket = former.record().deepCopy();
            String method = found.byCode() ? "QRSCAN" : "MANUAL";
            CheckIn.Outcome outcome =
                    CheckIn.admit(ticket, method, write.caller().principal().id(), write.now());
            String notes = Metadata.apply(input, ticket, write.now());
            CheckIn.Outcome told = new CheckIn.Outcome(outcome.success(), outcome.message() + notes);
            return write.update(found.scope(), Tickets.RESOURCE, former, ticket)
                    .map(done -> Validation.answer(told, ticket, found.warnings()));
        });
    }

    private Endpoint checkOut() {
        Writing writing = Writing.of("checkOutTicket", """
                        Lets an attendee out, who can then be let in again. Like validating, it finds live and \
                        test tickets alike. One who is not in is answered 200 with `success` false; nothing is \
                        changed then.""", Body.NONE).withResponseSchema(Validation.SCHEMA);
        return writes.endpoint(
                HttpMethod.POST,
                "/v1/tickets/{ticketId}/check-out",
                "Check an attendee out",
                Tickets.RESOURCE,
                writing,
                TicketRoutes::checkOut);
    }

    private static WriteExecutor.Command checkOut(Request request) {
        request.input(Body.NONE, "ticketId").check();
        String id = request.id("ticketId");
        return write -> ScannedTicket.find(write, "", id)
                .compose(found -> write.in(found.scope()).compose(inMode -> release(inMode, found)));
    }

    private static Future<ApiResponse> release(WriteContext write, ScannedTicket found) {
        return write.lock(found.scope(), Tickets.RESOURCE, found.id()).compose(former -> {
            ObjectNode ticket = former.record().deepCopy();
            CheckIn.Outcome outcome =
                    CheckIn.release(ticket, write.caller().principal().id(), write.now());
            return write.update(found.scope(), Tickets.RESOURCE, former, ticket)
                    .map(done -> Validation.answer(outcome, ticket, found.warnings()));
        });
    }

    private static String idOrNone(String text) {
        try {
            return (String) FilterValues.parse(Type.ID, text);
        } catch (IllegalArgumentException e) {
            return "";
        }
    }
}
