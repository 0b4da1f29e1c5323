package io.tollgate.platform.task;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.tollgate.platform.resource.Scope;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** Does the due work of one lane, in runs, and never more at a time than the lane permits. */
public final class LaneRunner<T> {
    private final Lane lane;
    private final WorkSource<T> source;
    private final List<Run> runs = new ArrayList<>();
    private int inFlight;
    private boolean stopped;

    public LaneRunner(Lane lane, WorkSource<T> source) {
        this.lane = lane;
        this.source = source;
    }

    /** A run, which shares a number of turns among the scopes. Fields are guarded by the runner. */
    private final class Run {
        private final Deque<Share> turns = new ArrayDeque<>();
        private final Promise<Integer> found = Promise.promise();
        private final Promise<Integer> claimed = Promise.promise();
        private final Promise<Integer> done = Promise.promise();
        private boolean searching = true;
        private int claims;
        private int open;
        private int count;
        private @Nullable Throwable failure;
    }

    /**
     * The progress of a run.
     *
     * @param found completes with the number of tasks to claim
     * @param claimed completes with the number of claimed tasks, as soon as the next run may begin
     * @param done completes with the same number when the work is done
     */
    public record Progress(Future<Integer> found, Future<Integer> claimed, Future<Integer> done) {}

    public Lane lane() {
        return lane;
    }

    /** Shows how much work is in flight. */
    public void showIn(MeterRegistry registry) {
        Gauge.builder("tollgate.lane.in.flight", this::inFlight)
                .description("Tasks or messages that this instance works on.")
                .tag("lane", lane.name())
                .register(registry);
    }

    private synchronized int inFlight() {
        return inFlight;
    }

    /** Does due work, at most {@code perRun}, and returns how much it was. */
    public Future<Integer> run() {
        return start(lane.perRun()).done();
    }

    /** Begins a run of a number of tasks. */
    public Progress start(int count) {
        Run run = new Run();
        synchronized (this) {
            runs.add(run);
        }
        source.shares(count).onComplete(shares -> {
            synchronized (this) {
                run.searching = false;
                run.failure = shares.cause();
                if (shares.succeeded()) {
                    run.turns.addAll(shares.result());
                }
            }
            run.found.handle(
                    shares.map(all -> all.stream().mapToInt(Share::count).sum()));
            claimTurns();
        });
        return new Progress(run.found.future(), run.claimed.future(), run.done.future());
    }

    /**
     * Completes when the runs are done, or at a deadline. No work begins after that: what is left stays due, and the
     * leases of work in flight end.
     */
    public Future<Void> stop(Duration deadline) {
        List<Future<Integer>> left;
        synchronized (this) {
            left = runs.stream().map(run -> run.done.future()).toList();
        }
        return Future.join(left)
                .<Void>mapEmpty()
                .timeout(deadline.toMillis(), TimeUnit.MILLISECONDS)
                .otherwiseEmpty()
                .onComplete(ended -> {
                    synchronized (this) {
                        stopped = true;
                    }
                    claimTurns();
                });
    }

    /** Claims turns while the lane has room, and ends the runs that are done. */
    private void claimTurns() {
        List<Run> all;
        synchronized (this) {
            all = List.copyOf(runs);
        }
        for (Run run : all) {
            for (Share turn = take(run); turn != null; turn = take(run)) {
                claim(run, turn);
            }
            end(run);
        }
    }

    private synchronized @Nullable Share take(Run run) {
        if (stopped) {
            run.turns.clear();
        }
        int free = lane.inFlightMax() - inFlight;
        if (free <= 0) {
            return null;
        }
        Share next = run.turns.poll();
        if (next == null) {
            return null;
        }
        int count = Math.min(free, next.count());
        if (count < next.count()) {
            run.turns.addFirst(new Share(next.scope(), next.count() - count));
        }
        inFlight += count;
        run.open += count;
        run.claims++;
        return new Share(next.scope(), count);
    }

    private void claim(Run run, Share turn) {
        source.claim(turn.scope(), turn.count()).onComplete(claim -> {
            List<T> work = claim.succeeded() ? claim.result() : List.of();
            synchronized (this) {
                run.claims--;
                run.count += work.size();
                run.failure = claim.failed() ? claim.cause() : run.failure;
            }
            release(run, turn.count() - work.size());
            work.forEach(
                    one -> Future.succeededFuture(one).compose(source::perform).onComplete(done -> release(run, 1)));
        });
    }

    private void release(Run run, int places) {
        synchronized (this) {
            inFlight -= places;
            run.open -= places;
        }
        claimTurns();
    }

    private void end(Run run) {
        boolean claimed;
        boolean done;
        synchronized (this) {
            claimed = !run.searching && run.turns.isEmpty() && run.claims == 0;
            done = claimed && run.open == 0;
            if (done) {
                runs.remove(run);
            }
        }
        if (claimed) {
            complete(run.claimed, run);
        }
        if (done) {
            complete(run.done, run);
        }
    }

    private static void complete(Promise<Integer> promise, LaneRunner<?>.Run run) {
        Throwable failure = run.failure;
        if (failure == null) {
            promise.tryComplete(run.count);
        } else {
            promise.tryFail(failure);
        }
    }

    /** Runs due work of one scope now, whatever else is in flight, and returns how much there was. */
    public Future<Integer> run(Scope scope, int count) {
        return source.claim(scope, count)
                .compose(claimed -> Future.join(
                                claimed.stream().map(source::perform).toList())
                        .map(done -> claimed.size()));
    }
}
