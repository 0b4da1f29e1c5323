package io.tollgate.accounts.apikey;

import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/**
 * Lists the sellers of a database, for commands. Blocks.
 *
 * @param url JDBC URL
 */
public record SellerList(String url) {
    private static final String ALL = """
            SELECT seller.name, display_name, seller.created_at,
                   count(key_hash) FILTER (WHERE livemode), count(key_hash) FILTER (WHERE NOT livemode)
            FROM seller
            LEFT JOIN api_key ON api_key.seller_id = seller.id AND revoked_at IS NULL
                AND (expires_at IS NULL OR expires_at > now())
            GROUP BY seller.id
            ORDER BY seller.name
            """;

    /**
     * @param name the short name, which commands take
     * @param liveKeys number of live keys that are not revoked
     */
    public record Entry(String name, String displayName, Instant createdAt, long liveKeys, long testKeys) {}

    /** Returns all sellers, by name. */
    public List<Entry> all() {
        return KeyRing.transaction(url, connection -> {
            List<Entry> sellers = new ArrayList<>();
            try (PreparedStatement statement = connection.prepareStatement(ALL);
                    ResultSet row = statement.executeQuery()) {
                while (row.next()) {
                    sellers.add(new Entry(
                            row.getString(1),
                            row.getString(2),
                            row.getTimestamp(3).toInstant(),
                            row.getLong(4),
                            row.getLong(5)));
                }
            }
            return sellers;
        });
    }
}
