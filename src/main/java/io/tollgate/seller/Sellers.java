package io.tollgate.seller;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.tollgate.db.Database;
import io.tollgate.error.ApiError;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.Tuple;
import java.time.Duration;

/** The directory of sellers, remembered for a few seconds. */
public final class Sellers {
    private final Database database;
    private final Cache<String, Seller> remembered = Caffeine.newBuilder()
            .expireAfterWrite(Duration.ofSeconds(5))
            .maximumSize(100_000)
            .build();

    /** A seller: short name, used in addresses, and the name that buyers read. */
    public record Seller(String id, String name, String displayName) {}

    public Sellers(Database database) {
        this.database = database;
    }

    public Future<Seller> seller(String id) {
        Seller known = remembered.getIfPresent(id);
        if (known != null) {
            return Future.succeededFuture(known);
        }
        return database.get("SELECT id, name, display_name FROM seller WHERE id = $1", Tuple.of(id))
                .map(rows -> {
                    for (Row row : rows) {
                        Seller seller = new Seller(row.getString(0), row.getString(1), row.getString(2));
                        remembered.put(id, seller);
                        return seller;
                    }
                    throw ApiError.notFound("Seller");
                });
    }
}
