package io.tollgate.catalog.file;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tollgate.platform.clock.Times;
import io.tollgate.platform.error.ApiError;
import io.tollgate.platform.write.WriteContext;
import io.vertx.core.Future;
import io.vertx.sqlclient.Tuple;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;

/**
 * Makes uploads of buyers part of submissions and purchases. An upload of an order or cart is held until it is bought,
 * and becomes a file of the seller with the purchase.
 */
public record UploadRecords(FileLinks links, FileQuota quota) {
    /** How long an order or cart keeps its uploads: a little longer than a buyer can edit or pay it. */
    private static final Duration HELD = Duration.ofDays(31);

    private static final String FIND_SUBMITTED =
            "SELECT 1 FROM submission_file WHERE seller_id = $1 AND file_id = ANY ($2) LIMIT 1";

    private static final String SUBMIT =
            "INSERT INTO submission_file (seller_id, file_id, submission_id) VALUES ($1, $2, $3)";

    private static final String ORDER = """
            INSERT INTO order_file (seller_id, livemode, file_id, record_id, page_id) VALUES ($1, $2, $3, $4, $5)
            ON CONFLICT DO NOTHING
            """;

    private static final String MISS =
            "UPDATE order_file SET deleted_at = $3 WHERE seller_id = $1 AND file_id = $2 AND deleted_at IS NULL";

    /** Held uploads take about a quarter of the quota: more only stay as long as they would without an order. */
    private static final String HOLD = """
            WITH held AS (
                SELECT coalesce(sum(bytes), 0) AS bytes FROM pending_file WHERE seller_id = $1 AND held_until > $5)
            UPDATE pending_file p
            SET held_until = CASE WHEN held.bytes < $6 THEN greatest(p.held_until, $3) ELSE p.held_until END
            FROM held
            WHERE seller_id = $1 AND file_id = ANY ($2) AND (created_at > $4 OR held_until > $5)
            """;

    /**
     * Writes the records of uploads that belong to a submission.
     *
     * @throws ApiError 409 if an upload does not exist any more
     */
    public Future<Void> submit(WriteContext write, List<BuyerUpload> uploads, String submissionId) {
        Future<Void> done = Future.succeededFuture();
        for (BuyerUpload upload : uploads) {
            done = done.compose(last -> record(write, upload))
                    .compose(recorded -> recorded
                            ? write.transaction()
                                    .preparedQuery(SUBMIT)
                                    .execute(Tuple.of(write.scope().sellerId(), upload.id(), submissionId))
                            : Future.failedFuture(gone()))
                    .mapEmpty();
        }
        return done;
    }

    /** Returns whether one of these uploads is part of a submission. */
    public Future<Boolean> areSubmitted(WriteContext write, List<BuyerUpload> uploads) {
        return uploads.isEmpty()
                ? Future.succeededFuture(false)
                : write.transaction()
                        .preparedQuery(FIND_SUBMITTED)
                        .execute(named(write, uploads))
                        .map(rows -> rows.size() > 0);
    }

    /** The purchase that names uploads. */
    public record Order(String recordId, String pageId) {}

    /**
     * Writes the records of uploads that a purchase names. An upload that does not exist any more does not fail the
     * purchase, which is paid: the answer still names it.
     */
    public Future<Void> order(WriteContext write, List<BuyerUpload> uploads, Order order) {
        Future<Void> done = Future.succeededFuture();
        for (BuyerUpload upload : uploads) {
            Tuple values = Tuple.of(
                    write.scope().sellerId(), write.scope().live(), upload.id(), order.recordId(), order.pageId());
            done = done.compose(last -> write.transaction().preparedQuery(ORDER).execute(values))
                    .compose(rows -> rows.rowCount() == 1 ? recordOrMiss(write, upload) : Future.succeededFuture());
        }
        return done;
    }

    private Future<Void> recordOrMiss(WriteContext write, BuyerUpload upload) {
        return record(write, upload)
                .compose(recorded -> recorded
                        ? Future.succeededFuture()
                        : write.transaction()
                                .preparedQuery(MISS)
                                .execute(Tuple.of(write.scope().sellerId(), upload.id(), at(write.realTime()))))
                .mapEmpty();
    }

    /**
     * Keeps uploads for an order or a cart that is not bought.
     *
     * @throws ApiError 409 if an upload does not exist any more, or is part of a purchase
     */
    public Future<Void> hold(WriteContext write, List<BuyerUpload> uploads) {
        if (uploads.isEmpty()) {
            return Future.succeededFuture();
        }
        Instant now = write.realTime();
        Tuple values = named(write, uploads)
                .addValue(at(now.plus(HELD)))
                .addValue(at(now.minus(BuyerFiles.VALIDITY)))
                .addValue(at(now))
                .addLong(quota.heldMax());
        return write.transaction()
                .preparedQuery(HOLD)
                .execute(values)
                .compose(rows ->
                        rows.rowCount() == uploads.size() ? Future.succeededFuture() : Future.failedFuture(gone()));
    }

    private static ApiError gone() {
        return ApiError.conflict("page_changed", "The uploaded files do not exist any more. Upload them again.");
    }

    private static Tuple named(WriteContext write, List<BuyerUpload> uploads) {
        String[] ids = uploads.stream().map(BuyerUpload::id).toArray(String[]::new);
        return Tuple.of(write.scope().sellerId()).addArrayOfString(ids);
    }

    private static OffsetDateTime at(Instant moment) {
        return moment.atOffset(ZoneOffset.UTC);
    }

    /** Makes an upload a file of the seller. Returns false if it does not exist any more. */
    private Future<Boolean> record(WriteContext write, BuyerUpload upload) {
        return quota.use(write, upload.id())
                .compose(used -> used
                        ? write.insert(Files.RESOURCE, document(write, upload), Map.of())
                                .map(true)
                        : Future.succeededFuture(false));
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
