package io.tollgate.catalog.file;

import io.tollgate.platform.db.RowExpiry;
import io.tollgate.platform.error.ApiError;
import io.tollgate.platform.write.WriteContext;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.Tuple;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;

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
            UPDATE seller_storage SET used_bytes = used_bytes + $2
            WHERE seller_id = $1 AND used_bytes + pending_bytes + $2 <= $3
            """;

    /** Pending files take at most half of the quota, so that strangers cannot use up all of it. */
    private static final String TAKE_PENDING = """
            UPDATE seller_storage SET pending_bytes = pending_bytes + $2
            WHERE seller_id = $1 AND used_bytes + pending_bytes + $2 <= $3 AND pending_bytes + $2 <= $3 / 2
            """;

    private static final String INSERT_PENDING =
            "INSERT INTO pending_file (seller_id, file_id, bytes, created_at) VALUES ($1, $2, $3, $4)";

    private static final String RELEASE_PENDING = """
            WITH gone AS (DELETE FROM pending_file WHERE seller_id = $1 AND file_id = $2 RETURNING bytes)
            UPDATE seller_storage s SET pending_bytes = s.pending_bytes - gone.bytes FROM gone WHERE s.seller_id = $1
            """;

    /** Releases uploads whose bytes {@link FileSweep} has deleted, because no submission, order or cart has them. */
    public static final RowExpiry.Rule PENDING_EXPIRY =
            new RowExpiry.Rule("unused uploads of buyers", """
            WITH gone AS (
                DELETE FROM pending_file WHERE seller_id = $1 AND created_at < $2
                  AND (held_until IS NULL OR held_until < $2 + interval '25 hours')
                RETURNING bytes)
            UPDATE seller_storage SET pending_bytes = pending_bytes - (SELECT sum(bytes) FROM gone)
            WHERE seller_id = $1 AND EXISTS (SELECT FROM gone)
            """, Duration.ofHours(25));

    /** The sum of both counts stays the same, so that a purchase that is paid never exceeds the quota. */
    private static final String USE = """
            WITH gone AS (
                DELETE FROM pending_file
                WHERE seller_id = $1 AND file_id = $2 AND (created_at > $3 OR held_until > $4)
                RETURNING bytes)
            UPDATE seller_storage s
            SET pending_bytes = s.pending_bytes - gone.bytes, used_bytes = s.used_bytes + gone.bytes
            FROM gone WHERE s.seller_id = $1
            """;

    private static final String USED = "SELECT used_bytes + pending_bytes FROM seller_storage WHERE seller_id = $1";

    private static final String RELEASE =
            "UPDATE seller_storage SET used_bytes = greatest(used_bytes - $2, 0) WHERE seller_id = $1";

    /** Returns how many bytes of uploads orders and carts hold, so that strangers cannot block uploads for weeks. */
    long heldMax() {
        return bytes / 4;
    }

    /** Adds a file's size to the seller's count; 409 if the count would exceed the quota. */
    public Future<Void> reserve(WriteContext write, long size) {
        return take(write.transaction(), TAKE, write.scope().sellerId(), size);
    }

    /**
     * Adds the size of a visitor's upload, which is not part of a submission or purchase yet.
     *
     * @throws ApiError 409 if the count would exceed the quota, or pending uploads half of it
     */
    Future<Void> reservePending(SqlConnection transaction, String seller, String fileId, long size, Instant now) {
        return take(transaction, TAKE_PENDING, seller, size)
                .compose(taken -> transaction
                        .preparedQuery(INSERT_PENDING)
                        .execute(Tuple.of(seller, fileId, size, now.atOffset(ZoneOffset.UTC))))
                .mapEmpty();
    }

    /** Counts a pending upload as a file of the seller. Returns false if it is not pending, or may be swept already. */
    Future<Boolean> use(WriteContext write, String fileId) {
        Instant now = write.realTime();
        Tuple values = Tuple.of(
                write.scope().sellerId(),
                fileId,
                now.minus(FileSweep.GRACE_PERIOD).atOffset(ZoneOffset.UTC),
                now.atOffset(ZoneOffset.UTC));
        return write.transaction().preparedQuery(USE).execute(values).map(rows -> rows.rowCount() == 1);
    }

    /** Subtracts a pending upload whose bytes were not stored. */
    Future<Void> releasePending(SqlConnection transaction, String seller, String fileId) {
        return transaction
                .preparedQuery(RELEASE_PENDING)
                .execute(Tuple.of(seller, fileId))
                .mapEmpty();
    }

    private Future<Void> take(SqlConnection transaction, String sql, String seller, long size) {
        return transaction
                .preparedQuery(BEGIN)
                .execute(Tuple.of(seller))
                .compose(begun -> transaction.preparedQuery(sql).execute(Tuple.of(seller, size, bytes)))
                .compose(taken ->
                        taken.rowCount() == 1 ? Future.succeededFuture() : exceeded(transaction, seller, size));
    }

    private Future<Void> exceeded(SqlConnection transaction, String seller, long size) {
        return transaction
                .preparedQuery(USED)
                .execute(Tuple.of(seller))
                .compose(rows -> Future.failedFuture(ApiError.conflict(
                        "storage_quota_exceeded",
                        "This file has %d bytes, and your files use %d of your %d bytes of storage. Delete files first."
                                .formatted(size, rows.iterator().next().getLong(0), bytes))));
    }

    /** Subtracts a deleted file's size from the seller's count. */
    public Future<Void> release(WriteContext write, long size) {
        return write.transaction()
                .preparedQuery(RELEASE)
                .execute(Tuple.of(write.scope().sellerId(), size))
                .mapEmpty();
    }
}
