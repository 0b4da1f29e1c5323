package io.tollgate.platform.mail;

import io.tollgate.platform.db.Database;
import io.tollgate.platform.records.TenantGuard;
import io.tollgate.platform.resource.Scope;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.Tuple;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reads the outbox for its pages. */
record OutboxList(Database database) {
    static final int SHOWN_MAX = 200;

    private static final String COLUMNS = """
            SELECT m.seller_id, m.livemode, m.id, s.name, m.purpose, m.subject_id, m.recipient, m.state, m.attempts,
                   m.due_at, m.failure, m.created_at, m.ended_at, m.occasion, m.amount
            FROM mail_message m JOIN seller s ON s.id = m.seller_id
            """;

    /** Selects across all sellers, for the operator. */
    private static final String NEWEST = COLUMNS + "ORDER BY m.created_at DESC, m.id DESC LIMIT " + SHOWN_MAX;

    private static final String ONE =
            COLUMNS + "WHERE m.seller_id = $1 AND m.livemode = $2 AND m.id = $3 AND s.id = $1";

    /** A message with its state. */
    public record Entry(
            QueuedMail mail,
            String sellerName,
            String state,
            OffsetDateTime dueAt,
            @Nullable String failure,
            @Nullable OffsetDateTime endedAt) {

        /** Returns the path of the message below the outbox. */
        public String path() {
            return "/outbox/" + mail.scope().sellerId() + "/" + (mail.scope().live() ? "live" : "test") + "/"
                    + mail.id();
        }
    }

    Future<List<Entry>> newest() {
        return database.list(NEWEST, Tuple.tuple()).map(rows -> {
            List<Entry> entries = new ArrayList<>();
            rows.forEach(row -> entries.add(entry(row)));
            return entries;
        });
    }

    /** Returns a message; null if there is none. */
    Future<@Nullable Entry> find(Scope scope, String id) {
        return database.get(ONE, Tuple.of(scope.sellerId(), scope.live(), id)).map(rows -> {
            for (Row row : rows) {
                TenantGuard.requireTenant(scope, row);
                return entry(row);
            }
            return null;
        });
    }

    private static Entry entry(Row row) {
        QueuedMail mail = new QueuedMail(
                new Scope(row.getString(0), row.getBoolean(1)),
                row.getString(2),
                MailPurpose.valueOf(row.getString(4)),
                row.getString(5),
                new MailOccasion(row.getString(13), row.getLong(14)),
                row.getString(6),
                row.getInteger(8),
                row.getOffsetDateTime(11).toInstant());
        return new Entry(
                mail,
                row.getString(3),
                row.getString(7),
                row.getOffsetDateTime(9),
                row.getString(10),
                row.getOffsetDateTime(12));
    }
}
