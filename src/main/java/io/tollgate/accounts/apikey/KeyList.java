package io.tollgate.accounts.apikey;

import java.sql.Array;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Timestamp;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Lists the keys of a database, for commands. Blocks.
 *
 * @param url JDBC URL
 */
public record KeyList(String url) {
    /**
     * The metadata of a key. Times are null for events that have not happened.
     *
     * @param scopes null for everything
     */
    public record Entry(
            String id,
            String seller,
            boolean live,
            String label,
            String prefix,
            String last4,
            Instant createdAt,
            @Nullable List<String> scopes,
            @Nullable Instant expiresAt,
            @Nullable Instant lastUsedAt,
            @Nullable Instant revokedAt) {}

    /** Returns the keys of a seller, or of all sellers, including revoked ones, by seller and newest first. */
    public List<Entry> of(@Nullable String sellerName) {
        if (sellerName != null) {
            KeyRing.checkName(sellerName);
        }
        String sql = """
                SELECT api_key.id, seller.name, livemode, label, prefix, last4,
                       api_key.created_at, last_used_at, revoked_at, scopes, expires_at
                FROM api_key
                JOIN seller ON seller.id = api_key.seller_id
                LEFT JOIN api_key_use ON api_key_use.seller_id = api_key.seller_id AND key_id = api_key.id
                WHERE seller.name = coalesce(?, seller.name)
                ORDER BY seller.name, api_key.id DESC
                """;
        return KeyRing.transaction(url, connection -> {
            if (sellerName != null) {
                KeyRing.requireSeller(connection, sellerName);
            }
            try (PreparedStatement statement = connection.prepareStatement(sql)) {
                statement.setString(1, sellerName);
                return read(statement);
            }
        });
    }

    private static List<Entry> read(PreparedStatement statement) throws SQLException {
        List<Entry> keys = new ArrayList<>();
        try (ResultSet row = statement.executeQuery()) {
            while (row.next()) {
                keys.add(new Entry(
                        row.getString(1),
                        row.getString(2),
                        row.getBoolean(3),
                        row.getString(4),
                        row.getString(5),
                        row.getString(6),
                        Objects.requireNonNull(instant(row, 7)),
                        texts(row.getArray(10)),
                        instant(row, 11),
                        instant(row, 8),
                        instant(row, 9)));
            }
        }
        return keys;
    }

    private static @Nullable List<String> texts(@Nullable Array values) throws SQLException {
        return values == null ? null : List.of((String[]) values.getArray());
    }

    private static @Nullable Instant instant(ResultSet row, int column) throws SQLException {
        Timestamp time = row.getTimestamp(column);
        return time == null ? null : time.toInstant();
    }
}
