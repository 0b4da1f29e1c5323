package io.tollgate.platform.mail;

import io.tollgate.platform.error.ApiError;
import io.tollgate.platform.write.WriteContext;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.Tuple;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;

/**
 * Sends messages about a record again when a request asks for it, so many times per hour. The caller has locked the
 * record, so that requests at the same time count each other.
 *
 * @param perHour messages of one purpose about one record per hour
 */
public record RepeatedMail(int perHour) {
    private static final Duration WINDOW = Duration.ofHours(1);

    /** One message has a row for each recipient. */
    private static final String SENT = """
            SELECT count(DISTINCT occasion), min(created_at) FROM mail_message
            WHERE seller_id = $1 AND livemode = $2 AND purpose = $3 AND subject_id = $4
              AND occasion LIKE '%s%%' AND created_at > $5
            """.formatted(MailOccasion.AGAIN);

    /**
     * Adds a message.
     *
     * @return a future that fails with 429 if the record has had its messages of the hour
     */
    public Future<Void> send(WriteContext write, MailPurpose purpose, String subjectId) {
        Instant now = write.realTime();
        OffsetDateTime since = now.minus(WINDOW).atOffset(ZoneOffset.UTC);
        Tuple values = Tuple.of(write.scope().sellerId(), write.scope().live(), purpose.name(), subjectId, since);
        return write.transaction().preparedQuery(SENT).execute(values).map(rows -> {
            for (Row row : rows) {
                OffsetDateTime first = row.getOffsetDateTime(1);
                if (row.getLong(0) >= perHour && first != null) {
                    throw ApiError.rateLimited(
                            Duration.between(now, first.toInstant().plus(WINDOW)));
                }
            }
            MailOutbox.enqueue(write, purpose, subjectId, MailOccasion.again(write.newId()));
            return null;
        });
    }
}
