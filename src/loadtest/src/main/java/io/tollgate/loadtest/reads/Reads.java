package io.tollgate.loadtest.reads;

import io.tollgate.loadtest.Part;
import io.tollgate.loadtest.call.Call;
import io.tollgate.loadtest.call.Client;
import io.tollgate.loadtest.call.Step;
import io.tollgate.loadtest.contract.Contract;
import io.tollgate.loadtest.contract.Listing;
import io.tollgate.loadtest.measure.Claims;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Reads of every list. A walk belongs to nobody: each arrival takes the next page of one that is not under way, so the
 * rate does not wait for a slow page. Lists that were not walked to the end come first.
 */
public final class Reads implements Part {
    private static final int LIMIT_MAX = 100;
    private static final double WALKS = 0.55;
    private static final double GETS = 0.25;
    private static final double FILTERS = 0.12;

    private final Claims claims = new Claims(List.of(
            Walk.PAGES,
            Walk.DOWN,
            Walk.BACK,
            GetStep.SAME,
            FilterStep.MATCHES,
            FilterStep.FOUND,
            FilterStep.TOTAL,
            SearchStep.CONTAINS));
    private final Call.Caller caller;
    private final Random random;
    private final Pool pool;
    private final Deque<Walk> first = new ArrayDeque<>();
    private final Deque<Walk> again = new ArrayDeque<>();
    private final Set<Walk> begun = new LinkedHashSet<>();
    private final List<Listing> listings = new ArrayList<>();

    /** @param nowSeconds since 1970: newer records are no samples, as the load itself may be changing them */
    public Reads(Call.Caller caller, long seed, long nowSeconds) {
        this.caller = caller;
        this.random = new Random(seed);
        this.pool = new Pool(new Random(seed + 1), Long.toHexString(nowSeconds) + "0".repeat(16));
    }

    @Override
    public String name() {
        return "reads";
    }

    @Override
    public Claims claims() {
        return claims;
    }

    @Override
    public void prepare(Client client) {
        listings.addAll(Contract.listings(
                client.get(Call.Caller.BUYER, "/openapi.json").expect(200).json()));
        for (Listing listing : listings) {
            Walk walk = new Walk(listing, LIMIT_MAX, claims);
            first.add(walk);
            begun.add(walk);
        }
    }

    @Override
    public synchronized Step next() {
        double dice = random.nextDouble();
        Known known = dice < WALKS ? null : pool.any();
        Step step = known == null ? null : ofRecord(known, dice - WALKS);
        return step == null ? walk() : step;
    }

    private @Nullable Step ofRecord(Known known, double dice) {
        if (dice < GETS) {
            return known.listing().hasGet() ? new GetStep(known, caller, claims) : null;
        }
        return dice < GETS + FILTERS
                ? FilterStep.of(known, caller, claims, random)
                : SearchStep.of(known, caller, claims, random);
    }

    private Step walk() {
        Walk walk = first.isEmpty() ? again.poll() : first.poll();
        if (walk == null) {
            walk = new Walk(listings.get(random.nextInt(listings.size())), 1 + random.nextInt(LIMIT_MAX), claims);
        }
        return new WalkStep(walk, this, caller);
    }

    synchronized void seen(Walk walk, Slice slice) {
        pool.offer(walk.listing(), slice.items());
        if (!walk.isOver()) {
            back(walk);
        }
    }

    synchronized void back(Walk walk) {
        (begun.contains(walk) ? first : again).add(walk);
    }

    /** Begins anew, so that one wrong page does not hide what comes after it. */
    synchronized void failed(Walk walk) {
        Walk anew = new Walk(walk.listing(), LIMIT_MAX, claims);
        if (begun.remove(walk)) {
            begun.add(anew);
        }
        back(anew);
    }

    @Override
    public synchronized Conclusion conclude(Client client) {
        List<String> unfinished = begun.stream()
                .filter(walk -> !walk.isOver())
                .map(Walk::progress)
                .toList();
        String walked =
                "walked whole, both ways: %d of %d lists".formatted(begun.size() - unfinished.size(), begun.size());
        return new Conclusion(
                List.of(),
                List.of(unfinished.isEmpty() ? walked : walked + "; not to the end: " + String.join("; ", unfinished)));
    }
}
