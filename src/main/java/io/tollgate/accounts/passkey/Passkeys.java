package io.tollgate.accounts.passkey;

import static io.tollgate.accounts.member.MemberSessions.at;

import io.tollgate.accounts.passkey.PasskeyChallenges.Purpose;
import io.tollgate.accounts.passkey.PasskeyVerifier.NewCredential;
import io.tollgate.accounts.passkey.SecurityEvents.Kind;
import io.tollgate.platform.clock.Clock;
import io.tollgate.platform.db.Database;
import io.tollgate.platform.db.Ids;
import io.tollgate.platform.error.ApiError;
import io.tollgate.platform.secret.HashedTokens;
import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.Tuple;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.List;

/** The passkeys of people: lists, adds, renames and removes them. Each statement names the person. */
public final class Passkeys {
    /** The maximum number of passkeys of a person. */
    public static final int MAX = 20;

    /** The maximum length of a name in characters. */
    public static final int NAME_MAX = 60;

    private static final String HANDLE = """
            INSERT INTO member_handle AS h (email, handle, created_at) VALUES ($1, $2, $3)
            ON CONFLICT (email) DO UPDATE SET handle = h.handle
            RETURNING handle
            """;

    private static final String LIST = "SELECT id, name, created_at, used_at, blocked_at, credential_ref"
            + " FROM member_passkey WHERE email = $1 ORDER BY created_at, id";

    /** Takes the first free place, so that the primary key keeps the limit. */
    private static final String ADD = """
            WITH place AS (
                SELECT min(s) AS slot FROM generate_series(1, %d) s
                WHERE NOT EXISTS (SELECT FROM member_passkey p WHERE p.email = $3 AND p.slot = s)
            ), changed AS (
                INSERT INTO member_passkey (email, id, slot, credential_ref, credential, counter, backup_eligible,
                                            backed_up, name, created_at)
                SELECT $3, $8, slot, $1, $9, $10, $11, $12, $13, $4 FROM place
                WHERE slot IS NOT NULL
                ON CONFLICT DO NOTHING
                RETURNING name
            )
            %s SELECT FROM changed
            """.formatted(MAX, SecurityEvents.recorded(Kind.PASSKEY_ADDED, "name"));

    private static final String REMOVE = """
            WITH changed AS (
                DELETE FROM member_passkey WHERE id = $1 AND email = $3 RETURNING name
            )
            %s SELECT FROM changed
            """.formatted(SecurityEvents.recorded(Kind.PASSKEY_REMOVED, "name"));

    private static final String RENAME = "UPDATE member_passkey SET name = $3 WHERE id = $1 AND email = $2";
    private static final String LEFT =
            "DELETE FROM member_handle h WHERE NOT EXISTS (SELECT FROM member m WHERE m.email = h.email)";

    private final Database database;
    private final Clock clock;
    private final RelyingParty site;
    private final PasskeyChallenges challenges;
    private final PasskeyVerifier verifier;

    Passkeys(
            Database database, Clock clock, RelyingParty site, PasskeyChallenges challenges, PasskeyVerifier verifier) {
        this.database = database;
        this.clock = clock;
        this.site = site;
        this.challenges = challenges;
        this.verifier = verifier;
    }

    /** Returns the passkeys of a person, oldest first. */
    public Future<List<Passkey>> list(String email) {
        return database.get(LIST, Tuple.of(email)).map(rows -> {
            List<Passkey> all = new ArrayList<>();
            for (Row row : rows) {
                OffsetDateTime used = row.getOffsetDateTime(3);
                all.add(new Passkey(
                        row.getString(0),
                        row.getString(1),
                        row.getOffsetDateTime(2).toInstant(),
                        used == null ? null : used.toInstant(),
                        row.getOffsetDateTime(4) != null));
            }
            return all;
        });
    }

    /**
     * Returns what a browser needs to create a passkey, as JSON.
     *
     * @param session token of the session, to which the challenge is bound
     */
    public Future<Buffer> options(String session, String email) {
        Tuple person = Tuple.of(email, Buffer.buffer(HashedTokens.randomBytes()), at(clock.now()));
        return database.get(HANDLE, person)
                .compose(handle -> credentialIds(email)
                        .compose(known -> challenges
                                .create(Purpose.ADD, session, email)
                                .map(challenge -> PasskeyOptionsCodec.creation(
                                        site,
                                        challenge,
                                        handle.iterator().next().getBuffer(0),
                                        email,
                                        known))));
    }

    /** Returns the ids by which authenticators know the passkeys of a person. */
    Future<List<Buffer>> credentialIds(String email) {
        return database.get(LIST, Tuple.of(email)).map(rows -> {
            List<Buffer> ids = new ArrayList<>();
            rows.forEach(row -> ids.add(row.getBuffer(5)));
            return ids;
        });
    }

    /**
     * Adds a passkey. Fails with 422 if the answer is not valid or late, and with 409 if the person has as many as
     * possible or the passkey exists.
     */
    public Future<Void> add(String session, String email, String name, PasskeyAnswer answer, ClientDetails client) {
        return challenges.use(answer.challenge(), Purpose.ADD, session, email).compose(usable -> {
            if (!usable) {
                throw expired();
            }
            return verifier.verifyNew(answer).compose(created -> insert(email, name, created, client));
        });
    }

    static ApiError expired() {
        return ApiError.unprocessable("challenge_expired", "That took too long. Try again.");
    }

    private Future<Void> insert(String email, String name, NewCredential created, ClientDetails client) {
        Instant now = clock.now();
        Tuple values = SecurityEvents.values(created.id(), email, now, client)
                .addValue(Ids.next(now))
                .addValue(created.credential())
                .addValue(created.counter())
                .addValue(created.backupEligible())
                .addValue(created.backedUp())
                .addValue(name);
        return database.get(ADD, values).compose(rows -> {
            if (rows.size() == 1) {
                return Future.succeededFuture();
            }
            return list(email).map(all -> {
                throw all.size() >= MAX
                        ? ApiError.conflict("too_many_passkeys", "You have " + MAX + " passkeys. Remove one first.")
                        : ApiError.conflict("passkey_exists", "This passkey was added already.");
            });
        });
    }

    /** Renames a passkey. Fails with 404 if the person has no such passkey. */
    public Future<Void> rename(String email, String id, String name) {
        return database.get(RENAME, Tuple.of(id, email, name)).map(rows -> {
            if (rows.rowCount() == 0) {
                throw ApiError.notFound("Passkey");
            }
            return null;
        });
    }

    /** Removes a passkey. Fails with 404 if the person has no such passkey. */
    public Future<Void> remove(String email, String id, ClientDetails client) {
        return database.get(REMOVE, SecurityEvents.values(id, email, clock.now(), client))
                .map(rows -> {
                    if (rows.size() == 0) {
                        throw ApiError.notFound("Passkey");
                    }
                    return null;
                });
    }

    /** Deletes the passkeys of people who are no longer members of any seller. */
    Future<Void> deleteOfFormerMembers() {
        return database.get(LEFT, Tuple.tuple()).mapEmpty();
    }
}
