package io.tollgate.tools.demo;

import java.util.HashMap;
import java.util.Map;

/**
 * How much of what can run out has been taken: stock, places, uses of coupons. Purchases take in
 * the order of time; only live ones count.
 */
final class Consumption {
    private final StockList stock;
    private final Map<String, int[]> taken = new HashMap<>();

    Consumption(StockList stock) {
        this.stock = stock;
    }

    /** Whether there are so many more of it. */
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
