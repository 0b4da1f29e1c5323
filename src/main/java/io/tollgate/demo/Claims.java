package io.tollgate.demo;

import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * How much of what can run out has been taken: stock, places, uses of coupons. Purchases claim in
 * the order of time; only live ones count.
 */
final class Claims {
    private final Map<String, int[]> taken = new HashMap<>();

    /** Whether there are so many more of it. */
    boolean left(String ownerId, @Nullable Integer capacity, int quantity) {
        return capacity == null || taken(ownerId) + quantity <= capacity;
    }

    void take(String ownerId, int quantity) {
        taken.computeIfAbsent(ownerId, id -> new int[1])[0] += quantity;
    }

    int taken(String ownerId) {
        int[] count = taken.get(ownerId);
        return count == null ? 0 : count[0];
    }
}
