package io.tollgate.catalog.file;

import io.tollgate.platform.clock.Clock;
import io.tollgate.platform.db.Database;
import io.tollgate.platform.db.Ids;
import io.tollgate.platform.error.ApiError;
import io.tollgate.platform.input.SentFile;
import io.tollgate.platform.records.TenantGuard;
import io.tollgate.platform.resource.Scope;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.Tuple;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Files that buyers upload on hosted pages. The bytes are stored when they arrive, so that a form with errors need not
 * be sent with its files again. The record is written with the submission or purchase, by {@link UploadRecords}.
 * {@link FileSweep} deletes bytes that did not become part of one.
 */
public record BuyerFiles(Vertx vertx, Database database, FileStore store, FileQuota quota, Clock clock) {
    /** How long an upload can be submitted or ordered. Shorter than the grace period of {@link FileSweep}. */
    public static final Duration VALIDITY = Duration.ofHours(20);

    /** Maximum size of one file. */
    public static final int BYTES_MAX = 10_000_000;

    private static final Logger LOG = LoggerFactory.getLogger(BuyerFiles.class);
    private static final Duration RETRY_AFTER = Duration.ofSeconds(5);

    /** Uploads that were purchased meanwhile are not pending. */
    private static final String FIND_USABLE = """
            SELECT seller_id, NULL::boolean, file_id FROM pending_file
            WHERE seller_id = $1 AND file_id = ANY ($2) AND (created_at > $3 OR held_until > $4)
            """;

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

    /** Returns those of the uploads that can become part of an order. */
    public Future<List<BuyerUpload>> usable(Scope scope, List<BuyerUpload> uploads) {
        if (uploads.isEmpty()) {
            return Future.succeededFuture(uploads);
        }
        String[] ids = uploads.stream().map(BuyerUpload::id).toArray(String[]::new);
        Tuple values = Tuple.of(scope.sellerId(), ids, at(clock.now().minus(VALIDITY)), at(clock.now()));
        return database.get(FIND_USABLE, values).map(rows -> {
            Set<String> usable = new HashSet<>();
            for (Row row : rows) {
                TenantGuard.requireTenant(scope, row);
                usable.add(row.getString(2));
            }
            return uploads.stream()
                    .filter(upload -> usable.contains(upload.id()))
                    .toList();
        });
    }

    private static OffsetDateTime at(Instant moment) {
        return moment.atOffset(ZoneOffset.UTC);
    }
}
