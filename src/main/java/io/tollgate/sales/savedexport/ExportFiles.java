package io.tollgate.sales.savedexport;

import io.tollgate.catalog.file.FileQuota;
import io.tollgate.catalog.file.FileStore;
import io.tollgate.platform.resource.Scope;
import io.tollgate.platform.write.WriteContext;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.Tuple;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The stored files of exports and their parts. Transactions lock the export before its files. */
record ExportFiles(FileStore store, FileQuota quota) {
    private static final Logger LOG = LoggerFactory.getLogger(ExportFiles.class);

    private static final String UNFINISHED =
            ExportReads.COLUMNS + " AND export_id = $3 AND expires_at IS NULL ORDER BY id LIMIT 1";

    private static final String INSERT = """
            INSERT INTO export_file (seller_id, livemode, id, export_id, name, head, created_at)
            VALUES ($1, $2, $3, $4, $5, $6, $7)
            """;

    /** Does nothing if another run has added the part. */
    private static final String ADVANCE = """
            UPDATE export_file SET parts = parts + 1, reached = $5, records = records + $6, bytes = bytes + $7
            WHERE seller_id = $1 AND livemode = $2 AND id = $3 AND parts = $4 AND expires_at IS NULL
            """;

    private static final String ADD_PART =
            "INSERT INTO export_part (seller_id, livemode, file_id, number, id, bytes) VALUES ($1, $2, $3, $4, $5, $6)";
    private static final String FINISH =
            "UPDATE export_file SET expires_at = $4 WHERE seller_id = $1 AND livemode = $2 AND id = $3";
    private static final String DELETE_PARTS = """
            DELETE FROM export_part WHERE seller_id = $1 AND livemode = $2 AND (file_id, number) IN (
                SELECT file_id, number FROM export_part
                WHERE seller_id = $1 AND livemode = $2 AND file_id = ANY ($3) ORDER BY file_id, number)
            RETURNING id, bytes
            """;
    private static final String DELETE = """
            DELETE FROM export_file WHERE seller_id = $1 AND livemode = $2 AND id IN (
                SELECT id FROM export_file WHERE seller_id = $1 AND livemode = $2 AND id = ANY ($3)
                ORDER BY id FOR UPDATE)
            """;
    private static final String IDS = """
            SELECT id FROM export_file WHERE seller_id = $1 AND livemode = $2 AND export_id = $3
            ORDER BY id FOR UPDATE
            """;
    private static final String EXPIRED = """
            SELECT id, export_id FROM export_file
            WHERE seller_id = $1 AND livemode = $2 AND expires_at < $3 ORDER BY expires_at LIMIT $4
            """;

    /**
     * A file.
     *
     * @param head SHA-256 of its header
     * @param reached the last record in its parts; null before the first part
     * @param expiresAt null while it is made
     */
    record Stored(
            String id,
            String name,
            String head,
            @Nullable String reached,
            int parts,
            long records,
            long bytes,
            Instant createdAt,
            @Nullable Instant expiresAt) {
        /** Returns the file with a further part. The counts in the database are exact. */
        Stored with(String nowReached) {
            return new Stored(id, name, head, nowReached, parts + 1, records, bytes, createdAt, expiresAt);
        }
    }

    /** A part in the file store. */
    record Part(String id, int bytes) {}

    /** A file that is no longer kept, and its export. */
    record Expired(String id, String exportId) {}

    Future<@Nullable Stored> unfinished(SqlConnection transaction, Scope scope, String exportId) {
        return transaction
                .preparedQuery(UNFINISHED)
                .execute(names(scope, exportId))
                .map(rows -> ExportReads.first(scope, rows));
    }

    Future<Stored> begin(WriteContext write, String exportId, String name, String head) {
        String id = write.newId();
        Tuple values = names(write.scope(), id)
                .addString(exportId)
                .addString(name)
                .addString(head)
                .addValue(at(write.now()));
        return write.transaction()
                .preparedQuery(INSERT)
                .execute(values)
                .map(new Stored(id, name, head, null, 0, 0, 0, write.now(), null));
    }

