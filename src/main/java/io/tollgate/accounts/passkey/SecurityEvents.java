package io.tollgate.accounts.passkey;

import static io.tollgate.accounts.member.MemberSessions.at;

import io.tollgate.accounts.member.MemberDevices;
import io.tollgate.accounts.member.PersonMessages;
import io.tollgate.platform.clock.Clock;
import io.tollgate.platform.db.Database;
import io.tollgate.platform.db.Ids;
import io.tollgate.platform.mail.MailPurpose;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.Tuple;
import java.time.Instant;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Changes of the ways in which people sign in. Each sends a message to the person, in the statement of the change. */
public record SecurityEvents(Database database, Clock clock) {
    /** What has changed. */
    public enum Kind {
        PASSKEY_ADDED,
        PASSKEY_REMOVED,
        /** The signature counter of a passkey went back, so that it was blocked. */
        PASSKEY_BLOCKED,
        RECOVERY_CODES_CREATED,
        RECOVERY_CODE_USED;

        private String wire() {
            return name().toLowerCase(Locale.ROOT);
        }

        static Kind of(String wire) {
            return valueOf(wire.toUpperCase(Locale.ROOT));
        }
    }

    /** The number of the first parameter after those of {@link #values}. */
    static final int NEXT = 8;

    private static final String RECORDED = """
            , event AS (
                INSERT INTO member_event (email, id, kind, detail, created_at, address, user_agent)
                SELECT $3, $2, '%s', %s, $4, $5, $7 FROM changed LIMIT 1
            ), %s, message AS (
                %s
            )
            """;

    private static final String READ =
            PersonMessages.about("member_event", "d.kind, d.detail, d.created_at, d.address, d.user_agent");

    private static final String EXPIRED = """
            DELETE FROM member_event e
            WHERE e.created_at <= $1 OR NOT EXISTS (SELECT FROM member m WHERE m.email = e.email)
            """;

    /**
     * Returns the parts of a statement that record an event and add its message if the part {@code changed} has rows.
     * The statement has the parameters of {@link #values}.
     *
     * @param detail expression over {@code changed}
     */
    static String recorded(Kind kind, String detail) {
        return RECORDED.formatted(
                kind.wire(),
                detail,
                PersonMessages.sender("EXISTS (SELECT FROM changed)"),
                PersonMessages.message(MailPurpose.MEMBER_SECURITY));
    }

    /**
     * Returns the parameters of a statement that records an event: {@code $3} is the person, {@code $4} the time, and
     * {@code $2} and {@code $5} to {@code $7} are of the event and its message.
     *
     * @param first the parameter {@code $1}, which the change may use as it likes
     */
    static Tuple values(Object first, String email, Instant now, ClientDetails client) {
        return Tuple.of(first, Ids.next(now), email, at(now), client.address())
                .addValue(Ids.next(now))
                .addValue(client.userAgent());
    }

    /**
     * An event, for its message.
     *
     * @param detail the name of the passkey, or the number of codes that are left
     * @param seller the name of a seller whose member the person is
     * @param zone time zone of the seller
     */
    public record SecurityEvent(
            Kind kind,
            String detail,
            Instant at,
            @Nullable String address,
            @Nullable String userAgent,
            String seller,
            String locale,
            String zone) {}

    /** Returns an event of a member of a seller; null if it is no longer kept. */
    public Future<@Nullable SecurityEvent> read(String sellerId, String id) {
        return database.get(READ, Tuple.of(sellerId, id)).map(rows -> {
            for (Row row : rows) {
                return new SecurityEvent(
                        Kind.of(row.getString(0)),
                        row.getString(1),
                        row.getOffsetDateTime(2).toInstant(),
                        row.getString(3),
                        row.getString(4),
                        row.getString(5),
                        row.getString(6),
                        row.getString(7));
            }
            return null;
        });
    }

    Future<Void> deleteExpired() {
        return database.get(EXPIRED, Tuple.of(at(clock.now().minus(MemberDevices.KEPT))))
                .mapEmpty();
    }
}
