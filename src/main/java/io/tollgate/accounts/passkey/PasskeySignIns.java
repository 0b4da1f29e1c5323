package io.tollgate.accounts.passkey;

import static io.tollgate.accounts.member.MemberSessions.at;

import io.tollgate.accounts.member.SignedIn;
import io.tollgate.accounts.passkey.PasskeyChallenges.Purpose;
import io.tollgate.accounts.passkey.PasskeyVerifier.Assertion;
import io.tollgate.accounts.passkey.SecurityEvents.Kind;
import io.tollgate.platform.clock.Clock;
import io.tollgate.platform.db.Database;
import io.tollgate.platform.secret.HashedTokens;
import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.Tuple;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Signs people in by a passkey, and confirms the sign-in of those who are signed in. */
public final class PasskeySignIns {
    private static final Logger LOG = LoggerFactory.getLogger(PasskeySignIns.class);
    private static final Buffer NO_SESSION = Buffer.buffer();

    private static final String READ = """
            SELECT p.id, p.email, h.handle, p.credential, p.counter, p.backup_eligible, p.backed_up,
                   p.blocked_at IS NOT NULL
            FROM member_passkey p JOIN member_handle h ON h.email = p.email
            WHERE p.credential_ref = $1
            """;

    /** Of two signatures with one counter, the row lock lets the second see that the counter was used. */
    private static final String USE = """
            WITH used AS (
                UPDATE member_passkey p SET counter = $2, backed_up = $3, used_at = $4
                WHERE p.id = $1 AND p.blocked_at IS NULL AND (p.counter < $2 OR (p.counter = 0 AND $2 = 0))
                    AND EXISTS (SELECT FROM member m WHERE m.email = p.email)
                RETURNING p.email
            ), former AS (
                DELETE FROM member_session WHERE token_hash = $7 AND EXISTS (SELECT FROM used)
            )
            INSERT INTO member_session (token_hash, email, created_at, seen_at, expires_at)
            SELECT $5, email, $4, $4, $6 FROM used
            RETURNING email
            """;

    private static final String BLOCK = """
            WITH changed AS (
                UPDATE member_passkey SET blocked_at = $4
                WHERE id = $1 AND email = $3 AND blocked_at IS NULL
                RETURNING name
            ), ended AS (
                DELETE FROM member_session WHERE email = $3 AND EXISTS (SELECT FROM changed)
            )
            %s SELECT FROM changed
            """.formatted(SecurityEvents.recorded(Kind.PASSKEY_BLOCKED, "name"));

    private final Database database;
    private final Clock clock;
    private final Duration validity;
    private final RelyingParty site;
    private final PasskeyChallenges challenges;
    private final PasskeyVerifier verifier;
    private final Passkeys passkeys;

    PasskeySignIns(
            Database database,
            Clock clock,
            Duration validity,
            RelyingParty site,
            PasskeyChallenges challenges,
            PasskeyVerifier verifier,
            Passkeys passkeys) {
        this.database = database;
        this.clock = clock;
        this.validity = validity;
        this.site = site;
        this.challenges = challenges;
        this.verifier = verifier;
        this.passkeys = passkeys;
    }

    /**
     * Returns what a browser needs to sign in, as JSON. It names no passkeys, because nobody has said who they are.
     *
     * @param guest value of the cookie of the browser
     */
    public Future<Buffer> options(String guest) {
        return challenges
                .create(Purpose.SIGN_IN, guest, null)
                .map(challenge -> PasskeyOptionsCodec.request(site, challenge, List.of()));
    }

    /** Returns what a browser needs to confirm the sign-in of a person, as JSON. */
    public Future<Buffer> optionsToConfirm(String session, String email) {
        return passkeys.credentialIds(email)
                .compose(known -> challenges
                        .create(Purpose.CONFIRM, session, email)
                        .map(challenge -> PasskeyOptionsCodec.request(site, challenge, known)));
    }

    /**
     * Signs in and begins a session. Null if the answer is not valid, or if nobody has the address any more.
     *
     * @param guest value of the cookie of the browser
     * @param former token of the session that the browser had, which ends; null without one
     */
    public Future<@Nullable SignedIn> signIn(
            String guest, @Nullable String former, PasskeyAnswer answer, ClientDetails client) {
        return challenges
                .use(answer.challenge(), Purpose.SIGN_IN, guest, null)
                .compose(usable -> usable ? find(answer) : nobody())
                .compose(stored -> verify(stored, former, answer, client));
    }

    /** Confirms that the person of a session uses it, and replaces it by a new one. Null if the answer is not valid. */
    public Future<@Nullable SignedIn> confirm(
            String session, String email, PasskeyAnswer answer, ClientDetails client) {
        return challenges
                .use(answer.challenge(), Purpose.CONFIRM, session, email)
                .compose(usable -> usable ? find(answer) : nobody())
                .map(stored -> stored != null && stored.email().equals(email) ? stored : null)
                .compose(stored -> verify(stored, session, answer, client));
    }

    private static Future<@Nullable StoredPasskey> nobody() {
        return Future.succeededFuture(null);
    }

    private Future<@Nullable StoredPasskey> find(PasskeyAnswer answer) {
        return database.get(READ, Tuple.of(answer.credentialId())).map(rows -> {
            for (Row row : rows) {
                return new StoredPasskey(
                        row.getString(0),
                        row.getString(1),
                        row.getBuffer(2),
                        row.getBuffer(3),
                        row.getLong(4),
                        row.getBoolean(5),
                        row.getBoolean(6),
                        row.getBoolean(7));
            }
            return null;
        });
    }

    private Future<@Nullable SignedIn> verify(
            @Nullable StoredPasskey stored, @Nullable String former, PasskeyAnswer answer, ClientDetails client) {
        if (stored == null || stored.blocked()) {
            return Future.succeededFuture(null);
        }
        return verifier.verify(answer, stored).compose(assertion -> switch (assertion.outcome()) {
            case VALID -> use(stored, assertion, former);
            case INVALID -> Future.succeededFuture(null);
            case COUNTER_WENT_BACK -> block(stored, client).map(blocked -> null);
        });
    }

    private Future<@Nullable SignedIn> use(StoredPasskey stored, Assertion assertion, @Nullable String former) {
        Instant now = clock.now();
        String session = HashedTokens.random();
        Tuple values = Tuple.of(stored.id(), assertion.counter(), assertion.backedUp(), at(now))
                .addValue(HashedTokens.hash(session))
                .addValue(at(now.plus(validity)))
                .addValue(former == null ? NO_SESSION : HashedTokens.hash(former));
        return database.get(USE, values).map(rows -> {
            for (Row row : rows) {
                return new SignedIn(session, row.getString(0), null);
            }
            return null;
        });
    }

    /** Blocks a passkey that was probably copied, ends the sessions of the person, and tells the person. */
    private Future<Void> block(StoredPasskey stored, ClientDetails client) {
        LOG.warn("Blocked passkey {}: its signature counter went back", stored.id());
        return database.get(BLOCK, SecurityEvents.values(stored.id(), stored.email(), clock.now(), client))
                .mapEmpty();
    }
}
