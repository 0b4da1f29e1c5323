package io.tollgate.catalog.file;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tollgate.platform.clock.Clock;
import io.tollgate.platform.clock.Times;
import io.tollgate.platform.db.Database;
import io.tollgate.platform.db.Ids;
import io.tollgate.platform.error.ApiError;
import io.tollgate.platform.input.SentFile;
import io.tollgate.platform.resource.Scope;
import io.tollgate.platform.write.WriteContext;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.sqlclient.Tuple;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Files that buyers upload on hosted pages. The bytes are stored when they arrive, so that a form with errors need not
 * be sent with its files again. The record is written with the submission; {@link FileSweep} deletes bytes that did not
 * become part of one.
 */
public record BuyerFiles(
        Vertx vertx, Database database, FileStore store, FileLinks links, FileQuota quota, Clock clock) {
    /** How long an upload can become part of a submission. Shorter than the grace period of {@link FileSweep}. */
    public static final Duration VALIDITY = Duration.ofHours(20);

    /** Maximum size of one file. */
    public static final int BYTES_MAX = 10_000_000;

    private static final Logger LOG = LoggerFactory.getLogger(BuyerFiles.class);
    private static final Duration RETRY_AFTER = Duration.ofSeconds(5);

    private static final String FIND_ATTACHED =
            "SELECT 1 FROM submission_file WHERE seller_id = $1 AND file_id = ANY ($2) LIMIT 1";

    private static final String ATTACH =
            "INSERT INTO submission_file (seller_id, file_id, submission_id) VALUES ($1, $2, $3)";

    /** Returns why the name of a file is not allowed; null if it is allowed. */
    public static @Nullable String nameProblem(String name) {
        return FileName.of(name).problem();
    }

    /**
     * Stores the bytes of a file, which count toward the seller's quota from now on.
     *
     * @throws ApiError 409 if the seller's files would exceed the quota; 503 if the store fails
     */
    public Future<BuyerUpload> store(Scope scope, SentFile file) {
        String id = Ids.next(clock.now());
        String name = FileName.of(file.name()).text();
        return vertx.executeBlocking(() -> FileContent.of(file.path(), name, file.type()), false)
                .compose(content -> reserve(scope, id, file.size())
                        .compose(reserved ->
                                store.put(scope, id, file.path()).recover(failure -> release(scope, id, failure)))
                        .map(stored -> new BuyerUpload(
                                id, name, content.type(), file.size(), content.width(), content.height())));
    }

    private Future<Void> reserve(Scope scope, String id, long size) {
        return database.write(
                scope, transaction -> quota.reservePending(transaction, scope.sellerId(), id, size, clock.now()));
    }

    /** Releases the reservation of a file that was not stored. If this fails, it expires. */
    private Future<Void> release(Scope scope, String id, Throwable failure) {
        return database.write(scope, transaction -> quota.releasePending(transaction, scope.sellerId(), id))
                .transform(released -> unavailable(failure));
    }

    /** Maps a failure of the file store to a 503 with {@code Retry-After}. */
    private static Future<Void> unavailable(Throwable failure) {
        if (failure instanceof ApiError) {
            return Future.failedFuture(failure);
        }
        LOG.warn("Failed to write to the file store: {}", failure.toString());
        return Future.failedFuture(ApiError.unavailable(RETRY_AFTER));
    }

    /**
     * Writes the records of uploads that belong to a submission.
     *
     * @throws ApiError 409 if the seller's files would exceed the quota
     */
    public Future<Void> attach(WriteContext write, List<BuyerUpload> uploads, String submissionId) {
        Future<Void> done = Future.succeededFuture();
        for (BuyerUpload upload : uploads) {
            done = done.compose(last -> write.insert(Files.RESOURCE, document(write, upload), Map.of()))
                    .compose(inserted -> quota.releasePending(
                            write.transaction(), write.scope().sellerId(), upload.id()))
                    .compose(released -> quota.reserve(write, upload.size()))
                    .compose(reserved -> write.transaction()
                            .preparedQuery(ATTACH)
                            .execute(Tuple.of(write.scope().sellerId(), upload.id(), submissionId)))
                    .mapEmpty();
        }
        return done;
    }

    /** Returns whether one of these uploads is part of a submission. */
    public Future<Boolean> areAttached(WriteContext write, List<BuyerUpload> uploads) {
        String[] ids = uploads.stream().map(BuyerUpload::id).toArray(String[]::new);
        return ids.length == 0
                ? Future.succeededFuture(false)
                : write.transaction()
                        .preparedQuery(FIND_ATTACHED)
                        .execute(Tuple.of(write.scope().sellerId()).addArrayOfString(ids))
                        .map(rows -> rows.size() > 0);
    }

    private ObjectNode document(WriteContext write, BuyerUpload upload) {
        ObjectNode document = JsonNodeFactory.instance
                .objectNode()
                .put("id", upload.id())
                .put("location", links.location(write.scope(), upload.id()))
                .put("name", upload.name())
                .put("purpose", "file")
                .put("type", upload.type())
                .put("size", upload.size());
        if (upload.width() != null && upload.height() != null) {
            document.put("width", upload.width()).put("height", upload.height());
        }
        return document.put("createdAt", Times.text(write.realTime()));
    }
}
