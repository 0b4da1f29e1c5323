package io.tollgate.tools.demo;

import java.util.HashMap;
import java.util.Map;

/**
 * Tracks how much stock, capacity and coupon redemptions are used. Purchases use them in chronological order; only live
 * purchases count.
 */
final class Consumption {
    private final StockList stock;
    private final Map<String, int[]> taken = new HashMap<>();

    Consumption(StockList stock) {
        this.stock = stock;
    }

    /** Returns whether at least this quantity is left. */
    boolean left(String ownerId, int quantity) {
        Integer limit = stock.limit(ownerId);
        return limit == null || taken(ownerId) + quantity <= limit;
    }

    void take(String ownerId, int quantity) {
        taken.computeIfAbsent(ownerId, id -> new int[1])[0] += quantity;
    }

    int taken(String ownerId) {
        int[] count = taken.get(ownerId);
        return count == null ? 0 : count[0];
    }
}
