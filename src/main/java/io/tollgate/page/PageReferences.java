package io.tollgate.page;

import io.tollgate.input.Input;
import io.tollgate.records.TenantGuard;
import io.tollgate.write.WriteContext;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.Tuple;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Pages that a body names. A page that is unknown and one of another seller are refused in the same
 * words. Pages are never removed, so one that is found stays.
 */
final class PageReferences {
    private static final String FIND =
            "SELECT seller_id, NULL::boolean, id, type FROM page WHERE seller_id = $1 AND id = ANY ($2)";
    private static final String UNKNOWN = "One or more page IDs not found or not owned by your account";

    private record Named(
            Input holder, String key, String id, @Nullable PageKind kind) {}

    private final List<Named> named = new ArrayList<>();

    /** @param kind of which the page must be, or null for any */
    void add(Input holder, String key, @Nullable PageKind kind) {
        String id = holder.text(key);
        if (id != null) {
            named.add(new Named(holder, key, id, kind));
        }
    }

    /** Notes a problem for each page that is not there. */
    Future<Void> look(WriteContext write) {
        if (named.isEmpty()) {
            return Future.succeededFuture();
        }
        String[] ids = named.stream().map(Named::id).distinct().toArray(String[]::new);
        return write.transaction()
                .preparedQuery(FIND)
                .execute(Tuple.of(write.scope().sellerId(), (Object) ids))
                .map(rows -> {
                    Map<String, String> types = new HashMap<>();
                    for (Row row : rows) {
                        TenantGuard.requireTenant(write.scope(), row);
                        types.put(row.getString(2), row.getString(3));
                    }
                    named.forEach(reference -> requireType(reference, types.get(reference.id())));
                    return null;
                });
    }

    private static void requireType(Named reference, @Nullable String type) {
        reference.holder().rule(type != null, reference.key(), UNKNOWN);
        PageKind kind = reference.kind();
        boolean fits = type == null || kind == null || Objects.equals(type, kind.type());
        reference
                .holder()
                .rule(fits, reference.key(), "must be a page of the kind " + (kind == null ? "" : kind.type()));
    }
}
