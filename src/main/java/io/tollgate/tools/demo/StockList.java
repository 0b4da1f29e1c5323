package io.tollgate.tools.demo;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Types;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The limits of a seller's stock, capacity and coupon redemptions. */
final class StockList {
    private final List<Entry> entries = new ArrayList<>();
    private final Map<String, Integer> limits = new HashMap<>();

    private record Entry(String kind, String ownerId) {}

    /** @param limit null if unlimited */
    void set(String kind, String ownerId, @Nullable Integer limit) {
        entries.add(new Entry(kind, ownerId));
        if (limit != null) {
            limits.put(ownerId, limit);
        }
    }

    /** Returns the limit; null if unlimited. */
    @Nullable
    Integer limit(String ownerId) {
        return limits.get(ownerId);
    }

    void write(Connection connection, String sellerId, Consumption consumption) throws SQLException {
        try (PreparedStatement insert = connection.prepareStatement(
                "INSERT INTO capacity (seller_id, kind, owner_id, capacity, taken) VALUES (?, ?, ?, ?, ?)")) {
            for (Entry entry : entries) {
                insert.setString(1, sellerId);
                insert.setString(2, entry.kind());
                insert.setString(3, entry.ownerId());
                insert.setObject(4, limit(entry.ownerId()), Types.INTEGER);
                insert.setInt(5, consumption.taken(entry.ownerId()));
                insert.addBatch();
            }
            insert.executeBatch();
        }
    }
}
