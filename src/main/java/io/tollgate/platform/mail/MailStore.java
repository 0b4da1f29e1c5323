package io.tollgate.platform.mail;

import io.tollgate.platform.db.Database;
import io.tollgate.platform.db.Ids;
import io.tollgate.platform.db.RowExpiry;
import io.tollgate.platform.resource.Scope;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.Tuple;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The statements of delivery on the outbox. */
record MailStore(Database database) {
    private static final int CANDIDATES_MAX = 500;
    private static final int FAILURE_LENGTH_MAX = 500;

    /**
     * Selects across all sellers: one index probe finds the next scope that has messages, however many wait. The first
     * messages of all scopes come before their second ones.
     */
    private static final String OF_ALL = """
            WITH RECURSIVE scope AS (
                (SELECT seller_id, livemode FROM mail_message WHERE state = 'PENDING' %1$s
                 ORDER BY seller_id, livemode LIMIT 1)
                UNION ALL
                SELECT further.* FROM scope CROSS JOIN LATERAL (
                    SELECT m.seller_id, m.livemode FROM mail_message m
                    WHERE m.state = 'PENDING' %1$s AND (m.seller_id, m.livemode) > (scope.seller_id, scope.livemode)
                    ORDER BY m.seller_id, m.livemode LIMIT 1) further
            )
            SELECT seller_id, livemode, due.id FROM scope CROSS JOIN LATERAL (
                SELECT id, due_at, row_number() OVER (ORDER BY due_at) AS number FROM (
                    SELECT m.id, m.due_at FROM mail_message m
                    WHERE m.seller_id = scope.seller_id AND m.livemode = scope.livemode AND m.state = 'PENDING' %1$s
                      AND m.due_at <= $1
                    ORDER BY m.due_at LIMIT %2$d) oldest) due
            ORDER BY due.number, due.due_at LIMIT %2$d
            """;

    private static final String DUE = OF_ALL.formatted("", CANDIDATES_MAX);

    /** Selects messages whose recipients are not known yet. An index of its own covers the query. */
    static final String UNADDRESSED = OF_ALL.formatted("AND recipient = ''", CANDIDATES_MAX);

    private static final String OF_SCOPE = """
            SELECT id FROM mail_message WHERE seller_id = $1 AND livemode = $2 AND state = 'PENDING'
              AND ($4 OR recipient = '') AND due_at <= $3 ORDER BY due_at LIMIT $5
            """;

    private static final String CLAIM = """
            UPDATE mail_message SET attempts = attempts + 1, due_at = $5
            WHERE seller_id = $1 AND livemode = $2 AND id = $3 AND state = 'PENDING' AND due_at <= $4
            RETURNING purpose, subject_id, occasion, amount, recipient, attempts, created_at
            """;
    private static final String DELETE = """
            DELETE FROM mail_message
            WHERE seller_id = $1 AND livemode = $2 AND id = $3 AND attempts = $4 AND state = 'PENDING'
            """;
    private static final String INSERT = """
            INSERT INTO mail_message (seller_id, livemode, id, purpose, subject_id, occasion, amount, recipient, state,
                                      attempts, due_at, created_at)
            VALUES ($1, $2, $3, $4, $5, $6, $7, $8, 'PENDING', 0, $9, $10)
            ON CONFLICT (seller_id, livemode, purpose, subject_id, occasion, recipient) DO NOTHING
            """;
    private static final String SENT = """
            UPDATE mail_message SET state = 'SENT', ended_at = $5, subject = $6, failure = NULL
            WHERE seller_id = $1 AND livemode = $2 AND id = $3 AND attempts = $4 AND state = 'PENDING'
            """;
    private static final String FAILED = """
            UPDATE mail_message SET state = 'FAILED', ended_at = $5, failure_kind = $6, failure = $7
            WHERE seller_id = $1 AND livemode = $2 AND id = $3 AND attempts = $4 AND state = 'PENDING'
            """;
    private static final String LATER = """
            UPDATE mail_message SET due_at = $5, failure = $6
            WHERE seller_id = $1 AND livemode = $2 AND id = $3 AND attempts = $4 AND state = 'PENDING'
            """;
    private static final String EXPIRED =
            "DELETE FROM mail_message WHERE seller_id = $1 AND livemode IN (TRUE, FALSE) AND created_at < $2";

    /** A due message. */
    record Due(Scope scope, String id) {}

    /** Why a message failed. */
    enum FailureKind {
        RECIPIENT,
        SERVER,
        CONTENT,
        EXPIRED
    }

