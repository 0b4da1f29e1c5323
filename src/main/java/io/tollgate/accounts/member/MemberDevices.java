package io.tollgate.accounts.member;

import static io.tollgate.accounts.member.MemberSessions.at;

import io.tollgate.platform.clock.Clock;
import io.tollgate.platform.db.Database;
import io.tollgate.platform.db.Ids;
import io.tollgate.platform.mail.MailPurpose;
import io.tollgate.platform.secret.HashedTokens;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.Tuple;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import org.jspecify.annotations.Nullable;

/**
 * The browsers in which people have signed in, known by a cookie. A person is told of each new one but the first. A
 * browser that deletes its cookies is new: better one message too many than none.
 */
public record MemberDevices(Database database, Clock clock) {
    /** How long a browser is known after its last sign-in. Browsers keep cookies no longer. */
    public static final Duration KEPT = Duration.ofDays(400);

    /** One statement, so that of two sign-ins at the same time none is missed. */
    private static final String RECORD = """
            WITH known AS (
                SELECT FROM member_device WHERE email = $3 AND token_hash = $1
            ), earlier AS (
                SELECT FROM member_device WHERE email = $3
            ), added AS (
                INSERT INTO member_device (email, token_hash, id, created_at, seen_at, address, user_agent)
                VALUES ($3, $1, $2, $4, $4, $5, $7)
                ON CONFLICT (email, token_hash) DO UPDATE SET seen_at = excluded.seen_at
            ), %s
            %s
            """.formatted(
                    PersonMessages.sender("NOT EXISTS (SELECT FROM known) AND EXISTS (SELECT FROM earlier)"),
                    PersonMessages.message(MailPurpose.MEMBER_SIGN_IN));

    private static final String READ = PersonMessages.about("member_device", "d.created_at, d.address, d.user_agent");

    private static final String EXPIRED = """
            DELETE FROM member_device d
            WHERE d.seen_at <= $1 OR NOT EXISTS (SELECT FROM member m WHERE m.email = d.email)
            """;

    /** Records a sign-in, and adds a message to the outbox if the browser is new to a person who has others. */
    public Future<Void> record(String email, String token, @Nullable String address, @Nullable String userAgent) {
        Instant now = clock.now();
        Tuple values = Tuple.of(HashedTokens.hash(token), Ids.next(now), email, at(now), address)
                .addValue(Ids.next(now))
                .addValue(MemberSessions.shortened(userAgent));
        return database.get(RECORD, values).mapEmpty();
    }

    /**
     * A sign-in in a new browser, for its message.
     *
     * @param seller the name of a seller whose member the person is
     * @param zone time zone of the seller
     */
    public record NewDevice(
            Instant at,
            @Nullable String address,
            @Nullable String userAgent,
            String seller,
            String locale,
            String zone) {}

    /** Returns a browser of a member of a seller; null if it is no longer known. */
    public Future<@Nullable NewDevice> read(String sellerId, String id) {
        return database.get(READ, Tuple.of(sellerId, id)).map(rows -> {
            for (Row row : rows) {
                OffsetDateTime at = row.getOffsetDateTime(0);
                return new NewDevice(
                        at.toInstant(),
                        row.getString(1),
                        row.getString(2),
                        row.getString(3),
                        row.getString(4),
                        row.getString(5));
            }
            return null;
        });
    }

    Future<Void> deleteExpired() {
        return database.get(EXPIRED, Tuple.of(at(clock.now().minus(KEPT)))).mapEmpty();
    }
}
