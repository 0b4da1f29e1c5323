package io.tollgate.catalog.file;

import io.tollgate.platform.resource.Scope;
import io.tollgate.platform.write.WriteContext;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.Tuple;
import java.util.ArrayList;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Deletes the files of submissions that are deleted. */
public record SubmittedFiles(FileStore store, FileQuota quota) {
    private static final Logger LOG = LoggerFactory.getLogger(SubmittedFiles.class);

    private static final String LOCK = """
            SELECT id FROM file WHERE seller_id = $1 AND id IN (
                SELECT file_id FROM submission_file WHERE seller_id = $1 AND submission_id = ANY ($2))
            ORDER BY id FOR UPDATE
            """;

    /** Files that the seller uses meanwhile, for example as the image of a page, stay. */
    private static final String DELETE = """
            DELETE FROM file f WHERE f.seller_id = $1 AND f.id = ANY ($2)
              AND NOT EXISTS (SELECT FROM file_reference r WHERE r.seller_id = $1 AND r.file_id = f.id)
              AND NOT EXISTS (SELECT FROM seller_setting s WHERE s.seller_id = $1 AND s.logo_file_id = f.id)
            RETURNING f.id, (f.document ->> 'size')::bigint
            """;

    private static final String FORGET = """
            DELETE FROM submission_file WHERE seller_id = $1 AND file_id IN (
                SELECT file_id FROM submission_file WHERE seller_id = $1 AND submission_id = ANY ($2)
                ORDER BY file_id FOR UPDATE)
            """;

    /** Deletes the files with their bytes and releases their quota. */
    public Future<Void> delete(WriteContext write, List<String> submissionIds) {
        String seller = write.scope().sellerId();
        Tuple submissions = Tuple.of(seller).addArrayOfString(submissionIds.toArray(String[]::new));
        return write.transaction()
                .preparedQuery(LOCK)
                .execute(submissions)
                // A statement of its own sees the references of all transactions that the lock has waited for.
                .compose(locked -> {
                    List<String> ids = new ArrayList<>();
                    locked.forEach(row -> ids.add(row.getString(0)));
                    return write.transaction()
                            .preparedQuery(DELETE)
                            .execute(Tuple.of(seller).addArrayOfString(ids.toArray(String[]::new)));
                })
                .compose(deleted -> write.transaction()
                        .preparedQuery(FORGET)
                        .execute(submissions)
                        .compose(forgotten -> released(write, deleted)));
    }

    private Future<Void> released(WriteContext write, Iterable<Row> deleted) {
        List<String> ids = new ArrayList<>();
        long bytes = 0;
        for (Row row : deleted) {
            ids.add(row.getString(0));
            bytes += row.getLong(1);
        }
        if (ids.isEmpty()) {
            return Future.succeededFuture();
        }
        write.afterCommit(() -> remove(write.scope(), ids));
        return quota.release(write, bytes);
    }

    /** Deletes the bytes of files, one after the other. If this fails, {@link FileSweep} deletes them later. */
    private void remove(Scope scope, List<String> ids) {
        Future<Void> done = Future.succeededFuture();
        for (String id : ids) {
            done = done.compose(last -> store.delete(scope, id));
        }
        done.onFailure(
                failure -> LOG.warn("Failed to delete the bytes of files; the sweep retries: {}", failure.toString()));
    }
}
