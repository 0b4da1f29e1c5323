package io.tollgate.platform.task;

import static org.assertj.core.api.Assertions.assertThat;

import io.tollgate.platform.clock.Clock;
import io.tollgate.platform.db.Database;
import io.tollgate.platform.db.Ids;
import io.tollgate.platform.resource.Scope;
import io.tollgate.support.TestSeller;
import io.tollgate.support.TestSettings;
import io.tollgate.tools.demo.TestDatabase;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.json.JsonObject;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.Tuple;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.LongUnaryOperator;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** When tasks that failed at the same moment become due again. */
@Tag("chaos")
@Tag("C20")
class TaskRunnerTest {
    private static final TaskKind KIND = TaskKind.of("COUNT_STARS", Lane.PROCESSOR);
    private static final TaskKind URGENT =
            TaskKind.of("COUNT_MOONS", Lane.PROCESSOR).withPauseMax(Duration.ofSeconds(15));

    private static final int TASKS = 3 * KIND.lane().perRun();
    private static final Scope SCOPE = new Scope("5e11e4".repeat(4), true);
    private static final Instant NOW = Instant.parse("2026-11-22T12:00:00Z");
    private static final Clock STILL = () -> NOW;
    private static final Duration ALONE = Duration.ofSeconds(30);
    private static final Duration FIRST_PAUSE = Duration.ofSeconds(2);
    private static final int PARTS = 4;

    private static final Vertx VERTX = Vertx.vertx();

    private static TestDatabase server;
    private static Database database;

    @BeforeAll
    static void open() throws IOException {
        server = new TestDatabase();
        database = new Database(
                VERTX, TestSettings.database(server.url(), "transactionPool=8", "queryTimeoutMillis=10000"));
    }

    @AfterAll
    static void close() throws IOException {
        database.close();
        TestSeller.await(VERTX.close());
        server.close();
    }

    @BeforeEach
    void schedule() {
        TestSeller.await(database.write(
                SCOPE,
                transaction -> transaction
                        .query("DELETE FROM processor_task")
                        .execute()
                        .compose(empty -> {
                            List<Future<Void>> all = new ArrayList<>();
                            for (int i = 0; i < TASKS; i++) {
                                String id = Ids.next(NOW);
                                Task task = Task.of(SCOPE, id, KIND, id, new JsonObject());
                                all.add(Tasks.schedule(transaction, task, NOW, NOW));
                            }
                            return Future.all(all);
                        })));
    }

    private static final class Postponement extends RuntimeException implements RetryAfter {
        private static final long serialVersionUID = 1L;
        private final transient Duration pause;

        Postponement(Duration pause) {
            super("too many requests");
            this.pause = pause;
        }

        @Override
        public Duration retryAfter() {
            return pause;
        }
    }

    /** The other system requests a pause each time. */
    private static TaskHandler refused() {
        return task -> Future.failedFuture(new Postponement(ALONE));
    }

    private static TaskHandlers settlements() {
        return new TaskHandlers().add(KIND, refused());
    }

    /** Runs all due tasks; returns in how many milliseconds each is due again. */
    private static List<Long> dueAgain(TaskRunner run) {
        for (int left = TASKS; left > 0; left -= KIND.lane().perRun()) {
            assertThat(TestSeller.await(run.run())).isEqualTo(KIND.lane().perRun());
        }
        assertThat(TestSeller.await(run.run())).as("due now").isZero();
        List<Long> due = new ArrayList<>();
        for (Row row : TestSeller.await(database.get("SELECT due_at FROM processor_task", Tuple.tuple()))) {
            due.add(Duration.between(NOW, row.getOffsetDateTime(0).toInstant()).toMillis());
        }
        assertThat(due).hasSize(TASKS);
        return due;
    }

    /** Counts the tasks by the part of the jitter interval in which they become due. */
    private static long[] parts(List<Long> due) {
        long pause = FIRST_PAUSE.toMillis();
        long[] parts = new long[PARTS];
        for (long millis : due) {
            assertThat(millis - ALONE.toMillis())
                    .as("not before the pause is over")
                    .isBetween(pause, 2 * pause - 1);
            parts[(int) ((millis - ALONE.toMillis() - pause) * PARTS / pause)]++;
        }
        return parts;
    }

    private static TaskRunner spread(LongUnaryOperator apart) {
        return new TaskRunner(database, STILL, settlements(), apart);
    }

    @Test
    void what_failed_at_one_moment_comes_back_evenly_over_a_time_as_long_as_the_pause() {
        long[] parts = parts(dueAgain(new TaskRunner(database, STILL, settlements())));
        assertThat(Arrays.stream(parts).boxed())
                .allSatisfy(part -> assertThat(part).isBetween(1L, TASKS / 2L));
    }

