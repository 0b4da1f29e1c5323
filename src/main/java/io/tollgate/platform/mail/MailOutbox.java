package io.tollgate.platform.mail;

import io.tollgate.platform.db.Ids;
import io.tollgate.platform.resource.Scope;
import io.tollgate.platform.write.WriteContext;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.Tuple;
import java.time.Instant;
import java.time.ZoneOffset;

/**
 * Adds messages to the outbox, in the transaction of the change that they are about. A message is sent only after that
 * transaction has committed, and once for each purpose, record, occasion and recipient.
 */
public final class MailOutbox {
    private static final String INSERT = """
            INSERT INTO mail_message (seller_id, livemode, id, purpose, subject_id, occasion, amount, recipient, state,
                                      lane, attempts, due_at, created_at)
            VALUES ($1, $2, $3, $4, $5, $6, $7, '', 'PENDING', $9, 0, $8, $8)
            ON CONFLICT (seller_id, livemode, purpose, subject_id, occasion, recipient) DO NOTHING
            """;

    private static final String INSERT_FOR_MEMBER = """
            INSERT INTO mail_message (seller_id, livemode, id, purpose, subject_id, occasion, recipient, state, lane,
                                      attempts, due_at, created_at)
            SELECT seller_id, TRUE, $6, '%s', $2, '', $3, 'PENDING', '%s', 0, $4, $4
            """.strip();

    private MailOutbox() {}

    /**
     * Returns the begin of a statement that adds a message to a person who signs in to the dashboard: of the seller in
     * the selected {@code seller_id}, about the subject {@code $2}, to the address {@code $3}, at the time {@code $4},
     * with the id {@code $6}.
     */
    public static String insertForMember(MailPurpose purpose) {
        return INSERT_FOR_MEMBER.formatted(purpose, MailLanes.name(purpose));
    }

    /**
     * Adds a message about a record. The recipients, and whether the page sends such messages, are read from the
     * records when the message is delivered. Does not wait for the statement.
     */
    public static void enqueue(WriteContext write, MailPurpose purpose, String subjectId) {
        enqueue(write, purpose, subjectId, MailOccasion.ONLY);
    }

    /** Adds one of several messages of a purpose about a record. Does not wait for the statement. */
    public static void enqueue(WriteContext write, MailPurpose purpose, String subjectId, MailOccasion occasion) {
        write.awaitAtCommit(insert(write.transaction(), write.scope(), purpose, subjectId, occasion, write.realTime()));
    }

    /**
     * Adds a message in the transaction of background work.
     *
     * @param now the real time, because messages leave in real time
     */
    public static Future<Void> insert(
            SqlConnection transaction,
            Scope scope,
            MailPurpose purpose,
            String subjectId,
            MailOccasion occasion,
            Instant now) {
        Tuple values = Tuple.of(scope.sellerId(), scope.live(), Ids.next(now), purpose.name(), subjectId)
                .addValue(occasion.id())
                .addValue(occasion.amount())
                .addValue(now.atOffset(ZoneOffset.UTC))
                .addValue(MailLanes.name(purpose));
        return transaction.preparedQuery(INSERT).execute(values).mapEmpty();
    }
}
