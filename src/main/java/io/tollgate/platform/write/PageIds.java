package io.tollgate.platform.write;

import io.tollgate.platform.error.ApiError;
import io.vertx.core.Future;
import io.vertx.sqlclient.Tuple;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The pages to which a key or a member is restricted. */
public final class PageIds {
    private static final String COUNT = "SELECT count(*) FROM page WHERE seller_id = $1 AND id = ANY ($2)";

    private PageIds() {}

    /**
     * Fails with 400 if a page is not the seller's.
     *
     * @param ids distinct; null for all pages
     */
    public static Future<Void> require(WriteContext write, @Nullable List<String> ids) {
        if (ids == null) {
            return Future.succeededFuture();
        }
        return write.transaction()
                .preparedQuery(COUNT)
                .execute(Tuple.of(write.scope().sellerId(), (Object) ids.toArray(String[]::new)))
                .map(rows -> {
                    if (rows.iterator().next().getLong(0) < ids.size()) {
                        throw ApiError.invalid(
                                "pages",
                                "One or more page IDs not found or not owned by your account",
                                String.join(", ", ids));
                    }
                    return null;
                });
    }
}
