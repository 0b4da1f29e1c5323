package io.tollgate.sales.submission;

import io.tollgate.catalog.file.SubmittedFiles;
import io.tollgate.platform.db.Ids;
import io.tollgate.platform.records.RecordDeletion;
import io.tollgate.platform.write.WriteContext;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.Tuple;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/** Deletes old submissions with their files and messages. */
public record ExpiredSubmissions(SubmittedFiles files) {
    /** Each can have ten files. */
    private static final int BATCH = 25;

    private static final String FIND =
            "SELECT id FROM submission WHERE seller_id = $1 AND livemode = $2 AND id < $3 ORDER BY id LIMIT $4";

    private static final String FORGET_FORMS = """
            DELETE FROM submitted_form WHERE seller_id = $1 AND livemode = $2 AND id IN (
                SELECT id FROM submitted_form
                WHERE seller_id = $1 AND livemode = $2 AND submission_id = ANY ($3) ORDER BY id)
            """;

    private static final String FORGET_MESSAGES = """
            DELETE FROM mail_message WHERE seller_id = $1 AND livemode = $2 AND id IN (
                SELECT id FROM mail_message WHERE seller_id = $1 AND livemode = $2
                  AND purpose IN ('FORM_CONFIRMATION', 'FORM_NOTIFICATION') AND subject_id = ANY ($3)
                ORDER BY id FOR UPDATE)
            """;

    /** Deletes some submissions that are older than this and returns their number; 0 if there are none. */
    public Future<Integer> delete(WriteContext write, Duration kept) {
        Instant before = write.now().minus(kept);
        return write.transaction()
                .preparedQuery(FIND)
                .execute(scoped(write)
                        .addString(Ids.smallest(before.getEpochSecond()))
                        .addInteger(BATCH))
                .compose(rows -> {
                    List<String> ids = new ArrayList<>();
                    for (Row row : rows) {
                        ids.add(row.getString(0));
                    }
                    return ids.isEmpty()
                            ? Future.succeededFuture(0)
                            : delete(write, ids).map(ids.size());
                });
    }

    private Future<Void> delete(WriteContext write, List<String> ids) {
        return forget(write, FORGET_FORMS, ids)
                .compose(done -> files.delete(write, ids))
                .compose(done -> RecordDeletion.delete(write.transaction(), write.scope(), Submissions.RESOURCE, ids))
                .compose(deleted -> forget(write, FORGET_MESSAGES, ids));
    }

    private static Future<Void> forget(WriteContext write, String sql, List<String> ids) {
        return write.transaction()
                .preparedQuery(sql)
                .execute(scoped(write).addArrayOfString(ids.toArray(String[]::new)))
                .mapEmpty();
    }

    private static Tuple scoped(WriteContext write) {
        return Tuple.of(write.scope().sellerId(), write.scope().live());
    }
}