    /** Returns at most this many due messages, in turns by seller, so that one seller does not delay the others. */
    Future<List<Due>> due(Instant now, boolean all, int max) {
        return database.get(all ? DUE : UNADDRESSED, Tuple.of(at(now))).map(rows -> {
            Map<String, ArrayDeque<Due>> queues = new LinkedHashMap<>();
            for (Row row : rows) {
                queues.computeIfAbsent(row.getString(0), seller -> new ArrayDeque<>())
                        .add(new Due(new Scope(row.getString(0), row.getBoolean(1)), row.getString(2)));
            }
            List<Due> chosen = new ArrayList<>();
            while (chosen.size() < max && !queues.isEmpty()) {
                queues.values().removeIf(queue -> {
                    if (chosen.size() < max) {
                        chosen.add(queue.remove());
                    }
                    return queue.isEmpty();
                });
            }
            return chosen;
        });
    }

    /** Returns at most this many due messages of one scope. */
    Future<List<Due>> due(Scope scope, Instant now, boolean all, int max) {
        return database.get(OF_SCOPE, Tuple.of(scope.sellerId(), scope.live(), at(now), all, max))
                .map(rows -> {
                    List<Due> due = new ArrayList<>();
                    rows.forEach(row -> due.add(new Due(scope, row.getString(0))));
                    return due;
                });
    }

    /** Claims a message until a time. Null if another instance has claimed it. */
    Future<@Nullable QueuedMail> claim(Due due, Instant now, Instant until) {
        Tuple values = Tuple.of(due.scope().sellerId(), due.scope().live(), due.id(), at(now), at(until));
        return database.write(
                due.scope(),
                transaction -> transaction.preparedQuery(CLAIM).execute(values).map(rows -> {
                    for (Row row : rows) {
                        return read(due, row);
                    }
                    return null;
                }));
    }

    private static QueuedMail read(Due due, Row row) {
        return new QueuedMail(
                due.scope(),
                due.id(),
                MailPurpose.valueOf(row.getString(0)),
                row.getString(1),
                new MailOccasion(row.getString(2), row.getLong(3)),
                row.getString(4),
                row.getInteger(5),
                row.getOffsetDateTime(6).toInstant());
    }

    /** Replaces a message without a recipient by one message for each recipient. */
    Future<Void> address(QueuedMail mail, List<String> recipients, Instant now) {
        return database.write(
                mail.scope(),
                transaction -> transaction
                        .preparedQuery(DELETE)
                        .execute(names(mail))
                        .compose(rows -> rows.rowCount() == 0
                                ? Future.succeededFuture()
                                : insertAll(transaction, mail, recipients, now)));
    }

    /** Deletes a claimed message that is not sent. */
    Future<Void> drop(QueuedMail mail) {
        return database.write(
                mail.scope(),
                transaction ->
                        transaction.preparedQuery(DELETE).execute(names(mail)).mapEmpty());
    }

    private static Future<Void> insertAll(
            SqlConnection transaction, QueuedMail mail, List<String> recipients, Instant now) {
        return Future.join(recipients.stream()
                        .map(recipient -> transaction.preparedQuery(INSERT).execute(row(mail, recipient, now)))
                        .toList())
                .mapEmpty();
    }

    private static Tuple row(QueuedMail mail, String recipient, Instant now) {
        return Tuple.of(mail.scope().sellerId(), mail.scope().live(), Ids.next(mail.createdAt()))
                .addValue(mail.purpose().name())
                .addValue(mail.subjectId())
                .addValue(mail.occasion().id())
                .addValue(mail.occasion().amount())
                .addValue(recipient)
                .addValue(at(now))
                .addValue(at(mail.createdAt()));
    }

    Future<Void> sent(QueuedMail mail, String subject, Instant now) {
        return update(mail, SENT, names(mail).addValue(at(now)).addValue(subject));
    }

    Future<Void> failed(QueuedMail mail, FailureKind kind, String reason, Instant now) {
        return update(
                mail,
                FAILED,
                names(mail).addValue(at(now)).addValue(kind.name()).addValue(shortened(reason)));
    }

    Future<Void> later(QueuedMail mail, Instant due, String reason) {
        return update(mail, LATER, names(mail).addValue(at(due)).addValue(shortened(reason)));
    }

    /** Returns the rule that deletes messages, in any state, after a time. */
    static RowExpiry.Rule expiry(Duration kept) {
        return new RowExpiry.Rule("old messages", EXPIRED, kept);
    }

    private static String shortened(String reason) {
        return MailAddress.header(reason, FAILURE_LENGTH_MAX);
    }

    private Future<Void> update(QueuedMail mail, String sql, Tuple values) {
        return database.write(
                mail.scope(),
                transaction -> transaction.preparedQuery(sql).execute(values).mapEmpty());
    }

    private static Tuple names(QueuedMail mail) {
        return Tuple.of(mail.scope().sellerId(), mail.scope().live(), mail.id(), mail.attempts());
    }

    static OffsetDateTime at(Instant moment) {
        return moment.atOffset(ZoneOffset.UTC);
    }
}
