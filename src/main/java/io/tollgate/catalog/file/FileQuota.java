package io.tollgate.catalog.file;

import io.tollgate.platform.error.ApiError;
import io.tollgate.platform.write.WriteContext;
import io.vertx.core.Future;
import io.vertx.sqlclient.Tuple;

/**
 * The storage quota of a seller. The bytes of its files are counted in the transaction that writes or deletes a file
 * record, so that the count equals the sum of the recorded sizes, and a failed upload leaves nothing to release.
 *
 * @param bytes the maximum total size of one seller's files; files are shared by live and test mode
 */
public record FileQuota(long bytes) {
    private static final String BEGIN =
            "INSERT INTO seller_storage (seller_id, used_bytes) VALUES ($1, 0) ON CONFLICT (seller_id) DO NOTHING";

    private static final String TAKE = """
            UPDATE seller_storage SET used_bytes = used_bytes + $2 WHERE seller_id = $1 AND used_bytes + $2 <= $3
            """;

    private static final String USED = "SELECT used_bytes FROM seller_storage WHERE seller_id = $1";

    private static final String RELEASE =
            "UPDATE seller_storage SET used_bytes = greatest(used_bytes - $2, 0) WHERE seller_id = $1";

    /** Adds a file's size to the seller's count; 409 if the count would exceed the quota. */
    Future<Void> reserve(WriteContext write, long size) {
        String seller = write.scope().sellerId();
        return write.transaction()
                .preparedQuery(BEGIN)
                .execute(Tuple.of(seller))
                .compose(begun -> write.transaction().preparedQuery(TAKE).execute(Tuple.of(seller, size, bytes)))
                .compose(taken -> taken.rowCount() == 1 ? Future.succeededFuture() : exceeded(write, size));
    }

    private Future<Void> exceeded(WriteContext write, long size) {
        return write.transaction()
                .preparedQuery(USED)
                .execute(Tuple.of(write.scope().sellerId()))
                .compose(rows -> Future.failedFuture(ApiError.conflict(
                        "storage_quota_exceeded",
                        "This file has %d bytes, and your files use %d of your %d bytes of storage. Delete files first."
                                .formatted(size, rows.iterator().next().getLong(0), bytes))));
    }

    /** Subtracts a deleted file's size from the seller's count. */
    Future<Void> release(WriteContext write, long size) {
        return write.transaction()
                .preparedQuery(RELEASE)
                .execute(Tuple.of(write.scope().sellerId(), size))
                .mapEmpty();
    }
}
