package io.tollgate.accounts.seller;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.tollgate.platform.clock.TimeZones;
import io.tollgate.platform.db.Database;
import io.tollgate.platform.error.ApiError;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.Tuple;
import java.time.Duration;
import java.time.ZoneId;
import org.jspecify.annotations.Nullable;

/** Caches sellers for a few seconds, with the settings that buyers see. */
public final class Sellers {
    private final Database database;
    private final Cache<String, Seller> cache = Caffeine.newBuilder()
            .expireAfterWrite(Duration.ofSeconds(5))
            .maximumSize(100_000)
            .build();

    private final Cache<String, Seller> byName = Caffeine.newBuilder()
            .expireAfterWrite(Duration.ofSeconds(5))
            .maximumSize(100_000)
            .build();

    /**
     * A seller.
     *
     * @param name short name, which is used in URLs
     * @param displayName the name that buyers see
     * @param logoUrl address of the logo; null without one
     * @param accentColor color of buttons and links, as {@code #rrggbb}; null for the default color
     * @param savesContacts whether the carts of buyers with an e-mail address are saved
     * @param zone the time zone of the dates that buyers see
     * @param country of the address; null if unknown
     */
    public record Seller(
            String id,
            String name,
            String displayName,
            @Nullable String logoUrl,
            @Nullable String accentColor,
            boolean savesContacts,
            ZoneId zone,
            @Nullable String country) {}

    private static final String READ = """
            SELECT s.id, s.name, coalesce(t.display_name, s.display_name), f.document::jsonb ->> 'location',
                   t.accent_color, coalesce(t.save_contact_details, FALSE), t.timezone,
                   t.address ->> 'country'
            FROM seller s
            LEFT JOIN seller_setting t ON t.seller_id = s.id
            LEFT JOIN file f ON f.seller_id = s.id AND f.id = t.logo_file_id
            """;

    private static Seller seller(Row row) {
        return new Seller(
                row.getString(0),
                row.getString(1),
                row.getString(2),
                row.getString(3),
                row.getString(4),
                row.getBoolean(5),
                TimeZones.orUtc(row.getString(6)),
                row.getString(7));
    }

    public Sellers(Database database) {
        this.database = database;
    }

    public Future<Seller> seller(String id) {
        Seller known = cache.getIfPresent(id);
        if (known != null) {
            return Future.succeededFuture(known);
        }
        return database.get(READ + "WHERE s.id = $1", Tuple.of(id)).map(rows -> {
            for (Row row : rows) {
                Seller seller = seller(row);
                cache.put(id, seller);
                return seller;
            }
            throw ApiError.notFound("Seller");
        });
    }

    /** Returns the seller with this short name; null if there is none. */
    public Future<@Nullable Seller> named(String name) {
        Seller known = byName.getIfPresent(name);
        if (known != null) {
            return Future.succeededFuture(known);
        }
        return database.get(READ + "WHERE s.name = $1", Tuple.of(name)).map(rows -> {
            for (Row row : rows) {
                Seller seller = seller(row);
                byName.put(name, seller);
                return seller;
            }
            return null;
        });
    }
}
