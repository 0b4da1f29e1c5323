package io.tollgate.tools.doctor;

/**
 * A set of ids with 16 bytes per id, so that millions fit in memory. Stores 64-bit hashes: with a million ids, the
 * probability of any collision is 1 in 30 million.
 */
final class IdSet {
    private long[] slots = new long[1024];
    private int size;

    void add(String id) {
        if (size * 2 >= slots.length) {
            grow();
        }
        put(hash(id));
    }

    boolean contains(String id) {
        long hashed = hash(id);
        int slot = slot(hashed);
        while (slots[slot] != 0) {
            if (slots[slot] == hashed) {
                return true;
            }
            slot = slot + 1 & slots.length - 1;
        }
        return false;
    }

    private void put(long hashed) {
        int slot = slot(hashed);
        while (slots[slot] != 0 && slots[slot] != hashed) {
            slot = slot + 1 & slots.length - 1;
        }
        size += slots[slot] == 0 ? 1 : 0;
        slots[slot] = hashed;
    }

    private void grow() {
        long[] former = slots;
        slots = new long[former.length * 2];
        size = 0;
        for (long hashed : former) {
            if (hashed != 0) {
                put(hashed);
            }
        }
    }

    private int slot(long hashed) {
        return (int) (hashed >>> 32) & slots.length - 1;
    }

    private static long hash(String id) {
        long hashed = 1;
        for (int i = 0; i < id.length(); i++) {
            hashed = hashed * 0x9e3779b97f4a7c15L + id.charAt(i);
        }
        hashed = (hashed ^ hashed >>> 29) * 0xbf58476d1ce4e5b9L;
        return (hashed ^ hashed >>> 32) | 1;
    }
}
