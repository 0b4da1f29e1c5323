package io.tollgate.loadtest.engine;

import io.tollgate.loadtest.call.Attempt;
import io.tollgate.loadtest.call.Call;
import io.tollgate.loadtest.call.Keys;
import io.tollgate.loadtest.call.Patience;
import io.tollgate.loadtest.call.Step;
import io.tollgate.loadtest.measure.Tally;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * One load: where to, with which keys, what, and how fast.
 *
 * @param name of the scenario
 * @param url of the gateway
 * @param sellerUrl of the server that buyers ask; that of the gateway where there is none
 * @param steps draws what an arrival does; from several threads at once
 */
public record Load(
        String name,
        String url,
        String sellerUrl,
        Keys keys,
        Profile profile,
        Supplier<Step> steps,
        Tally tally,
        Patience patience,
        AtomicLong drawn) {

    public Load(
            String name, String url, String sellerUrl, Keys keys, Profile profile, Supplier<Step> steps, Tally tally) {
        this(
                name,
                url,
                sellerUrl,
                keys,
                profile,
                steps,
                tally,
                new Patience(() -> TimeUnit.NANOSECONDS.toMillis(System.nanoTime())),
                new AtomicLong());
    }

    /** What an arrival does, or null for nothing: there were enough, or the server asked for patience. */
    @Nullable
    Attempt arrival() {
        long number = drawn.incrementAndGet();
        if (number == 1) {
            long begin = System.nanoTime() + profile.rampUp().toNanos();
            tally.window(begin, begin + profile.duration().toNanos());
        }
        if (number > Profile.REQUESTS_MAX) {
            return null;
        }
        // Whom the server told to wait does not draw a step: nothing is taken that would then be lost.
        for (Call.Caller caller : Call.Caller.values()) {
            if (patience.isAskedOf(caller)) {
                tally.heldBack();
                return null;
            }
        }
        return new Attempt(steps.get(), tally, patience);
    }
}