    /**
     * Adds a part whose bytes are stored.
     *
     * @return false if the file was deleted, or another run has added this part
     * @throws io.tollgate.platform.error.ApiError 409 if the seller's files would exceed the quota
     */
    Future<Boolean> add(WriteContext write, Stored file, Part part, String reached, int records) {
        Tuple values = names(write.scope(), file.id())
                .addInteger(file.parts())
                .addString(reached)
                .addLong((long) records)
                .addLong((long) part.bytes());
        return write.transaction().preparedQuery(ADVANCE).execute(values).compose(advanced -> {
            if (advanced.rowCount() == 0) {
                return Future.succeededFuture(false);
            }
            Tuple added = names(write.scope(), file.id())
                    .addInteger(file.parts() + 1)
                    .addString(part.id())
                    .addInteger(part.bytes());
            return write.transaction()
                    .preparedQuery(ADD_PART)
                    .execute(added)
                    .compose(done -> quota.reserve(write, part.bytes()))
                    .map(true);
        });
    }

    Future<Void> finish(WriteContext write, Stored file, Instant expiresAt) {
        return write.transaction()
                .preparedQuery(FINISH)
                .execute(names(write.scope(), file.id()).addValue(at(expiresAt)))
                .mapEmpty();
    }

    /** Deletes all files of an export. */
    Future<Void> deleteAll(WriteContext write, String exportId) {
        return write.transaction()
                .preparedQuery(IDS)
                .execute(names(write.scope(), exportId))
                .compose(rows -> {
                    List<String> ids = new ArrayList<>();
                    rows.forEach(row -> ids.add(row.getString(0)));
                    return delete(write, ids);
                });
    }

    /** Deletes files with their bytes and releases their quota. */
    Future<Void> delete(WriteContext write, List<String> ids) {
        if (ids.isEmpty()) {
            return Future.succeededFuture();
        }
        Tuple values = scoped(write.scope()).addArrayOfString(ids.toArray(String[]::new));
        return write.transaction().preparedQuery(DELETE_PARTS).execute(values).compose(parts -> {
            long bytes = 0;
            List<String> stored = new ArrayList<>();
            for (Row row : parts) {
                stored.add(row.getString(0));
                bytes += row.getInteger(1);
            }
            write.afterCommit(() -> remove(write.scope(), stored));
            long released = bytes;
            return write.transaction()
                    .preparedQuery(DELETE)
                    .execute(values)
                    .compose(deleted -> released == 0 ? Future.succeededFuture() : quota.release(write, released));
        });
    }

    /** Deletes bytes, one part after the other. If this fails, the sweep of the file store deletes them later. */
    private void remove(Scope scope, List<String> ids) {
        Future<Void> done = Future.succeededFuture();
        for (String id : ids) {
            done = done.compose(last -> store.delete(scope, id));
        }
        done.onFailure(failure ->
                LOG.warn("Failed to delete the bytes of an export; the sweep retries: {}", failure.toString()));
    }

    Future<List<Expired>> expired(WriteContext write, int max) {
        return write.transaction()
                .preparedQuery(EXPIRED)
                .execute(scoped(write.scope()).addValue(at(write.realTime())).addInteger(max))
                .map(rows -> {
                    List<Expired> expired = new ArrayList<>();
                    rows.forEach(row -> expired.add(new Expired(row.getString(0), row.getString(1))));
                    return expired;
                });
    }

    static Tuple names(Scope scope, String id) {
        return scoped(scope).addString(id);
    }

    private static Tuple scoped(Scope scope) {
        return Tuple.of(scope.sellerId(), scope.live());
    }

    private static OffsetDateTime at(Instant moment) {
        return moment.atOffset(ZoneOffset.UTC);
    }
}
