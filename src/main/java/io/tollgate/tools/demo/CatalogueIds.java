package io.tollgate.tools.demo;

/** Ids of a catalogue in the order of its making, before the first purchase. */
final class CatalogueIds {
    private static final long STEP = 7 * Moments.SECOND + 131;

    private final IdMaker maker;
    private final String sellerId;
    private final long first;
    private long made;

    CatalogueIds(long seed, String sellerId, long start) {
        this.maker = new IdMaker(seed, IdMaker.Kind.CATALOGUE);
        this.sellerId = sellerId;
        this.first = start - 20 * Moments.DAY;
    }

    String sellerId() {
        return sellerId;
    }

    /** When the next thing is made. */
    long time() {
        return first + made * STEP;
    }

    String next() {
        String id = maker.id(time(), made);
        made++;
        return id;
    }
}
