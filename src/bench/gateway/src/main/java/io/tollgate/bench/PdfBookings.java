package io.tollgate.bench;

import io.vertx.core.buffer.Buffer;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Bookings of the demo's seller that have tickets: some as they are, some made large. */
final class PdfBookings {
    /** All text of a ticket is its own, the attendee's name too. */
    private static final String MORE = """
            INSERT INTO ticket (seller_id, livemode, id, created_at, page_id, ticket_type_id, status, check_in_status,
                booking_id, order_id, customer_id, ticket_short_id, check_in_code, record)
            SELECT t.seller_id, t.livemode, n.id, t.created_at, t.page_id, t.ticket_type_id, t.status,
                t.check_in_status, t.booking_id, t.order_id, t.customer_id, n.short, n.code,
                convert_to(replace(replace(replace(replace(convert_from(t.record, 'UTF8'), t.id, n.id),
                    t.ticket_short_id, n.short), t.check_in_code, n.code),
                    '"attendeeName":"', '"attendeeName":"' || n.word || ' '), 'UTF8')
            FROM (SELECT DISTINCT ON (booking_id) * FROM ticket
                WHERE seller_id = ? AND livemode AND booking_id = ? AND status = 'PAID' ORDER BY booking_id, id) t
            CROSS JOIN LATERAL (SELECT left(t.id, 8) || left(md5(t.id || g), 16) AS id,
                left(upper(md5('short' || t.id || g)), 8) AS short,
                left(t.check_in_code, 16) || left(md5('code' || t.id || g), 6) AS code,
                initcap(translate(left(md5('word' || t.id || g), 9), '0123456789', 'aeiourstnl')) AS word
                FROM generate_series(1, ?::int - (SELECT count(*)::int FROM ticket c
                    WHERE c.seller_id = t.seller_id AND c.livemode AND c.booking_id = t.booking_id)) g) n
            RETURNING id
            """;

    private static final String RENAME = """
            UPDATE page SET document = jsonb_set(document, '{title}', to_jsonb('Night of Strings ' || ?))
            WHERE seller_id = ? AND type = 'event' RETURNING id
            """;

    private final BenchDatabase database;
    private final OpenLoad api;
    private final String seller;
    private int titles;

    PdfBookings(BenchDatabase database, OpenLoad api, String seller) {
        this.database = database;
        this.api = api;
        this.seller = seller;
    }

    /** Addresses of documents with so many tickets; each of another booking. */
    List<String> some(int count, int tickets) {
        List<String> found = new ArrayList<>();
        String order = tickets == 1 ? "ASC" : "DESC";
        for (String id : database.column(
                "SELECT b.id FROM booking b WHERE b.seller_id = ? AND b.livemode AND b.status = 'paid' AND "
                        + "(SELECT count(*) FROM ticket t WHERE t.seller_id = b.seller_id AND t.livemode"
                        + " AND t.booking_id = b.id) BETWEEN 1 AND ? ORDER BY b.id " + order + " LIMIT 1000",
                seller,
                tickets)) {
            String path = "/v1/bookings/" + id + "/ticket-pdf";
            if (found.size() < count && exists(path)) {
                database.column(MORE, seller, id, tickets);
                found.add(path);
            }
        }
        if (found.size() < count) {
            throw new IllegalStateException("only " + found.size() + " bookings have a document");
        }
        return found;
    }

    /** From now on all documents are other ones. */
    void change() {
        titles++;
        database.column(RENAME, Integer.toString(titles), seller);
    }

    private boolean exists(String path) {
        try {
            return bytes(path).length() > 0;
        } catch (IllegalStateException e) {
            return false;
        }
    }

    Buffer bytes(String path) {
        try {
            return api.get(path).toCompletionStage().toCompletableFuture().get(30, TimeUnit.SECONDS);
        } catch (ExecutionException | TimeoutException e) {
            throw new IllegalStateException(path, e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }
}
