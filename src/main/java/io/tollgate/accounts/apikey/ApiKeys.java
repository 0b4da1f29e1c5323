package io.tollgate.accounts.apikey;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.tollgate.platform.clock.Clock;
import io.tollgate.platform.db.Database;
import io.tollgate.platform.http.Caller;
import io.tollgate.platform.resource.Principal;
import io.tollgate.platform.resource.Scope;
import io.tollgate.platform.secret.RotatingKey;
import io.tollgate.platform.server.SentKey;
import io.vertx.core.Future;
import io.vertx.core.json.JsonObject;
import io.vertx.ext.auth.User;
import io.vertx.ext.auth.authentication.AuthenticationProvider;
import io.vertx.ext.auth.authentication.Credentials;
import io.vertx.ext.auth.authentication.TokenCredentials;
import io.vertx.ext.web.handler.HttpException;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.Tuple;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Authenticates API keys. Rejects malformed keys without a query and caches valid keys for 5 s, so a revoked key works
 * for at most that long; an expired one is rejected at once. If the database is unavailable, fails with 503, never with
 * 401.
 */
public final class ApiKeys implements AuthenticationProvider {
    private static final Logger LOG = LoggerFactory.getLogger(ApiKeys.class);
    private static final Duration CACHE_TTL = Duration.ofSeconds(5);
    private static final int CACHE_MAX = 100_000;
    private static final String SQL = """
            SELECT id, seller_id, livemode, rate_per_second, rate_burst, key_hash, pepper_id, created_at, scopes,
                   expires_at, ceilings::text, coalesce(ceiling_counter, id), pages
            FROM api_key
            WHERE key_hash = ANY ($1) AND revoked_at IS NULL AND (expires_at IS NULL OR expires_at > $2)
            """;
    private static final String REHASH = "UPDATE api_key SET key_hash = $1, pepper_id = $2 WHERE key_hash = $3";

    /**
     * Records the last use with a precision of one minute, so that all uses in a minute cost one write. The value is
     * never before the creation of the key.
     */
    private static final String USED = """
            INSERT INTO api_key_use AS known (seller_id, key_id, last_used_at, address, user_agent)
            VALUES ($1, $2, greatest(date_trunc('minute', now()), $3), $4, $5)
            ON CONFLICT (seller_id, key_id) DO UPDATE
            SET last_used_at = excluded.last_used_at, address = excluded.address, user_agent = excluded.user_agent
            WHERE known.last_used_at < excluded.last_used_at
            """;

    private static final int USER_AGENT_MAX = 200;
    private static final Duration USE_INTERVAL = Duration.ofMinutes(1);

    private final Database database;
    private final Clock clock;
    private final RotatingKey pepper;
    private final KeyFormat.Hasher hasher;
    private final int ratePerSecond;
    private final int rateBurst;
    private final Cache<String, User> cache = Caffeine.newBuilder()
            .expireAfterWrite(CACHE_TTL)
            .maximumSize(CACHE_MAX)
            .build();
    private final Cache<String, Boolean> recordedUses = Caffeine.newBuilder()
            .expireAfterWrite(USE_INTERVAL)
            .maximumSize(CACHE_MAX)
            .build();
    private final Map<String, Future<User>> pendingQueries = new ConcurrentHashMap<>();

    /**
     * @param pepper the key for hashing
     * @param ratePerSecond with {@code rateBurst}, the limits of keys without limits of their own
     */
    public ApiKeys(Database database, Clock clock, RotatingKey pepper, int ratePerSecond, int rateBurst) {
        this.database = database;
        this.clock = clock;
        this.pepper = pepper;
        this.hasher = new KeyFormat.Hasher(pepper.current().bytes());
        this.ratePerSecond = ratePerSecond;
        this.rateBurst = rateBurst;
    }

