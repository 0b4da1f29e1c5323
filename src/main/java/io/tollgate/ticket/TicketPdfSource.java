package io.tollgate.ticket;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tollgate.db.Database;
import io.tollgate.error.ApiError;
import io.tollgate.records.TenantGuard;
import io.tollgate.resource.Scope;
import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import io.vertx.sqlclient.Tuple;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Reads what a booking's tickets are made from: booking, tickets, page, and the settings of the seller,
 * in one statement and so of one moment, with a fingerprint of all four.
 */
final class TicketPdfSource {
    private static final ObjectMapper MAPPER = new ObjectMapper();

    /**
     * The transactions that last wrote booking, page, settings and tickets, and the registered name.
     * Naming them costs a tenth of what reading and digesting the records would.
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

    private static final String STYLE = "SELECT b.seller_id, b.livemode, " + FINGERPRINT + FROM;

    private static final String LOAD =
            "SELECT b.seller_id, b.livemode, " + FINGERPRINT + """
            , b.record, p.document::text, ARRAY(
                SELECT t.record FROM ticket t
                WHERE t.seller_id = $1 AND t.livemode = $2 AND t.booking_id = b.id
                ORDER BY t.id LIMIT %d), s.logo_file_id, coalesce(s.display_name, r.display_name), s.locale, s.timezone
            """.formatted(TicketPdf.TICKETS_MAX + 1) + FROM;

    private final Database database;

    /**
     * All that was read.
     *
     * @param page with the seller's locale and time zone where it has none of its own
     */
    record Loaded(
            String fingerprint,
            JsonNode booking,
            JsonNode page,
            List<JsonNode> tickets,
            String sellerName,
            @Nullable String logoFileId) {}

    TicketPdfSource(Database database) {
        this.database = database;
    }

    /** Changes whenever anything does that tickets could show. 404 where there is no such booking. */
    Future<String> fingerprint(Scope scope, String bookingId) {
        return database.get(STYLE, Tuple.of(scope.sellerId(), scope.live(), bookingId))
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

    /** Reads what was loaded; for a worker, as a thousand tickets take their time. */
    static Loaded read(Row row) {
        List<JsonNode> tickets = new ArrayList<>();
        for (Buffer ticket : row.getArrayOfBuffers(5)) {
            tickets.add(tree(ticket.getBytes()));
        }
        ObjectNode page = tree(row.getString(4));
        orElse(page, "locale", row.getString(8));
        orElse(page.withObject("/eventDetails"), "timezone", row.getString(9));
        JsonNode booking = tree(row.getBuffer(3).getBytes());
        return new Loaded(row.getString(2), booking, page, tickets, row.getString(7), row.getString(6));
    }

    private static void orElse(ObjectNode holder, String name, @Nullable String otherwise) {
        if (!holder.hasNonNull(name)) {
            holder.put(name, otherwise);
        }
    }

    private static JsonNode tree(byte[] json) {
        try {
            return MAPPER.readTree(json);
        } catch (IOException e) {
            throw new UncheckedIOException("a stored record is not JSON", e);
        }
    }

    private static ObjectNode tree(@Nullable String json) {
        try {
            return json == null ? JsonNodeFactory.instance.objectNode() : (ObjectNode) MAPPER.readTree(json);
        } catch (IOException e) {
            throw new UncheckedIOException("a stored document is not JSON", e);
        }
    }
}
