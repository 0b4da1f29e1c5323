package io.tollgate.chaos;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;

/** Kills the gateway once, at the moment for which it is armed. */
final class KillSwitch {
    private final AtomicReference<KillPoint> armed = new AtomicReference<>();
    private volatile CountDownLatch fired = new CountDownLatch(0);
    private volatile Runnable kill = () -> {};

    /** @param action kills the gateway and returns after its end */
    void arm(KillPoint point, Runnable action) {
        fired = new CountDownLatch(1);
        kill = action;
        armed.set(point);
    }

    /** Returns the moment if it is of this kind and not past, and disarms the switch: the caller has to fire. */
    KillPoint take(KillPoint.Kind kind, String text) {
        KillPoint point = armed.get();
        boolean now = point != null && point.kind() == kind && text.contains(point.text());
        return now && armed.compareAndSet(point, null) ? point : null;
    }

    /** Returns the text whose transaction is watched; null if there is none. */
    String watched() {
        KillPoint point = armed.get();
        return point != null && point.kind() == KillPoint.Kind.COMMIT ? point.text() : null;
    }

    void fire() {
        armed.set(null);
        kill.run();
        fired.countDown();
    }

    /** Waits until the gateway is killed. Returns false if it is not in time. */
    boolean hasFired(int seconds) {
        try {
            return fired.await(seconds, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }
}