    @Override
    public Future<User> authenticate(Credentials credentials) {
        TokenCredentials sent = (TokenCredentials) credentials;
        String key = sent.getToken();
        if (!KeyFormat.wellFormed(key)) {
            return unauthorized();
        }
        String hash = hasher.hash(key);
        User known = cache.getIfPresent(hash);
        if (known != null) {
            return isExpired(known) ? unauthorized() : Future.succeededFuture(known);
        }
        Future<User> other = pendingQueries.get(hash);
        return other != null ? other : readUser(hash, sent);
    }

    /** Looks up a key. Concurrent requests with the same uncached key share one query. */
    private Future<User> readUser(String hash, TokenCredentials sent) {
        Future<User> user = lookUp(hash, sent);
        pendingQueries.put(hash, user);
        return user.onComplete(known -> pendingQueries.remove(hash, user));
    }

    private boolean isExpired(User user) {
        Instant end = ((Caller) user.attributes().getValue(Caller.ATTRIBUTE)).expiresAt();
        return end != null && !clock.now().isBefore(end);
    }

    private Future<User> lookUp(String hash, TokenCredentials sent) {
        OffsetDateTime now = clock.now().atOffset(ZoneOffset.UTC);
        return database.get(SQL, Tuple.of(KeyFormat.hashes(pepper, sent.getToken()), now))
                .recover(outage -> Future.failedFuture(new HttpException(503, outage)))
                .compose(rows -> {
                    for (Row row : rows) {
                        User user = user(row);
                        cache.put(hash, user);
                        rehash(row, hash);
                        recordUse(row, sent);
                        return Future.succeededFuture(user);
                    }
                    return unauthorized();
                });
    }

    /** Rehashes a key that was hashed under an older pepper, so that the older one can be removed. */
    private void rehash(Row row, String hash) {
        String held = row.getString(5);
        if (held.equals(hash) && pepper.current().id().equals(row.getString(6))) {
            return;
        }
        database.get(REHASH, Tuple.of(hash, pepper.current().id(), held))
                .onFailure(failure -> LOG.warn("Rehashing key {} failed: {}", row.getString(0), failure.toString()));
    }

    /** Records the use of a key in the background, so that a failed write does not fail the request. */
    private void recordUse(Row row, TokenCredentials sent) {
        String id = row.getString(0);
        if (recordedUses.asMap().putIfAbsent(id, true) != null) {
            return;
        }
        SentKey from = sent instanceof SentKey known ? known : new SentKey("", null, null);
        Tuple used =
                Tuple.of(row.getString(1), id, row.getOffsetDateTime(7), from.address(), shortened(from.userAgent()));
        database.write(
                        new Scope(row.getString(1), row.getBoolean(2)),
                        transaction -> transaction.preparedQuery(USED).execute(used))
                .onFailure(failure -> LOG.warn("Recording the use of key {} failed: {}", id, failure.toString()));
    }

    private static @Nullable String shortened(@Nullable String userAgent) {
        return userAgent == null || userAgent.length() <= USER_AGENT_MAX
                ? userAgent
                : userAgent.substring(0, USER_AGENT_MAX);
    }

    private static Future<User> unauthorized() {
        return Future.failedFuture(new HttpException(401));
    }

    private User user(Row row) {
        Integer perSecond = row.getInteger(3);
        Integer burst = row.getInteger(4);
        String[] scopes = row.getArrayOfStrings(8);
        String[] pages = row.getArrayOfStrings(12);
        OffsetDateTime expires = row.getOffsetDateTime(9);
        Caller caller = new Caller(
                Principal.ofKey(row.getString(0)),
                row.getString(1),
                row.getBoolean(2),
                scopes == null ? null : Set.of(scopes),
                expires == null ? null : expires.toInstant(),
                pages == null ? null : Set.of(pages),
                CeilingsCodec.of(row.getString(10), row.getString(11)),
                perSecond == null ? ratePerSecond : perSecond,
                burst == null ? rateBurst : burst);
        return User.create(new JsonObject(), new JsonObject().put(Caller.ATTRIBUTE, caller));
    }
}
