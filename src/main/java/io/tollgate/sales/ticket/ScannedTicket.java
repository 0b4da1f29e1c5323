package io.tollgate.sales.ticket;

import com.fasterxml.jackson.databind.JsonNode;
import io.tollgate.catalog.page.Templates;
import io.tollgate.platform.error.ApiError;
import io.tollgate.platform.resource.Scope;
import io.tollgate.platform.write.WriteContext;
import io.tollgate.sales.purchase.Codes;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.Tuple;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A ticket found by a scan at the entrance, with its booking.
 *
 * @param scope the seller and the mode of the ticket, which may differ from the mode of the key
 * @param byCode whether the ticket was found by its check-in code instead of its id
 */
record ScannedTicket(Scope scope, String id, boolean byCode, String pageId, JsonNode booking) {
    /**
     * A check-in code is unique for a seller across both modes, so at most one row matches it. A second row may match
     * the id.
     */
    private static final String FIND = """
            SELECT t.livemode, t.id, t.by_code, t.page_id, b.record
            FROM (
                SELECT livemode, id, page_id, booking_id, true AS by_code
                FROM ticket WHERE seller_id = $1 AND check_in_code = $2
                UNION ALL
                SELECT livemode, id, page_id, booking_id, false
                FROM ticket WHERE seller_id = $1 AND livemode IN (true, false) AND id = $3
                ORDER BY by_code DESC
                LIMIT 1
            ) t
            JOIN booking b ON b.seller_id = $1 AND b.livemode = t.livemode AND b.id = t.booking_id
            """;

    private static final String EVENT = "SELECT 1 FROM page WHERE seller_id = $1 AND id = $2 AND type = 'event'";

    /** A warning for the staff at the entrance. It does not prevent the check-in. */
    record Warning(String code, String message) {}

    /** Finds a ticket of the seller and of the pages of the caller in either mode. Fails with 404 if there is none. */
    static Future<ScannedTicket> find(WriteContext write, String code, String id) {
        String seller = write.scope().sellerId();
        return write.transaction()
                .preparedQuery(FIND)
                .execute(Tuple.of(seller, code, id))
                .map(rows -> {
                    for (Row row : rows) {
                        if (!write.caller().reaches(row.getString(3))) {
                            break;
                        }
                        String booking = row.getBuffer(4).toString(StandardCharsets.UTF_8);
                        return new ScannedTicket(
                                new Scope(seller, row.getBoolean(0)),
                                row.getString(1),
                                row.getBoolean(2),
                                row.getString(3),
                                Templates.of(booking));
                    }
                    throw Codes.isShortId(code)
                            ? ApiError.refused(
                                    404,
                                    "not_found",
                                    "Ticket not found: " + code + " is a ticketShortId, which is printed for people. "
                                            + "Scan the QR code, or send the checkInCode or the id of the ticket")
                            : ApiError.notFound(Tickets.RESOURCE.noun());
                });
    }

    /** Fails with 409 if the ticket is for another event, and with 400 if there is no such event. */
    Future<ScannedTicket> requireEvent(WriteContext write, @Nullable String event) {
        if (event == null || event.equals(pageId)) {
            return Future.succeededFuture(this);
        }
        if (!write.caller().reaches(event)) {
            throw noSuchEvent(event);
        }
        return write.transaction()
                .preparedQuery(EVENT)
                .execute(Tuple.of(scope.sellerId(), event))
                .map(rows -> {
                    throw rows.size() == 0
                            ? noSuchEvent(event)
                            : ApiError.conflict(
                                    "wrong_event",
                                    "The ticket is for another event: "
                                            + booking.path("eventTitle").asText(pageId));
                });
    }

    private static ApiError noSuchEvent(String event) {
        return ApiError.invalid("pageId", "no such event", event);
    }

    /**
     * Fails with 409 if a live key scans a test ticket.
     *
     * @param allowTest whether the request accepts test tickets
     */
    ScannedTicket requireMode(boolean liveKey, boolean allowTest) {
        if (liveKey && !scope.live() && !allowTest) {
            throw ApiError.conflict(
                    "test_ticket",
                    "This is a test ticket, which a live key does not admit. Send allowTest: true to admit it.");
        }
        return this;
    }

    List<Warning> warnings() {
        List<Warning> warnings = new ArrayList<>();
        if (!scope.live()) {
            warnings.add(new Warning("test_ticket", "This is a test ticket"));
        }
        switch (booking.path("status").asText()) {
            case "unpaid" -> warnings.add(new Warning("booking_unpaid", "The booking is not paid"));
            case "partially_paid" ->
                warnings.add(new Warning("booking_partially_paid", "The booking is only partially paid"));
            case "refunded" -> warnings.add(new Warning("booking_refunded", "The booking was refunded"));
            default -> {}
        }
        return warnings;
    }
}
