package io.tollgate.file;

import io.tollgate.clock.Clock;
import io.tollgate.db.Database;
import io.tollgate.file.FileStore.Kept;
import io.tollgate.records.TenantGuard;
import io.tollgate.resource.Scope;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.Tuple;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * Removes bytes that no file speaks of: an upload was cut off between its bytes and its row, or a
 * file was deleted and its bytes stayed. Fresh ones are left alone, because their row may be on its
 * way.
 */
public final class FileSweep {
    private static final Duration LEFT_ALONE = Duration.ofDays(1);
    private static final String FIND =
            "SELECT seller_id, NULL::boolean, id FROM file WHERE seller_id = $1 AND id = ANY ($2)";

    private final Database database;
    private final FileStore store;
    private final Clock clock;

    public FileSweep(Database database, FileStore store, Clock clock) {
        this.database = database;
        this.store = store;
        this.clock = clock;
    }

    /** Goes through all that is kept; gives how many were removed. */
    public Future<Integer> sweep() {
        return from("", clock.now().minus(LEFT_ALONE), 0);
    }

    private Future<Integer> from(String after, Instant before, int removed) {
        return store.list(after).compose(kept -> {
            if (kept.isEmpty()) {
                return Future.succeededFuture(removed);
            }
            Map<String, List<Kept>> old = kept.stream()
                    .filter(one -> one.since().isBefore(before))
                    .collect(Collectors.groupingBy(Kept::sellerId, TreeMap::new, Collectors.toList()));
            Future<Integer> done = Future.succeededFuture(removed);
            for (List<Kept> ofSeller : old.values()) {
                done = done.compose(sum -> unknown(ofSeller).map(count -> sum + count));
            }
            String last = kept.get(kept.size() - 1).key();
            return done.compose(sum -> from(last, before, sum));
        });
    }

    private Future<Integer> unknown(List<Kept> ofSeller) {
        Scope scope = new Scope(ofSeller.get(0).sellerId(), true);
        String[] ids = ofSeller.stream().map(Kept::fileId).toArray(String[]::new);
        return database.list(FIND, Tuple.of(scope.sellerId(), (Object) ids)).compose(rows -> {
            List<String> left = ofSeller.stream().map(Kept::fileId).collect(Collectors.toList());
            for (Row row : rows) {
                TenantGuard.requireTenant(scope, row);
                left.remove(row.getString(2));
            }
            Future<Void> done = Future.succeededFuture();
            for (String id : left) {
                done = done.compose(last -> store.delete(scope, id));
            }
            return done.map(left.size());
        });
    }
}
