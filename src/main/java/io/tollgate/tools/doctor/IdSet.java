package io.tollgate.tools.doctor;

/**
 * A set of ids in sixteen bytes each, so that millions fit. It keeps a 64-bit mix of each id: two of
 * a million ids share one with a chance of one in thirty million.
 */
final class IdSet {
    private long[] slots = new long[1024];
    private int size;

    void add(String id) {
        if (size * 2 >= slots.length) {
            grow();
        }
        put(mix(id));
    }

    boolean contains(String id) {
        long mixed = mix(id);
        int slot = slot(mixed);
        while (slots[slot] != 0) {
            if (slots[slot] == mixed) {
                return true;
            }
            slot = slot + 1 & slots.length - 1;
        }
        return false;
    }

    private void put(long mixed) {
        int slot = slot(mixed);
        while (slots[slot] != 0 && slots[slot] != mixed) {
            slot = slot + 1 & slots.length - 1;
        }
        size += slots[slot] == 0 ? 1 : 0;
        slots[slot] = mixed;
    }

    private void grow() {
        long[] former = slots;
        slots = new long[former.length * 2];
        size = 0;
        for (long mixed : former) {
            if (mixed != 0) {
                put(mixed);
            }
        }
    }

    private int slot(long mixed) {
        return (int) (mixed >>> 32) & slots.length - 1;
    }

    private static long mix(String id) {
        long mixed = 1;
        for (int i = 0; i < id.length(); i++) {
            mixed = mixed * 0x9e3779b97f4a7c15L + id.charAt(i);
        }
        mixed = (mixed ^ mixed >>> 29) * 0xbf58476d1ce4e5b9L;
        return (mixed ^ mixed >>> 32) | 1;
    }
}
