package io.tollgate.simulation;

import io.tollgate.support.TestApi;
import io.tollgate.support.VirtualClock;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** A seller who refunds and cancels, and repeats a cancellation whose outcome is not known. */
final class SimulatedSeller {
    private static final int REPEATED_MAX = 3;
    private static final int DAYS_MAX = 120;

    private final Lane.Seller account;
    private final Sale sale;
    private final Trace trace;
    private final VirtualClock clock;
    private final SplittableRandom random;
    private final boolean cancels;
    private @Nullable RequestedCancellation pending;
    private int repeated;
    private int requested;

    SimulatedSeller(Lane.Seller account, Sale sale, Trace trace, VirtualClock clock, SplittableRandom random) {
        this.account = account;
        this.sale = sale;
        this.trace = trace;
        this.clock = clock;
        this.random = random;
        this.cancels = sale.recurs() && random.nextInt(3) > 0;
    }

    private TestApi api(Node node) {
        return new TestApi(node.url(), account.key());
    }

    /** Refunds the last payment, or a part of it. */
    void refund(Node node, FaultChoice faults) {
        for (String path : List.of("/v1/payments", "/v1/bookings", "/v1/subscription-payments")) {
            List<String> ids = attempt(() -> api(node).get(path + "?limit=1").ids());
            if (ids != null && !ids.isEmpty()) {
                faults.arm(node);
                String body = random.nextBoolean() ? "{}" : "{\"amount\": 100}";
                Integer status = attempt(() -> api(node)
                        .post(path + "/" + ids.get(0) + "/refund", body)
                        .status());
                node.disarm();
                trace.add("refund of " + path + ": " + (status == null ? "without a response" : status));
                return;
            }
        }
    }

    /** Returns the next cancellation to send: the last one again, or one of any subscription. Null if there is none. */
    @Nullable
    RequestedCancellation cancellation(Node node) {
        RequestedCancellation last = pending;
        if (last != null && last.outcome() == RequestedCancellation.Outcome.UNKNOWN && repeated < REPEATED_MAX) {
            repeated++;
            return last;
        }
        List<String> ids = cancels
                ? attempt(() -> api(node).get("/v1/subscriptions?limit=4").ids())
                : null;
        if (ids == null || ids.isEmpty()) {
            return null;
        }
        String id = ids.get(random.nextInt(ids.size()));
        var endings = RequestedCancellation.Ending.values();
        RequestedCancellation next = new RequestedCancellation(
                account.key(),
                id,
                trace.name(id),
                endings[random.nextInt(endings.length)],
                clock.now()
                        .plus(Duration.ofHours(1L + random.nextInt(24 * DAYS_MAX)))
                        .truncatedTo(ChronoUnit.SECONDS),
                "cancellation-" + requested++,
                clock);
        repeated = 0;
        pending = next;
        sale.cancellations().add(next);
        return next;
    }

    private static <T> @Nullable T attempt(Supplier<T> what) {
        try {
            return what.get();
        } catch (UncheckedIOException | AssertionError failed) {
            return null;
        }
    }
}
