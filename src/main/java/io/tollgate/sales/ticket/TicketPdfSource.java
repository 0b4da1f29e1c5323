package io.tollgate.sales.ticket;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tollgate.platform.db.Database;
import io.tollgate.platform.error.ApiError;
import io.tollgate.platform.records.StoredJson;
import io.tollgate.platform.records.TenantGuard;
import io.tollgate.platform.resource.Scope;
import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import io.vertx.sqlclient.Tuple;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Reads the records that tickets are rendered from: booking, tickets, page and seller settings. One statement reads
 * them from one snapshot, with a fingerprint of all four.
 */
record TicketPdfSource(Database database) {
    /**
     * Digests the registered name and the ids of the transactions that last wrote booking, page, settings and tickets.
     * This costs a tenth of reading and digesting the records.
     */
    private static final String FINGERPRINT = """
            md5(b.xmin::text || '.' || coalesce(p.xmin::text, '') || '.' || coalesce(s.xmin::text, '') || '.'
                || r.display_name || '.' || coalesce((
                SELECT string_agg(t.id || t.xmin::text, '.' ORDER BY t.id) FROM ticket t
                WHERE t.seller_id = $1 AND t.livemode = $2 AND t.booking_id = b.id), ''))
            """;

    private static final String FROM = """
            FROM booking b JOIN seller r ON r.id = $1
            LEFT JOIN page p ON p.seller_id = $1 AND p.id = b.page_id
            LEFT JOIN seller_setting s ON s.seller_id = $1
            WHERE b.seller_id = $1 AND b.livemode = $2 AND b.id = $3
            """;

    private static final String SELECT_FINGERPRINT = "SELECT b.seller_id, b.livemode, " + FINGERPRINT + FROM;

    private static final String LOAD =
            "SELECT b.seller_id, b.livemode, " + FINGERPRINT + """
            , b.record, p.document::text, ARRAY(
                SELECT t.record FROM ticket t
                WHERE t.seller_id = $1 AND t.livemode = $2 AND t.booking_id = b.id
                ORDER BY t.id LIMIT %d), s.logo_file_id, coalesce(s.display_name, r.display_name), s.locale, s.timezone
            """.formatted(TicketPdf.TICKETS_MAX + 1) + FROM;

    /**
     * The records of one snapshot.
     *
     * @param page the page, with the locale in which the buyer ordered, and the seller's time zone if it has none
     */
    record TicketSnapshot(
            String fingerprint,
            JsonNode booking,
            JsonNode page,
            List<JsonNode> tickets,
            String sellerName,
            @Nullable String logoFileId) {
        /** Returns the records with one of the tickets; with all of them for null. */
        TicketSnapshot only(@Nullable String ticketId) {
            return ticketId == null
                    ? this
                    : new TicketSnapshot(
                            fingerprint,
                            booking,
                            page,
                            tickets.stream()
                                    .filter(ticket ->
                                            ticketId.equals(ticket.path("id").asText()))
                                    .toList(),
                            sellerName,
                            logoFileId);
        }
    }

    /**
     * Returns a fingerprint that changes with everything that tickets could show. Fails with 404 if there is no such
     * booking.
     */
    Future<String> fingerprint(Scope scope, String bookingId) {
        return database.get(SELECT_FINGERPRINT, Tuple.of(scope.sellerId(), scope.live(), bookingId))
                .map(rows -> only(scope, rows).getString(2));
    }

    Future<Row> load(Scope scope, String bookingId) {
        return database.list(LOAD, Tuple.of(scope.sellerId(), scope.live(), bookingId))
                .map(rows -> only(scope, rows));
    }

    private static Row only(Scope scope, RowSet<Row> rows) {
        for (Row row : rows) {
            TenantGuard.requireTenant(scope, row);
            return row;
        }
        throw ApiError.notFound("Booking");
    }

    /** Parses a loaded row. Callers must be on a worker thread, because parsing a thousand tickets is slow. */
    static TicketSnapshot read(Row row) {
        List<JsonNode> tickets = new ArrayList<>();
        for (Buffer ticket : row.getArrayOfBuffers(5)) {
            tickets.add(StoredJson.parse(ticket));
        }
        String document = row.getString(4);
        ObjectNode page = document == null ? JsonNodeFactory.instance.objectNode() : StoredJson.parse(document);
        orElse(page.withObject("/eventDetails"), "timezone", row.getString(9));
        JsonNode booking = StoredJson.parse(row.getBuffer(3));
        if (booking.hasNonNull("locale")) {
            page.set("locale", booking.get("locale"));
        }
        orElse(page, "locale", row.getString(8));
        return new TicketSnapshot(row.getString(2), booking, page, tickets, row.getString(7), row.getString(6));
    }

    private static void orElse(ObjectNode object, String name, @Nullable String fallback) {
        if (!object.hasNonNull(name)) {
            object.put(name, fallback);
        }
    }
}
