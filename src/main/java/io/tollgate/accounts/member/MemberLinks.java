package io.tollgate.accounts.member;

import static io.tollgate.accounts.member.MemberSessions.at;

import io.tollgate.platform.clock.Clock;
import io.tollgate.platform.db.Database;
import io.tollgate.platform.db.Ids;
import io.tollgate.platform.db.SqlState;
import io.tollgate.platform.mail.MailOutbox;
import io.tollgate.platform.mail.MailPurpose;
import io.tollgate.platform.secret.HashedTokens;
import io.tollgate.platform.secret.RotatingKey;
import io.tollgate.platform.write.WriteContext;
import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import io.vertx.sqlclient.Tuple;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** The links that sign people in to the dashboard. Each can be used once. */
public final class MemberLinks {
    /** One statement for every address, so that neither the response nor its duration tells who is a member. */
    private static final String REQUEST = """
            WITH link AS (
                INSERT INTO member_link (token_hash, id, email, created_at, expires_at, return_path)
                VALUES ($1, $2, $3, $4, $5, $7)
            ), sender AS (
                SELECT m.seller_id FROM member m JOIN seller r ON r.id = m.seller_id
                WHERE m.email = $3 ORDER BY r.created_at, r.id LIMIT 1
            )
            %s FROM sender
            """.formatted(MailOutbox.insertForMember(MailPurpose.MEMBER_LINK));

    private static final String USABLE =
            "SELECT email FROM member_link WHERE token_hash = $1 AND used_at IS NULL AND expires_at > $2";

    /** Of two requests with one link, the row lock lets the second see that it was used. */
    private static final String USE = """
            WITH used AS (
                UPDATE member_link SET used_at = $2
                WHERE token_hash = $1 AND used_at IS NULL AND expires_at > $2
                    AND EXISTS (SELECT FROM member m WHERE m.email = member_link.email)
                RETURNING email, return_path
            ), former AS (
                DELETE FROM member_session WHERE token_hash = $5 AND EXISTS (SELECT FROM used)
            )
            INSERT INTO member_session (token_hash, email, created_at, seen_at, expires_at)
            SELECT $3, email, $2, $2, $4 FROM used
            RETURNING email, (SELECT return_path FROM used)
            """;

    private static final String READ = """
            SELECT l.token_hash, l.expires_at, coalesce(t.display_name, r.display_name), coalesce(t.locale, ''), l.id
            FROM member_link l
            JOIN member m ON m.seller_id = $1 AND m.email = l.email
            JOIN seller r ON r.id = m.seller_id
            LEFT JOIN seller_setting t ON t.seller_id = m.seller_id
            """;
    private static final String READ_LINK = READ + "WHERE l.id = $2 AND l.invited_by IS NULL";
    private static final String READ_INVITATION =
            READ + "WHERE m.id = $2 AND l.invited_by = $1 AND l.used_at IS NULL ORDER BY l.created_at DESC LIMIT 1";
    private static final String INVITE = "INSERT INTO member_link"
            + " (token_hash, id, email, created_at, expires_at, invited_by) VALUES ($1, $2, $3, $4, $5, $6)";
    private static final String ADDRESS = "SELECT email FROM member WHERE seller_id = $1 AND id = $2";
    private static final String EXPIRED = "DELETE FROM member_link WHERE expires_at <= $1";
    private static final Buffer NO_SESSION = Buffer.buffer();

    private final Database database;
    private final Clock clock;
    private final HashedTokens tokens;
    private final DashboardSettings settings;

    /** @param key from which the tokens of links derive */
    public MemberLinks(Database database, Clock clock, RotatingKey key, DashboardSettings settings) {
        this.database = database;
        this.clock = clock;
        this.tokens = new HashedTokens(key);
        this.settings = settings;
    }

    /** Returns what the token of a link derives from. */
    static String subject(String linkId) {
        return "member link\n" + linkId;
    }

    /** Returns the path of a link. */
    public static String path(String token) {
        return "/dashboard/-/sign-in/" + token;
    }

