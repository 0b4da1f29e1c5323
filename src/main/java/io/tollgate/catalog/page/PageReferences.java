package io.tollgate.catalog.page;

import io.tollgate.platform.input.Input;
import io.tollgate.platform.records.TenantGuard;
import io.tollgate.platform.write.WriteContext;
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
 * Validates the pages that a body refers to. The error message is the same for an unknown page and a page of another
 * seller. Pages are never deleted, so they are not locked.
 */
final class PageReferences {
    private static final String FIND =
            "SELECT seller_id, NULL::boolean, id, type FROM page WHERE seller_id = $1 AND id = ANY ($2)";
    private static final String UNKNOWN = "One or more page IDs not found or not owned by your account";

    private record Reference(
            Input holder, String key, String id, @Nullable PageKind kind) {}

    private final List<Reference> references = new ArrayList<>();

    /** @param kind the required kind of the page, or null for any */
    void add(Input holder, String key, @Nullable PageKind kind) {
        String id = holder.text(key);
        if (id != null) {
            references.add(new Reference(holder, key, id, kind));
        }
    }

    /** Records a problem for each page that does not exist or is of another kind. */
    Future<Void> validate(WriteContext write) {
        if (references.isEmpty()) {
            return Future.succeededFuture();
        }
        String[] ids = references.stream().map(Reference::id).distinct().toArray(String[]::new);
        return write.transaction()
                .preparedQuery(FIND)
                .execute(Tuple.of(write.scope().sellerId(), (Object) ids))
                .map(rows -> {
                    Map<String, String> types = new HashMap<>();
                    for (Row row : rows) {
                        TenantGuard.requireTenant(write.scope(), row);
                        types.put(row.getString(2), row.getString(3));
                    }
                    references.forEach(reference -> requireType(reference, types.get(reference.id())));
                    return null;
                });
    }

    private static void requireType(Reference reference, @Nullable String type) {
        reference.holder().rule(type != null, reference.key(), UNKNOWN);
        PageKind kind = reference.kind();
        boolean fits = type == null || kind == null || Objects.equals(type, kind.type());
        reference
                .holder()
                .rule(fits, reference.key(), "must be a page of the type " + (kind == null ? "" : kind.type()));
    }
}