    /** Control: without jitter, all tasks become due at the same moment. */
    @Test
    void without_what_sets_it_apart_it_comes_back_together() {
        assertThat(parts(dueAgain(spread(pause -> 0)))).containsExactly(TASKS, 0, 0, 0);
    }

    /** Buyers wait for these, so that an outage of the processor must not delay them further when it has ended. */
    @Test
    void payments_are_asked_about_within_a_minute_however_often_that_failed() {
        TestSeller.await(database.write(
                SCOPE,
                transaction -> transaction
                        .query("UPDATE processor_task SET kind = 'COUNT_MOONS', attempts = 40")
                        .execute()));
        TaskHandler unreachable = task -> Future.failedFuture(new Postponement(Duration.ZERO));
        TaskHandlers settlement = new TaskHandlers().add(URGENT, unreachable);
        assertThat(dueAgain(new TaskRunner(database, STILL, settlement))).allMatch(millis -> millis <= 30_000);
    }

    private static TaskRunner failing(Clock clock) {
        TaskHandler unreachable = task -> Future.failedFuture("unreachable");
        return new TaskRunner(database, clock, new TaskHandlers().add(KIND, unreachable), pause -> 0);
    }

    private static long count(String condition) {
        return TestSeller.await(database.get("SELECT count(*) FROM processor_task WHERE " + condition, Tuple.tuple()))
                .iterator()
                .next()
                .getLong(0);
    }

    private static void runAll(TaskRunner run) {
        int done = KIND.lane().perRun();
        while (done > 0) {
            done = TestSeller.await(run.run());
        }
    }

    @Test
    void a_task_that_fails_for_three_days_is_given_up() {
        runAll(failing(STILL));
        assertThat(count("failing_since IS NOT NULL AND failed_at IS NULL AND last_error = 'unreachable'"))
                .isEqualTo(TASKS);
        runAll(failing(() -> NOW.plus(Duration.ofHours(71))));
        assertThat(count("failed_at IS NULL")).isEqualTo(TASKS);
        runAll(failing(() -> NOW.plus(Duration.ofHours(74))));
        assertThat(count("failed_at IS NOT NULL")).isEqualTo(TASKS);
        assertThat(TestSeller.await(
                        failing(() -> NOW.plus(Duration.ofDays(400))).run()))
                .as("not due any more")
                .isZero();
    }

    @Test
    void a_success_ends_a_series_of_failures() {
        runAll(failing(STILL));
        TaskHandler again = task -> Future.succeededFuture(NOW.plus(Duration.ofDays(2)));
        runAll(new TaskRunner(
                database, () -> NOW.plus(Duration.ofDays(1)), new TaskHandlers().add(KIND, again), pause -> 0));
        assertThat(count("failing_since IS NULL AND last_error IS NULL")).isEqualTo(TASKS);
        runAll(failing(() -> NOW.plus(Duration.ofDays(4))));
        assertThat(count("failed_at IS NOT NULL")).isZero();
    }

    @Test
    void a_task_that_was_given_up_is_due_again_when_it_is_scheduled_anew() {
        runAll(failing(STILL));
        runAll(failing(() -> NOW.plus(Duration.ofDays(4))));
        Row row = TestSeller.await(database.get("SELECT id, subject_id FROM processor_task LIMIT 1", Tuple.tuple()))
                .iterator()
                .next();
        Task task = Task.of(SCOPE, row.getString(0), KIND, row.getString(1), new JsonObject());
        TestSeller.await(database.write(SCOPE, transaction -> Tasks.schedule(transaction, task, NOW, NOW)));
        assertThat(count("failed_at IS NOT NULL")).isEqualTo(TASKS - 1);
        assertThat(count("failed_at IS NULL AND failing_since IS NULL")).isEqualTo(1);
    }

    /** The other seller's task is due last of all, and yet in the first run. */
    @Test
    void a_long_queue_of_one_seller_delays_no_other() {
        Scope other = new Scope("5e11e5".repeat(4), false);
        TestSeller.await(database.write(other, transaction -> {
            String id = Ids.next(NOW);
            Task task = Task.of(other, id, KIND, id, new JsonObject());
            return Tasks.schedule(transaction, task, NOW, NOW);
        }));
        TestSeller.await(database.write(
                SCOPE,
                transaction -> transaction
                        .preparedQuery("UPDATE processor_task SET due_at = $1 WHERE seller_id = $2")
                        .execute(Tuple.of(DueWork.at(NOW.minusSeconds(60)), SCOPE.sellerId()))));
        List<String> sellers = new ArrayList<>();
        TaskHandler note = task -> {
            sellers.add(task.scope().sellerId());
            return Future.succeededFuture();
        };
        TestSeller.await(new TaskRunner(database, STILL, new TaskHandlers().add(KIND, note)).run());
        assertThat(sellers).hasSize(KIND.lane().perRun()).contains(other.sellerId());
    }
}