    /**
     * Stores a link, and adds its message to the outbox if a member has the address.
     *
     * @param email in lower case
     * @param returnPath the page to which the link leads; null for the first page
     */
    public Future<Void> request(String email, @Nullable String returnPath) {
        Instant now = clock.now();
        String id = Ids.next(now);
        Tuple values = Tuple.of(HashedTokens.hash(tokens.derive(subject(id))), id, email)
                .addValue(at(now))
                .addValue(at(now.plus(settings.linkValidity())))
                .addValue(Ids.next(now))
                .addValue(returnPath);
        // A statement whose connection was lost may run again, after it has succeeded.
        return database.get(REQUEST, values)
                .<Void>mapEmpty()
                .recover(
                        failure -> SqlState.isTaken(failure) ? Future.succeededFuture() : Future.failedFuture(failure));
    }

    /** Stores an invitation to a seller, which signs a person in as every link does. */
    Future<Void> invite(WriteContext write, String email) {
        Instant now = write.realTime();
        String id = Ids.next(now);
        Tuple values = Tuple.of(HashedTokens.hash(tokens.derive(subject(id))), id, email, at(now))
                .addValue(at(now.plus(settings.invitationValidity())))
                .addValue(write.scope().sellerId());
        return write.transaction().preparedQuery(INVITE).execute(values).mapEmpty();
    }

    /** Returns the address that a link signs in; null if the link cannot be used now. */
    public Future<@Nullable String> usable(String token) {
        return database.get(USABLE, Tuple.of(HashedTokens.hash(token), at(clock.now())))
                .map(rows -> rows.size() == 0 ? null : rows.iterator().next().getString(0));
    }

    /**
     * Uses a link and begins a session. Null if the link cannot be used, or if nobody has its address any more.
     *
     * @param former the token of the session that the browser had, which ends; null without one
     */
    public Future<@Nullable SignedIn> use(String token, @Nullable String former) {
        Instant now = clock.now();
        String session = HashedTokens.random();
        Tuple values = Tuple.of(HashedTokens.hash(token), at(now), HashedTokens.hash(session))
                .addValue(at(now.plus(settings.sessionValidity())))
                .addValue(former == null ? NO_SESSION : HashedTokens.hash(former));
        return database.get(USE, values).map(rows -> {
            for (Row row : rows) {
                return new SignedIn(session, row.getString(0), row.getString(1));
            }
            return null;
        });
    }

    /**
     * A link, for its message.
     *
     * @param seller the name of the seller whose member the recipient is
     * @param locale of the seller; empty if not set
     */
    public record SentLink(String token, Instant expiresAt, String seller, String locale) {}

    /**
     * Returns a link of a member of a seller. Null if it was deleted, if the address has no member any more, or if the
     * key of its token is no longer kept.
     */
    public Future<@Nullable SentLink> read(String sellerId, String linkId) {
        return read(READ_LINK, sellerId, linkId);
    }

    /** Returns the open invitation of a member; null without one. */
    public Future<@Nullable SentLink> invitation(String sellerId, String memberId) {
        return read(READ_INVITATION, sellerId, memberId);
    }

    /** Returns the address of a member; null if there is none any more. */
    public Future<@Nullable String> address(String sellerId, String memberId) {
        return database.get(ADDRESS, Tuple.of(sellerId, memberId))
                .map(rows -> rows.size() == 0 ? null : rows.iterator().next().getString(0));
    }

    private Future<@Nullable SentLink> read(String sql, String sellerId, String id) {
        return database.get(sql, Tuple.of(sellerId, id)).map(rows -> {
            for (Row row : rows) {
                String token = tokens.derive(subject(row.getString(4)), row.getBuffer(0));
                return token == null
                        ? null
                        : new SentLink(token, row.getOffsetDateTime(1).toInstant(), row.getString(2), row.getString(3));
            }
            return null;
        });
    }

    /** Deletes expired links, and returns their number. */
    public Future<Integer> deleteExpired() {
        return database.get(EXPIRED, Tuple.of(at(clock.now()))).map(RowSet::rowCount);
    }
}
