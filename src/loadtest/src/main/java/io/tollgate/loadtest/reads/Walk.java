package io.tollgate.loadtest.reads;

import io.tollgate.loadtest.call.Fault;
import io.tollgate.loadtest.contract.Listing;
import io.tollgate.loadtest.measure.Claims;
import java.math.BigInteger;
import org.jspecify.annotations.Nullable;

/**
 * A list read from its newest record to its oldest, and from there back to the newest. Others may add records
 * meanwhile, which stand before all that were there; none may be taken away. Used by one step at a time.
 */
final class Walk {
    static final String PAGES = "a page is full where more follow, its ids fall, and it lies beyond its cursor";
    static final String DOWN = "a whole list, by starting_after: as many records as its total says, each once";
    static final String BACK = "the same list back, by ending_before: the same records";

    private final Listing listing;
    private final int limit;
    private final Claims claims;

    private boolean back;
    private boolean over;
    private @Nullable String cursor;
    private @Nullable String oldest;
    private @Nullable String newest;
    private long firstTotal = -1;
    private long lastTotal;
    private boolean moved;
    private long seenDown;
    private long seenBack;

    /** Sums of ids: equal for equal sets, and of constant size however long the list is. */
    private BigInteger sumDown = BigInteger.ZERO;

    private BigInteger sumBack = BigInteger.ZERO;

    Walk(Listing listing, int limit, Claims claims) {
        this.listing = listing;
        this.limit = limit;
        this.claims = claims;
    }

    Listing listing() {
        return listing;
    }

    /** Whether it came to the end of the list and all the way back. */
    boolean isOver() {
        return over;
    }

    /** Records seen on the way down, of how many. */
    String progress() {
        return "%s %d of %d%s"
                .formatted(listing.noun(), seenDown, Math.max(0, firstTotal), back ? ", on the way back" : "");
    }

    String path() {
        String direction = back ? "&ending_before=" : "&starting_after=";
        return listing.path() + "?limit=" + limit + (cursor == null ? "" : direction + cursor);
    }

    /**
     * Goes on by the page that {@link #path} asked for.
     *
     * @throws Fault where the page cannot be
     */
    void take(Slice slice) {
        claims.hold(PAGES, isSound(slice), "a page of %s that cannot follow its cursor".formatted(listing.noun()));
        note(slice.total());
        if (back) {
            takeBack(slice);
        } else {
            takeDown(slice);
        }
    }

    private boolean isSound(Slice slice) {
        int size = slice.items().size();
        String first = slice.first();
        String last = slice.last();
        boolean beyond = cursor == null
                || first == null
                || last == null
                || (back ? last.compareTo(cursor) > 0 : first.compareTo(cursor) < 0);
        return size <= limit && (!slice.hasMore() || size == limit) && slice.isDescending() && beyond;
    }

    private void note(long total) {
        moved |= firstTotal >= 0 && total != firstTotal;
        firstTotal = firstTotal < 0 ? total : firstTotal;
        lastTotal = total;
    }

    private void takeDown(Slice slice) {
        seenDown += slice.items().size();
        sumDown = sumDown.add(sum(slice));
        newest = newest == null ? slice.first() : newest;
        oldest = slice.last() == null ? oldest : slice.last();
        cursor = slice.last();
        if (slice.hasMore()) {
            return;
        }
        // What was there at the first page is seen; what came after it may be.
        claims.hold(
                DOWN,
                firstTotal <= seenDown && seenDown <= lastTotal,
                "%s has %d records but %d were listed".formatted(listing.noun(), firstTotal, seenDown));
        back = true;
        over = oldest == null;
        cursor = oldest;
        seenBack = oldest == null ? 0 : 1;
        sumBack = oldest == null ? BigInteger.ZERO : new BigInteger(oldest, 16);
    }

    private void takeBack(Slice slice) {
        for (Slice.Item item : slice.items()) {
            // What is newer than the first page was made meanwhile.
            if (newest != null && item.id().compareTo(newest) <= 0) {
                seenBack++;
                sumBack = sumBack.add(new BigInteger(item.id(), 16));
            }
        }
        cursor = slice.first() == null ? cursor : slice.first();
        if (slice.hasMore()) {
            return;
        }
        over = true;
        boolean same = seenBack == seenDown && sumBack.equals(sumDown);
        claims.hold(
                BACK,
                same || (moved && seenBack >= seenDown),
                "%s: %d records one way, %d the other".formatted(listing.noun(), seenDown, seenBack));
    }

    private static BigInteger sum(Slice slice) {
        BigInteger sum = BigInteger.ZERO;
        for (Slice.Item item : slice.items()) {
            sum = sum.add(new BigInteger(item.id(), 16));
        }
        return sum;
    }
}
