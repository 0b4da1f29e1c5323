package io.tollgate.simulation;

import io.tollgate.processor.CallFaults;
import io.tollgate.processor.CallFaults.Fault;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** The fault of one chosen call to the processor, and no calls at all after the gateway was killed. */
final class CallPlan implements CallFaults.Plan {
    private @Nullable Fault armed;
    private int callsBefore;
    private @Nullable Runnable action;
    private boolean dead;
    private Promise<Void> release = Promise.promise();
    private CompletableFuture<Void> reached = new CompletableFuture<>();

    /**
     * Chooses a call.
     *
     * @param callsBefore number of calls from now that have no fault
     * @param action runs when the call is made; null for none
     */
    synchronized void arm(Fault fault, int callsBefore, @Nullable Runnable action) {
        this.armed = fault;
        this.callsBefore = callsBefore;
        this.action = action;
        this.reached = new CompletableFuture<>();
    }

    /** Chooses a call that waits until {@link #releaseLate}. Only one can wait at a time. */
    synchronized void armLate(Fault fault, int callsBefore) {
        release = Promise.promise();
        arm(fault, callsBefore, null);
    }

    synchronized void disarm() {
        armed = null;
    }

    /** From now on, no call leaves the gateway. */
    synchronized void kill() {
        dead = true;
    }

    /** Completes when the chosen call is made, and when the processor has executed it if its response is late. */
    synchronized CompletableFuture<Void> reached() {
        return reached;
    }

    /** Lets the late request or response continue. */
    void releaseLate() {
        Promise<Void> waiting;
        synchronized (this) {
            waiting = release;
        }
        waiting.tryComplete();
    }

    @Override
    public synchronized @Nullable Fault next() {
        if (dead) {
            return Fault.REQUEST_LOST;
        }
        if (armed == null || callsBefore-- > 0) {
            return null;
        }
        Fault fault = armed;
        armed = null;
        if (action != null) {
            action.run();
        }
        if (fault != Fault.RESPONSE_LATE) {
            reached.complete(null);
        }
        return fault;
    }

    @Override
    public synchronized void executed() {
        reached.complete(null);
    }

    @Override
    public synchronized Future<Void> release() {
        return release.future();
    }
}
