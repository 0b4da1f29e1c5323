package io.tollgate.seller;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.tollgate.db.Database;
import io.tollgate.error.ApiError;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.Tuple;
import java.time.Duration;

/** Caches sellers for a few seconds. Does not cache settings, because sellers change those. */
public final class Sellers {
    private final Database database;
    private final Cache<String, Seller> cache = Caffeine.newBuilder()
            .expireAfterWrite(Duration.ofSeconds(5))
            .maximumSize(100_000)
            .build();

    /** A seller and its short name, which is used in URLs. */
    public record Seller(String id, String name) {}

    public Sellers(Database database) {
        this.database = database;
    }

    public Future<Seller> seller(String id) {
        Seller known = cache.getIfPresent(id);
        if (known != null) {
            return Future.succeededFuture(known);
        }
        return database.get("SELECT id, name FROM seller WHERE id = $1", Tuple.of(id))
                .map(rows -> {
                    for (Row row : rows) {
                        Seller seller = new Seller(row.getString(0), row.getString(1));
                        cache.put(id, seller);
                        return seller;
                    }
                    throw ApiError.notFound("Seller");
                });
    }
}
