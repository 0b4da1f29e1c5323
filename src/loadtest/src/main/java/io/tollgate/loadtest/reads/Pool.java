package io.tollgate.loadtest.reads;

import io.tollgate.loadtest.contract.Listing;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.jspecify.annotations.Nullable;

/** A few records of each list, drawn evenly from all that were seen. */
final class Pool {
    private static final int EACH = 50;

    private final Map<Listing, List<Known>> kept = new HashMap<>();
    private final Map<Listing, Long> seen = new HashMap<>();
    private final List<Listing> listings = new ArrayList<>();
    private final Random random;
    private final String before;

    /** @param before an id; newer records are left out, because the load itself may be changing them */
    Pool(Random random, String before) {
        this.random = random;
        this.before = before;
    }

    synchronized void offer(Listing listing, List<Slice.Item> items) {
        for (Slice.Item item : items) {
            if (item.id().compareTo(before) < 0) {
                offer(new Known(listing, item.id(), item.json()));
            }
        }
    }

    private void offer(Known known) {
        List<Known> some = kept.computeIfAbsent(known.listing(), listing -> {
            listings.add(listing);
            return new ArrayList<>();
        });
        long count = seen.merge(known.listing(), 1L, Long::sum);
        if (some.size() < EACH) {
            some.add(known);
            return;
        }
        long place = (long) (random.nextDouble() * count);
        if (place < EACH) {
            some.set((int) place, known);
        }
    }

    /** One of any list, each list as likely, or null while none is known. */
    synchronized @Nullable Known any() {
        if (listings.isEmpty()) {
            return null;
        }
        List<Known> some = kept.get(listings.get(random.nextInt(listings.size())));
        return some.get(random.nextInt(some.size()));
    }
}
