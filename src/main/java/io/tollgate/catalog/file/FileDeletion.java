package io.tollgate.catalog.file;

import io.tollgate.platform.records.Records.Stored;
import io.tollgate.platform.write.WriteContext;
import io.vertx.core.Future;
import io.vertx.sqlclient.Tuple;
import java.time.ZoneOffset;

/** Deletes the record of a file and subtracts its size from the quota. The caller deletes the bytes. */
public record FileDeletion(FileQuota quota) {
    private static final String LOCK = "SELECT 1 FROM file WHERE seller_id = $1 AND id = $2 FOR UPDATE";

    /** Keeps that a submission or purchase had the file, so that its answer is known to name a deleted one. */
    private static final String DETACH = """
            WITH submitted AS (UPDATE submission_file SET deleted_at = $3 WHERE seller_id = $1 AND file_id = $2)
            UPDATE order_file SET deleted_at = $3 WHERE seller_id = $1 AND file_id = $2
            """;

    /** Locks a file, so that nothing can refer to it any more. Fails with 404 if it does not exist. */
    public Future<Stored> lock(WriteContext write, String id) {
        return write.transaction()
                .preparedQuery(LOCK)
                .execute(Tuple.of(write.scope().sellerId(), id))
                .compose(held -> write.lock(write.scope(), Files.RESOURCE, id));
    }

    /** Deletes a locked file to which nothing refers. */
    public Future<Void> delete(WriteContext write, Stored file) {
        Tuple detached = Tuple.of(
                write.scope().sellerId(),
                file.record().path("id").textValue(),
                write.now().atOffset(ZoneOffset.UTC));
        return write.delete(Files.RESOURCE, file)
                .compose(deleted -> write.transaction().preparedQuery(DETACH).execute(detached))
                .compose(done -> quota.release(write, file.record().path("size").asLong()));
    }
}
