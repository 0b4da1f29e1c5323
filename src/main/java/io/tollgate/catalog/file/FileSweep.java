package io.tollgate.catalog.file;

import io.tollgate.catalog.file.FileStore.StoredFile;
import io.tollgate.platform.clock.Clock;
import io.tollgate.platform.db.Database;
import io.tollgate.platform.records.TenantGuard;
import io.tollgate.platform.resource.Scope;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.Tuple;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * Deletes stored bytes without a file row. They remain if an upload fails between storing the bytes and writing the
 * row, or if deleting the bytes of a deleted file fails. Recent bytes are skipped, because their row may
 * not be written yet. So are uploads that an order or a cart keeps.
 */
public record FileSweep(Database database, FileStore store, Clock clock) {
    static final Duration GRACE_PERIOD = Duration.ofDays(1);
    private static final String FIND = """
            SELECT seller_id, NULL::boolean, id FROM file WHERE seller_id = $1 AND id = ANY ($2)
            UNION ALL
            SELECT seller_id, NULL::boolean, file_id FROM pending_file
            WHERE seller_id = $1 AND file_id = ANY ($2) AND held_until > $3
            UNION ALL
            SELECT seller_id, NULL::boolean, id FROM export_part WHERE seller_id = $1 AND id = ANY ($2)
            """;

    /** Scans all stored files and returns the number of deleted ones. */
    public Future<Integer> sweep() {
        return sweepAfter("", clock.now().minus(GRACE_PERIOD), 0);
    }

    private Future<Integer> sweepAfter(String after, Instant before, int removed) {
        return store.list(after).compose(stored -> {
            if (stored.isEmpty()) {
                return Future.succeededFuture(removed);
            }
            Map<String, List<StoredFile>> old = stored.stream()
                    .filter(one -> one.since().isBefore(before))
                    .collect(Collectors.groupingBy(StoredFile::sellerId, TreeMap::new, Collectors.toList()));
            Future<Integer> done = Future.succeededFuture(removed);
            for (List<StoredFile> ofSeller : old.values()) {
                done = done.compose(sum -> deleteOrphans(ofSeller).map(count -> sum + count));
            }
            String last = stored.get(stored.size() - 1).key();
            return done.compose(sum -> sweepAfter(last, before, sum));
        });
    }

    private Future<Integer> deleteOrphans(List<StoredFile> ofSeller) {
        Scope scope = new Scope(ofSeller.get(0).sellerId(), true);
        String[] ids = ofSeller.stream().map(StoredFile::fileId).distinct().toArray(String[]::new);
        return database.list(FIND, Tuple.of(scope.sellerId(), ids, clock.now().atOffset(ZoneOffset.UTC)))
                .compose(rows -> {
                    Set<String> orphans =
                            ofSeller.stream().map(StoredFile::fileId).collect(Collectors.toSet());
                    for (Row row : rows) {
                        TenantGuard.requireTenant(scope, row);
                        orphans.remove(row.getString(2));
                    }
                    Future<Void> done = Future.succeededFuture();
                    for (String id : orphans) {
                        done = done.compose(last -> store.delete(scope, id));
                    }
                    return done.map(orphans.size());
                });
    }
}
