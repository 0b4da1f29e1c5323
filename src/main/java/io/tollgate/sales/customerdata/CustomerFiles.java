package io.tollgate.sales.customerdata;

import io.tollgate.catalog.file.FileStore;
import io.tollgate.platform.db.Database;
import io.tollgate.platform.export.ArchiveSection;
import io.tollgate.platform.records.TenantGuard;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;

/** The files that a customer uploaded, one at a time. */
final class CustomerFiles implements ArchiveSection {
    private static final int PAGE = 100;

    private static final String FILES = """
            SELECT f.seller_id, NULL::boolean, f.id, f.document ->> 'name'
            FROM file f
            WHERE f.seller_id = $1 AND f.id > $3 AND $5::text <> '' AND f.id IN (
                SELECT s.file_id FROM submission_file s
                WHERE s.seller_id = $1 AND s.deleted_at IS NULL AND s.submission_id IN (
                    SELECT l.id FROM submission_lookup l
                    WHERE l.seller_id = $1 AND l.livemode = $2 AND l.customer_id = $4)
                UNION ALL
                SELECT o.file_id FROM order_file o
                WHERE o.seller_id = $1 AND o.livemode = $2 AND o.deleted_at IS NULL AND o.record_id IN (
                    SELECT l.id FROM payment_lookup l
                    WHERE l.seller_id = $1 AND l.livemode = $2 AND l.customer_id = $4
                    UNION ALL
                    SELECT l.id FROM booking_lookup l
                    WHERE l.seller_id = $1 AND l.livemode = $2 AND l.customer_id = $4
                    UNION ALL
                    SELECT l.id FROM subscription_lookup l
                    WHERE l.seller_id = $1 AND l.livemode = $2 AND l.customer_id = $4))
            ORDER BY f.id LIMIT $6
            """;

    private final Database database;
    private final FileStore store;
    private final CustomerRows.Customer customer;
    private final Deque<StoredFile> found = new ArrayDeque<>();
    private String last = "";
    private boolean listed;

    /** An id with the name that the customer gave. */
    private record StoredFile(String id, String name) {
        /** Returns the name of the entry, which cannot lead out of the folder into which it is extracted. */
        String entry() {
            return "files/" + id + "-" + name.replaceAll("[^\\p{L}\\p{M}\\p{N} ._-]", "_");
        }
    }

    CustomerFiles(Database database, FileStore store, CustomerRows.Customer customer) {
        this.database = database;
        this.store = store;
        this.customer = customer;
    }

    @Override
    public Future<List<Piece>> next() {
        StoredFile file = found.poll();
        if (file == null) {
            return listed ? Future.succeededFuture(List.of()) : list();
        }
        return store.read(customer.scope(), file.id())
                .map(bytes -> bytes == null ? List.of() : List.of(new Piece(file.entry(), bytes)));
    }

    private Future<List<Piece>> list() {
        return database.search(FILES, customer.after(last, PAGE)).map(rows -> {
            for (Row row : rows) {
                TenantGuard.requireTenant(customer.scope(), row);
                last = row.getString(2);
                found.add(new StoredFile(last, row.getString(3)));
            }
            listed = rows.size() < PAGE;
            return List.of();
        });
    }

    @Override
    public boolean isDone() {
        return listed && found.isEmpty();
    }
}
