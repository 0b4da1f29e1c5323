package io.tollgate.tools.demo;

/** Generates the ids of a catalog in order of creation, all before the first purchase. */
final class CatalogIds {
    private static final long STEP = 7 * Millis.SECOND + 131;

    private final IdMaker maker;
    private final String sellerId;
    private final long first;
    private long made;

    CatalogIds(long seed, String sellerId, long start) {
        this.maker = new IdMaker(seed, IdMaker.Kind.CATALOG);
        this.sellerId = sellerId;
        this.first = start - 20 * Millis.DAY;
    }

    String sellerId() {
        return sellerId;
    }

    /** Returns the creation time of the next document. */
    long time() {
        return first + made * STEP;
    }

    String next() {
        String id = maker.id(time(), made);
        made++;
        return id;
    }
}
