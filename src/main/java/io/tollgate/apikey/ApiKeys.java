package io.tollgate.apikey;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.tollgate.db.Database;
import io.tollgate.http.Caller;
import io.tollgate.resource.Scope;
import io.tollgate.secret.RotatingKey;
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
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Tells who holds a key. A key that cannot be one is refused without asking the database; a known
 * one is remembered for five seconds, which is how long a revoked key may still work. A database
 * that does not answer is our fault, not the caller's: 503, never 401.
 */
public final class ApiKeys implements AuthenticationProvider {
    private static final Logger LOG = LoggerFactory.getLogger(ApiKeys.class);
    private static final Duration REMEMBERED = Duration.ofSeconds(5);
    private static final int REMEMBERED_MAX = 100_000;
    private static final String SQL = """
            SELECT id, seller_id, livemode, rate_per_second, rate_burst, key_hash, pepper_id, created_at
            FROM api_key
            WHERE key_hash = ANY ($1) AND revoked_at IS NULL
            """;
    private static final String RENEW = "UPDATE api_key SET key_hash = $1, pepper_id = $2 WHERE key_hash = $3";

    /**
     * To the minute: whoever looks wants to know whether a key is still in use, and all its uses cost one write. The
     * first minute begins with the creation of the key.
     */
    private static final String USED = """
            INSERT INTO api_key_use AS known (seller_id, key_id, last_used_at)
            VALUES ($1, $2, greatest(date_trunc('minute', now()), $3))
            ON CONFLICT (seller_id, key_id) DO UPDATE SET last_used_at = excluded.last_used_at
            WHERE known.last_used_at < excluded.last_used_at
            """;

    private static final Duration NOTED = Duration.ofMinutes(1);

    private final Database database;
    private final RotatingKey pepper;
    private final KeyFormat.Hasher hasher;
    private final int ratePerSecond;
    private final int rateBurst;
    private final Cache<String, User> remembered = Caffeine.newBuilder()
            .expireAfterWrite(REMEMBERED)
            .maximumSize(REMEMBERED_MAX)
            .build();
    private final Cache<String, Boolean> noted = Caffeine.newBuilder()
            .expireAfterWrite(NOTED)
            .maximumSize(REMEMBERED_MAX)
            .build();
    private final Map<String, Future<User>> asking = new ConcurrentHashMap<>();

    /**
     * @param pepper under which keys are hashed
     * @param ratePerSecond and {@code rateBurst} apply to keys that have no limits of their own
     */
    public ApiKeys(Database database, RotatingKey pepper, int ratePerSecond, int rateBurst) {
        this.database = database;
        this.pepper = pepper;
        this.hasher = new KeyFormat.Hasher(pepper.current().bytes());
        this.ratePerSecond = ratePerSecond;
        this.rateBurst = rateBurst;
    }

    @Override
    public Future<User> authenticate(Credentials credentials) {
        String key = ((TokenCredentials) credentials).getToken();
        if (!KeyFormat.wellFormed(key)) {
            return refused();
        }
        String hash = hasher.hash(key);
        User known = remembered.getIfPresent(hash);
        if (known != null) {
            return Future.succeededFuture(known);
        }
        Future<User> other = asking.get(hash);
        return other != null ? other : ask(hash, key);
    }

    /** Many may come at once with a key that is not known any more: one of them asks. */
    private Future<User> ask(String hash, String key) {
        Future<User> user = look(hash, key);
        asking.put(hash, user);
        return user.onComplete(known -> asking.remove(hash, user));
    }

    private Future<User> look(String hash, String key) {
        return database.get(SQL, Tuple.of(KeyFormat.hashes(pepper, key)))
                .recover(outage -> Future.failedFuture(new HttpException(503, outage)))
                .compose(rows -> {
                    for (Row row : rows) {
                        User user = user(row);
                        remembered.put(hash, user);
                        renew(row, hash);
                        note(row);
                        return Future.succeededFuture(user);
                    }
                    return refused();
                });
    }

    /** A key that an older pepper hashed is hashed anew, so that the older one is needed no more. Once for each key. */
    private void renew(Row row, String hash) {
        String held = row.getString(5);
        if (held.equals(hash) && pepper.current().id().equals(row.getString(6))) {
            return;
        }
        database.get(RENEW, Tuple.of(hash, pepper.current().id(), held))
                .onFailure(failure -> LOG.warn("key {} keeps its old hash: {}", row.getString(0), failure.toString()));
    }

    /** That a key is in use, after its request has gone on: which needs no write to succeed. */
    private void note(Row row) {
        String id = row.getString(0);
        if (noted.asMap().putIfAbsent(id, true) != null) {
            return;
        }
        Tuple used = Tuple.of(row.getString(1), id, row.getOffsetDateTime(7));
        database.write(
                        new Scope(row.getString(1), row.getBoolean(2)),
                        transaction -> transaction.preparedQuery(USED).execute(used))
                .onFailure(failure -> LOG.warn("the use of key {} is not noted: {}", id, failure.toString()));
    }

    private static Future<User> refused() {
        return Future.failedFuture(new HttpException(401));
    }

    private User user(Row row) {
        Integer perSecond = row.getInteger(3);
        Integer burst = row.getInteger(4);
        Caller caller = new Caller(
                row.getString(0),
                row.getString(1),
                row.getBoolean(2),
                perSecond == null ? ratePerSecond : perSecond,
                burst == null ? rateBurst : burst);
        return User.create(new JsonObject(), new JsonObject().put(Caller.ATTRIBUTE, caller));
    }
}
