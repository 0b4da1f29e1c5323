package io.tollgate.accounts.member;

import io.tollgate.platform.clock.Clock;
import io.tollgate.platform.db.Database;
import io.tollgate.platform.resource.Scope;
import io.tollgate.platform.secret.HashedTokens;
import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import io.vertx.sqlclient.Tuple;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The sessions of the dashboard. A session is of a person, not of a seller: the memberships are read with each request,
 * so that whoever is removed from a seller is outside at once.
 */
public record MemberSessions(Database database, Clock clock, DashboardSettings settings) {
    private static final Logger LOG = LoggerFactory.getLogger(MemberSessions.class);

    /** The last use has the precision of a minute, so that all requests in a minute cost one write. */
    private static final Duration USE_INTERVAL = Duration.ofMinutes(1);

    /** The id of a session, which is no secret: the begin of the hash of its token. */
    static final String ID = "left(encode(token_hash, 'hex'), 24)";

    private static final int ID_BYTES = 12;
    private static final int USER_AGENT_MAX = 200;

    /**
     * The sellers of a person are those whose members have the e-mail address of the session, except those that have
     * ended the access of the session.
     */
    private static final String FIND = """
            SELECT s.email, s.seen_at, m.email, m.id, m.name, m.role, m.seller_id, r.name,
                   coalesce(t.display_name, r.display_name), m.pages, m.ownership_offer_until, v.seen_at,
                   s.created_at, s.expires_at, left(encode(s.token_hash, 'hex'), 24)
            FROM member_session s
            LEFT JOIN member m ON m.email = s.email AND NOT EXISTS (
                SELECT FROM member_visit e
                WHERE e.seller_id = m.seller_id AND e.session_id = $4 AND e.ended_at IS NOT NULL)
            LEFT JOIN member_visit v ON v.seller_id = m.seller_id AND v.session_id = $4
            LEFT JOIN seller r ON r.id = m.seller_id
            LEFT JOIN seller_setting t ON t.seller_id = m.seller_id
            WHERE s.token_hash = $1 AND s.expires_at > $2 AND s.seen_at > $3
            ORDER BY r.created_at, r.id
            """;

    private static final String USED = "UPDATE member_session SET seen_at = $2 WHERE token_hash = $1 AND seen_at < $2";
    private static final String DELETE = "DELETE FROM member_session WHERE token_hash = $1";
    private static final String EXPIRED = "DELETE FROM member_session WHERE expires_at <= $1 OR seen_at <= $2";
    private static final String EXPIRED_VISITS = "DELETE FROM member_visit WHERE expires_at <= $1";

    /** Does nothing for a member who was removed meanwhile, and for a session whose access has ended. */
    private static final String VISIT = """
            WITH visit AS (
                INSERT INTO member_visit AS v
                    (seller_id, session_id, member_id, created_at, seen_at, expires_at, address, user_agent)
                SELECT seller_id, $2, id, $4, $4, $5, $6, $7 FROM member WHERE seller_id = $1 AND id = $3
                ON CONFLICT (seller_id, session_id) DO UPDATE
                SET seen_at = greatest(v.seen_at, excluded.seen_at), address = excluded.address,
                    user_agent = excluded.user_agent
                WHERE v.ended_at IS NULL
            )
            UPDATE member SET seen_at = $4 WHERE seller_id = $1 AND id = $3 AND (seen_at IS NULL OR seen_at < $4)
            """;

    /** Returns the session of a token; null if it has expired, was ended, or never was. */
    public Future<@Nullable MemberSession> find(@Nullable String token) {
        if (token == null) {
            return Future.succeededFuture(null);
        }
        Instant now = clock.now();
        Buffer hash = HashedTokens.hash(token);
        Tuple values = Tuple.of(hash, at(now), at(now.minus(settings.idleMax())), id(hash));
        return database.get(FIND, values).map(rows -> {
            if (rows.size() == 0) {
                return null;
            }
            Row first = rows.iterator().next();
            if (first.getOffsetDateTime(1).toInstant().isBefore(now.minus(USE_INTERVAL))) {
                recordUse(token, now);
            }
            return new MemberSession(
                    token,
                    first.getString(14),
                    first.getString(0),
                    first.getOffsetDateTime(12).toInstant(),
                    first.getOffsetDateTime(13).toInstant(),
                    memberships(rows));
        });
    }

