package io.tollgate.apikey;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.tollgate.db.Database;
import io.tollgate.http.Caller;
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

/**
 * Tells who holds a key. A key that cannot be one is refused without asking the database; a known
 * one is remembered for five seconds, which is how long a revoked key may still work. A database
 * that does not answer is our fault, not the caller's: 503, never 401.
 */
public final class ApiKeys implements AuthenticationProvider {
    private static final Duration REMEMBERED = Duration.ofSeconds(5);
    private static final int REMEMBERED_MAX = 100_000;
    private static final String SQL = """
            SELECT id, seller_id, livemode, rate_per_second, rate_burst
            FROM api_key
            WHERE key_hash = $1 AND revoked_at IS NULL
            """;

    private final Database database;
    private final byte[] pepper;
    private final int ratePerSecond;
    private final int rateBurst;
    private final Cache<String, User> remembered = Caffeine.newBuilder()
            .expireAfterWrite(REMEMBERED)
            .maximumSize(REMEMBERED_MAX)
            .build();

    /**
     * @param pepper under which keys are hashed
     * @param ratePerSecond and {@code rateBurst} apply to keys that have no limits of their own
     */
    public ApiKeys(Database database, byte[] pepper, int ratePerSecond, int rateBurst) {
        this.database = database;
        this.pepper = pepper.clone();
        this.ratePerSecond = ratePerSecond;
        this.rateBurst = rateBurst;
    }

    @Override
    public Future<User> authenticate(Credentials credentials) {
        String key = ((TokenCredentials) credentials).getToken();
        if (!KeyFormat.wellFormed(key)) {
            return refused();
        }
        String hash = KeyFormat.hash(pepper, key);
        User known = remembered.getIfPresent(hash);
        if (known != null) {
            return Future.succeededFuture(known);
        }
        return database.get(SQL, Tuple.of(hash))
                .recover(outage -> Future.failedFuture(new HttpException(503, outage)))
                .compose(rows -> {
                    for (Row row : rows) {
                        User user = user(row);
                        remembered.put(hash, user);
                        return Future.succeededFuture(user);
                    }
                    return refused();
                });
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
