package io.tollgate.accounts.passkey;

import static io.tollgate.accounts.member.MemberSessions.at;

import io.tollgate.accounts.member.SignedIn;
import io.tollgate.accounts.passkey.SecurityEvents.Kind;
import io.tollgate.platform.clock.Clock;
import io.tollgate.platform.db.Database;
import io.tollgate.platform.secret.HashedTokens;
import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.Tuple;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Codes that sign a person in once, without the mailbox and without a passkey. A code has 80 random bits, so that a
 * plain hash protects it.
 */
public final class RecoveryCodes {
    /** The number of codes that are created at a time. */
    public static final int COUNT = 10;

    /** Digits and letters that nobody confuses, 5 bits each. */
    private static final String ALPHABET = "23456789abcdefghijkmnpqrstuvwxyz";

    private static final int LENGTH = 16;
    private static final int GROUP = 4;
    private static final SecureRandom RANDOM = new SecureRandom();
    private static final Buffer NO_SESSION = Buffer.buffer();

    /** Of two that are created at the same time, the later ones stay. */
    private static final String CREATE =
            """
            WITH changed AS (
                INSERT INTO member_recovery_code AS c (email, slot, code_hash, created_at)
                SELECT $3, n, hash, $4 FROM unnest($1::bytea[]) WITH ORDINALITY AS h (hash, n)
                ON CONFLICT (email, slot) DO UPDATE
                SET code_hash = excluded.code_hash, created_at = excluded.created_at, used_at = NULL
                RETURNING slot
            )
            %s SELECT FROM changed
            """.formatted(SecurityEvents.recorded(Kind.RECOVERY_CODES_CREATED, "'" + COUNT + "'"));

    private static final String REMAINING =
            "SELECT count(*) FROM member_recovery_code WHERE email = $1 AND used_at IS NULL";

    /**
     * One statement for every address, so that neither the response nor its duration tells who is a member. Of two
     * requests with one code, the row lock lets the second see that it was used.
     */
    private static final String USE = """
            WITH changed AS (
                UPDATE member_recovery_code SET used_at = $4
                WHERE email = $3 AND code_hash = $1 AND used_at IS NULL
                    AND EXISTS (SELECT FROM member m WHERE m.email = $3)
                RETURNING email
            ), former AS (
                DELETE FROM member_session WHERE token_hash = $10 AND EXISTS (SELECT FROM changed)
            ), session AS (
                INSERT INTO member_session (token_hash, email, created_at, seen_at, expires_at)
                SELECT $8, email, $4, $4, $9 FROM changed
            )
            %s SELECT email FROM changed
            """.formatted(SecurityEvents.recorded(
            Kind.RECOVERY_CODE_USED,
            "(SELECT (count(*) - 1)::text FROM member_recovery_code r WHERE r.email = $3 AND r.used_at IS NULL)"));

    private static final String LEFT =
            "DELETE FROM member_recovery_code c" + " WHERE NOT EXISTS (SELECT FROM member m WHERE m.email = c.email)";

    private final Database database;
    private final Clock clock;
    private final Duration validity;

    /** @param validity of the sessions that codes begin */
    public RecoveryCodes(Database database, Clock clock, Duration validity) {
        this.database = database;
        this.clock = clock;
        this.validity = validity;
    }

    /** Creates codes in place of the former, and returns them. They are not stored. */
    public Future<List<String>> create(String email, ClientDetails client) {
        List<String> codes =
                Stream.generate(RecoveryCodes::random).distinct().limit(COUNT).toList();
        Buffer[] hashes = codes.stream().map(code -> hash(email, code)).toArray(Buffer[]::new);
        return database.get(CREATE, SecurityEvents.values(hashes, email, clock.now(), client))
                .map(codes);
    }

    private static String random() {
        StringBuilder code = new StringBuilder();
        for (int i = 0; i < LENGTH; i++) {
            if (i > 0 && i % GROUP == 0) {
                code.append('-');
            }
            code.append(ALPHABET.charAt(RANDOM.nextInt(ALPHABET.length())));
        }
        return code.toString();
    }

    /** Ignores how people write a code: capitals, spaces and hyphens. */
    private static Buffer hash(String email, String code) {
        return HashedTokens.hash(
                "recovery code\n" + email + "\n" + code.toLowerCase(Locale.ROOT).replaceAll("[\\s-]", ""));
    }

    /** Returns how many codes a person can still use. */
    public Future<Integer> remaining(String email) {
        return database.get(REMAINING, Tuple.of(email))
                .map(rows -> Math.toIntExact(rows.iterator().next().getLong(0)));
    }

    /**
     * Uses a code and begins a session. Null if the person has no such code, or has used it.
     *
     * @param email in lower case
     * @param former token of the session that the browser had, which ends; null without one
     */
    public Future<@Nullable SignedIn> use(String email, String code, @Nullable String former, ClientDetails client) {
        Instant now = clock.now();
        String session = HashedTokens.random();
        Tuple values = SecurityEvents.values(hash(email, code), email, now, client)
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

    /** Deletes the codes of people who are no longer members of any seller. */
    Future<Void> deleteOfFormerMembers() {
        return database.get(LEFT, Tuple.tuple()).mapEmpty();
    }
}
