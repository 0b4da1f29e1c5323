package io.tollgate.platform.task;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tollgate.platform.resource.Scope;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** The limits of lanes. */
class LaneTest {
    private static final Scope ADA = new Scope("a".repeat(24), true);
    private static final Scope BEN = new Scope("b".repeat(24), true);

    /** Work of two sellers, which is done when the test says so. */
    private static final class SlowWork implements WorkSource<String> {
        private final Deque<String> waiting = new ArrayDeque<>();
        private final List<Promise<Void>> begun = new ArrayList<>();
        private Future<Void> search = Future.succeededFuture();

        SlowWork(int count) {
            IntStream.range(0, count).forEach(i -> waiting.add("work" + i));
        }

        @Override
        public Future<List<Share>> shares(int count) {
            int turns = Math.min(count, waiting.size());
            return search.map(List.of(new Share(ADA, turns / 2), new Share(BEN, turns - turns / 2)));
        }

        @Override
        public Future<List<String>> claim(Scope scope, int count) {
            List<String> claimed = new ArrayList<>();
            while (claimed.size() < count && !waiting.isEmpty()) {
                claimed.add(waiting.remove());
            }
            return Future.succeededFuture(claimed);
        }

        @Override
        public Future<Void> perform(String work) {
            Promise<Void> done = Promise.promise();
            begun.add(done);
            return done.future();
        }

        void finish(int number) {
            begun.get(number).complete();
        }
    }

    @Test
    void aLaneWorksOnNoMoreThanItsLimit() {
        SlowWork work = new SlowWork(5);
        LaneRunner.Progress run = new LaneRunner<>(new Lane("stars", 10, 2), work).start(10);
        assertThat(work.begun).hasSize(2);
        assertThat(run.claimed().isComplete()).isFalse();
        work.finish(1);
        assertThat(work.begun).hasSize(3);
        work.finish(0);
        work.finish(2);
        assertThat(run.claimed().result()).isEqualTo(5);
        assertThat(run.done().isComplete()).isFalse();
        work.finish(3);
        work.finish(4);
        assertThat(run.done().result()).isEqualTo(5);
    }

    /** Control of the next test: the same work fills a lane with one place. */
    @Test
    void slowWorkFillsItsLane() {
        SlowWork work = new SlowWork(1);
        LaneRunner<String> lane = new LaneRunner<>(new Lane("stars", 1, 1), work);
        lane.start(1);
        work.waiting.add("further");
        lane.start(1);
        assertThat(work.begun).hasSize(1);
    }

    @Test
    void slowWorkDelaysNoFurtherRunWhileTheLaneHasRoom() {
        SlowWork work = new SlowWork(1);
        LaneRunner<String> lane = new LaneRunner<>(new Lane("stars", 1, 2), work);
        assertThat(lane.start(1).claimed().isComplete()).isTrue();
        work.waiting.add("further");
        LaneRunner.Progress next = lane.start(1);
        assertThat(work.begun).hasSize(2);
        work.finish(1);
        assertThat(next.done().result()).isEqualTo(1);
    }

    @Test
    void workThatAnotherNodeHasClaimedFreesItsPlace() {
        SlowWork work = new SlowWork(4);
        Promise<Void> search = Promise.promise();
        work.search = search.future();
        LaneRunner<String> lane = new LaneRunner<>(new Lane("stars", 4, 4), work);
        Future<Integer> run = lane.run();
        work.waiting.clear();
        search.complete();
        assertThat(run.result()).isZero();
        work.waiting.addAll(List.of("a", "b", "c", "d"));
        lane.start(4);
        assertThat(work.begun).hasSize(4);
    }

    @Test
    void aFailedSearchEndsTheRun() {
        SlowWork work = new SlowWork(1);
        work.search = Future.failedFuture("no connection");
        LaneRunner.Progress run = new LaneRunner<>(Lane.of("stars", 1), work).start(1);
        assertThat(run.claimed().cause()).hasMessage("no connection");
        assertThat(run.done().cause()).hasMessage("no connection");
    }

    @Test
    void nothingBeginsAfterTheStop() {
        SlowWork work = new SlowWork(3);
        LaneRunner<String> lane = new LaneRunner<>(new Lane("stars", 3, 1), work);
        Future<Integer> run = lane.run();
        Future<Void> stopped = lane.stop(Duration.ofMillis(1));
        while (!stopped.isComplete()) {
            Thread.onSpinWait();
        }
        work.finish(0);
        assertThat(work.begun).hasSize(1);
        assertThat(run.result()).isEqualTo(1);
        assertThat(work.waiting).hasSize(2);
    }

    @Test
    void aKindHasOneHandler() {
        TaskKind kind = TaskKind.of("COUNT_STARS", Lane.HOUSEKEEPING);
        TaskHandlers handlers = new TaskHandlers().add(kind, task -> Future.succeededFuture());
        assertThatThrownBy(() -> handlers.add(kind, task -> Future.succeededFuture()))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("COUNT_STARS");
    }

    @Test
    void pausesDoubleUpToTheirMaximum() {
        Backoff backoff = new Backoff(Duration.ofSeconds(2), Duration.ofMinutes(1), pause -> pause / 2);
        assertThat(IntStream.of(1, 2, 5, 6, 70).mapToObj(backoff::pause))
                .containsExactly(
                        Duration.ofSeconds(2),
                        Duration.ofSeconds(4),
                        Duration.ofSeconds(32),
                        Duration.ofMinutes(1),
                        Duration.ofMinutes(1));
        assertThat(backoff.pauseWithJitter(2)).isEqualTo(Duration.ofSeconds(6));
    }
}
