package io.tollgate.platform.mail;

import io.tollgate.platform.db.Database;
import io.tollgate.platform.db.Ids;
import io.tollgate.platform.db.RowExpiry;
import io.tollgate.platform.resource.Scope;
import io.tollgate.platform.task.DueWork;
import io.tollgate.platform.task.Lane;
import io.tollgate.platform.task.Share;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.Tuple;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** The statements of delivery on the outbox. */
record MailStore(Database database) {
    private static final int FAILURE_LENGTH_MAX = 500;

    /** The messages that are not sent yet. */
    private static final Pending ALL = new Pending("state = 'PENDING'");

    /** The messages whose recipients are not known yet. An index of its own covers the search. */
    static final Pending UNADDRESSED = new Pending("state = 'PENDING' AND recipient = ''");

    /** Messages that are to be delivered. They leave in real time. */
    record Pending(DueWork due, String claim) {
        /** Messages of other purposes are left to newer nodes. */
        private static final String[] PURPOSES =
                Arrays.stream(MailPurpose.values()).map(MailPurpose::name).toArray(String[]::new);

        Pending(String open) {
            this(DueWork.atRealTime("mail_message", open));
        }

        private Pending(DueWork due) {
            this(
                    due,
                    due.claim(
                            "purpose = ANY($7)",
                            "due_at = $6",
                            "purpose, subject_id, occasion, amount, recipient, attempts, created_at"));
        }
    }

    private static final String DELETE = """
            DELETE FROM mail_message
            WHERE seller_id = $1 AND livemode = $2 AND id = $3 AND attempts = $4 AND state = 'PENDING'
            """;
    private static final String INSERT = """
            INSERT INTO mail_message (seller_id, livemode, id, purpose, subject_id, occasion, amount, recipient, state,
                                      lane, attempts, due_at, created_at)
            VALUES ($1, $2, $3, $4, $5, $6, $7, $8, 'PENDING', $11, 0, $9, $10)
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

    /** Why a message failed. */
    enum FailureKind {
        RECIPIENT,
        SERVER,
        CONTENT,
        EXPIRED
    }

    /** Divides a number of deliveries among the scopes that have due messages in a lane. */
    Future<List<Share>> shares(Lane lane, Instant now, boolean all, int count) {
        return pending(all).due().shares(database, lane.name(), now, count);
    }

    /** Claims due messages of a scope until a time. */
    Future<List<QueuedMail>> claim(Scope scope, Lane lane, Instant now, Instant until, boolean all, int count) {
        Tuple values = DueWork.claim(scope, lane.name(), now, count)
                .addValue(at(until))
                .addArrayOfString(Pending.PURPOSES);
        return database.write(
                scope,
                transaction -> transaction
                        .preparedQuery(pending(all).claim())
                        .execute(values)
                        .map(rows -> {
                            List<QueuedMail> claimed = new ArrayList<>();
                            rows.forEach(row -> claimed.add(read(scope, row)));
                            return claimed;
                        }));
    }

    private static Pending pending(boolean all) {
        return all ? ALL : UNADDRESSED;
    }

    private static QueuedMail read(Scope scope, Row row) {
        return new QueuedMail(
                scope,
                row.getString(0),
                MailPurpose.valueOf(row.getString(1)),
                row.getString(2),
                new MailOccasion(row.getString(3), row.getLong(4)),
                row.getString(5),
                row.getInteger(6),
                row.getOffsetDateTime(7).toInstant());
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
                .addValue(at(mail.createdAt()))
                .addValue(MailLanes.name(mail.purpose()));
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