    private static String id(Buffer hash) {
        return HexFormat.of().formatHex(hash.getBytes(), 0, ID_BYTES);
    }

    private static List<Membership> memberships(RowSet<Row> rows) {
        List<Membership> memberships = new ArrayList<>();
        for (Row row : rows) {
            String email = row.getString(2);
            // The second check: no row of another person counts, whatever the statement selected.
            if (email != null && email.equals(row.getString(0))) {
                String[] pages = row.getArrayOfStrings(9);
                memberships.add(new Membership(
                        row.getString(3),
                        email,
                        row.getString(4),
                        Role.of(row.getString(5)),
                        row.getString(6),
                        row.getString(7),
                        row.getString(8),
                        pages == null ? null : Set.of(pages),
                        instant(row, 10),
                        instant(row, 11)));
            }
        }
        return memberships;
    }

    private static @Nullable Instant instant(Row row, int column) {
        OffsetDateTime time = row.getOffsetDateTime(column);
        return time == null ? null : time.toInstant();
    }

    /**
     * Records that a session opens the pages of a seller, with the precision of a minute. The first time is recorded
     * before the page is shown, so that the seller sees every session that has opened it.
     */
    public Future<Void> visit(
            MemberSession session, Membership membership, @Nullable String address, @Nullable String userAgent) {
        Instant now = clock.now();
        Instant last = membership.visitedAt();
        if (last != null && !last.isBefore(now.minus(USE_INTERVAL))) {
            return Future.succeededFuture();
        }
        Tuple values = Tuple.of(membership.sellerId(), session.id(), membership.memberId(), at(now))
                .addValue(at(session.expiresAt()))
                .addValue(address)
                .addValue(shortened(userAgent));
        Future<Void> recorded = database.write(
                new Scope(membership.sellerId(), true),
                transaction -> transaction.preparedQuery(VISIT).execute(values).mapEmpty());
        if (last == null) {
            return recorded;
        }
        recorded.onFailure(failure -> LOG.warn("Recording a visit to the dashboard failed: {}", failure.toString()));
        return Future.succeededFuture();
    }

    /** Returns the begin of what a browser calls itself, which can be of any length. */
    public static @Nullable String shortened(@Nullable String userAgent) {
        return userAgent == null || userAgent.length() <= USER_AGENT_MAX
                ? userAgent
                : userAgent.substring(0, USER_AGENT_MAX);
    }

    /** Records the use of a session in the background, so that a failed write does not fail the request. */
    private void recordUse(String token, Instant now) {
        database.get(USED, Tuple.of(HashedTokens.hash(token), at(now)))
                .onFailure(failure -> LOG.warn("Recording the use of a session failed: {}", failure.toString()));
    }

    /** Ends a session. */
    public Future<Void> end(String token) {
        return database.get(DELETE, Tuple.of(HashedTokens.hash(token))).mapEmpty();
    }

    /** Deletes the sessions that have ended, and returns their number. */
    public Future<Integer> deleteExpired() {
        Instant now = clock.now();
        return database.get(EXPIRED_VISITS, Tuple.of(at(now)))
                .compose(visits -> database.get(EXPIRED, Tuple.of(at(now), at(now.minus(settings.idleMax())))))
                .map(RowSet::rowCount);
    }

    /** Returns a time as a parameter of a statement. */
    public static OffsetDateTime at(Instant moment) {
        return moment.atOffset(ZoneOffset.UTC);
    }
}
