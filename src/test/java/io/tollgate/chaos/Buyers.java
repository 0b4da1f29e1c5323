package io.tollgate.chaos;

import io.tollgate.chaos.History.Attempt;
import io.tollgate.chaos.History.Wish;
import io.tollgate.support.Load;
import io.tollgate.support.TestApi;
import io.tollgate.support.TestApi.Reply;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** Buyers who book without pause. Each retries a booking under the same idempotency key until it succeeds. */
final class Buyers {
    /** The end of the e-mail address of each buyer. */
    static final String DOMAIN = "@example.com";

    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final int PAUSE_MILLIS = 20;
    private static final AtomicInteger NUMBERS = new AtomicInteger();

    private final TestApi api;
    private final Shop shop;
    private final History history = new History();
    private final List<Thread> threads = new ArrayList<>();
    private boolean careful = true;
    private volatile boolean stopped;

    Buyers(TestApi api, Shop shop) {
        this.api = api;
        this.shop = shop;
    }

    /** From now on, each retry uses a new idempotency key: the control. */
    Buyers useNewKeys() {
        careful = false;
        return this;
    }

    Buyers start(int number) {
        for (int i = 0; i < number; i++) {
            Thread thread = new Thread(this::bookRepeatedly, "buyer-" + i);
            thread.setDaemon(true);
            threads.add(thread);
            thread.start();
        }
        return this;
    }

    private void bookRepeatedly() {
        while (!stopped) {
            buy();
        }
    }

    /** Books one ticket and retries until it succeeds. */
    void buy() {
        int number = NUMBERS.incrementAndGet();
        Wish wish = history.wish("buyer" + number + DOMAIN);
        long end = System.nanoTime() + PATIENCE.toNanos();
        for (int attempt = 0; !wish.fulfilled() && System.nanoTime() < end; attempt++) {
            if (attempt > 0) {
                Load.pause(PAUSE_MILLIS);
            }
            history.add(wish, attempt(wish.email, careful ? "k" + number : "k" + number + "-" + attempt));
        }
    }

    private Attempt attempt(String email, String key) {
        Map<String, String> headers = Map.of("Content-Type", "application/json", "Idempotency-Key", key);
        long begun = System.nanoTime();
        @Nullable Reply reply;
        try {
            reply = api.send("POST", "/v1/bookings", headers, shop.booking(email));
        } catch (UncheckedIOException broken) {
            reply = null;
        }
        return new Attempt(begun, System.nanoTime(), reply);
    }

    History history() {
        return history;
    }

    /** Waits until each buyer has finished its last booking. */
    History stop() {
        stopped = true;
        for (Thread thread : threads) {
            try {
                thread.join(PATIENCE.toMillis() + 30_000);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
            if (thread.isAlive()) {
                throw new AssertionError("a request hangs");
            }
        }
        return history;
    }
}
