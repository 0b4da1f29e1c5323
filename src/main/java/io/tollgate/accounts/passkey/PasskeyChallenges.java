package io.tollgate.accounts.passkey;

import static io.tollgate.accounts.member.MemberSessions.at;

import io.tollgate.platform.clock.Clock;
import io.tollgate.platform.db.Database;
import io.tollgate.platform.secret.HashedTokens;
import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.Tuple;
import java.time.Duration;
import java.time.Instant;
import java.util.Locale;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The challenges that passkeys sign. Each can be used once, in the browser that received it, for some minutes. */
record PasskeyChallenges(Database database, Clock clock) {
    /** How long people have for the dialog of their browser. */
    static final Duration VALIDITY = Duration.ofMinutes(5);

    private static final String CREATE = """
            INSERT INTO member_challenge (token_hash, purpose, browser_hash, email, created_at, expires_at)
            VALUES ($1, $2, $3, $4, $5, $6)
            """;

    /** Of two requests with one challenge, only one deletes it. */
    private static final String USE = """
            DELETE FROM member_challenge
            WHERE token_hash = $1 AND purpose = $2 AND browser_hash = $3 AND expires_at > $4
            RETURNING email
            """;

    private static final String EXPIRED = "DELETE FROM member_challenge WHERE expires_at <= $1";

    /** What a challenge is for. It cannot be used for anything else. */
    enum Purpose {
        ADD,
        SIGN_IN,
        CONFIRM;

        private String wire() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /**
     * Stores a new challenge and returns it: 32 random bytes in base64url.
     *
     * @param browser value of the cookie by which the browser is known
     * @param email of the person who is signed in; null if nobody is
     */
    Future<String> create(Purpose purpose, String browser, @Nullable String email) {
        String challenge = HashedTokens.random();
        Instant now = clock.now();
        Tuple values = Tuple.of(HashedTokens.hash(challenge), purpose.wire(), HashedTokens.hash(browser), email)
                .addValue(at(now))
                .addValue(at(now.plus(VALIDITY)));
        return database.get(CREATE, values).map(challenge);
    }

    /**
     * Uses a challenge. Returns false if it was used, has expired, or belongs to another purpose, browser or person.
     *
     * @param email as of its creation
     */
    Future<Boolean> use(String challenge, Purpose purpose, String browser, @Nullable String email) {
        Buffer hash = HashedTokens.hash(challenge);
        Tuple values = Tuple.of(hash, purpose.wire(), HashedTokens.hash(browser), at(clock.now()));
        return database.get(USE, values).map(rows -> {
            for (Row row : rows) {
                return Objects.equals(row.getString(0), email);
            }
            return false;
        });
    }

    Future<Void> deleteExpired() {
        return database.get(EXPIRED, Tuple.of(at(clock.now()))).mapEmpty();
    }
}
