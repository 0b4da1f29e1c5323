package io.tollgate.platform.task;

import static org.assertj.core.api.Assertions.assertThat;

import io.tollgate.platform.db.Database;
import io.tollgate.platform.db.Ids;
import io.tollgate.platform.resource.Scope;
import io.tollgate.support.TestSeller;
import io.tollgate.support.TestSettings;
import io.tollgate.tools.demo.TestDatabase;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.json.JsonObject;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.Tuple;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** Tasks of several lanes and kinds. */
@Execution(ExecutionMode.SAME_THREAD)
class TaskLanesTest {
    private static final Instant NOW = Instant.parse("2026-11-22T12:00:00Z");
    private static final Scope SCOPE = new Scope("5e11e4".repeat(4), true);
    private static final TaskKind STARS = TaskKind.of("COUNT_STARS", new Lane("stars", 3, 3));
    private static final TaskKind MOONS = TaskKind.of("COUNT_MOONS", new Lane("moons", 3, 3));
    private static final TaskKind SUNS = TaskKind.of("COUNT_SUNS", STARS.lane()).runningAfterOthers();

    private static final Vertx VERTX = Vertx.vertx();

    private static TestDatabase server;
    private static Database database;

    private final Queue<TaskKind> done = new ConcurrentLinkedQueue<>();

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
    void empty() {
        TestSeller.await(database.write(
                SCOPE,
                transaction -> transaction.query("DELETE FROM processor_task").execute()));
    }

    private static void schedule(TaskKind kind, Instant due, int count) {
        TestSeller.await(database.write(SCOPE, transaction -> {
            Future<Void> all = Future.succeededFuture();
            for (int i = 0; i < count; i++) {
                String id = Ids.next(NOW);
                Task task = Task.of(SCOPE, id, kind, id, new JsonObject());
                all = all.compose(before -> Tasks.schedule(transaction, task, due, NOW));
            }
            return all;
        }));
    }

    private Future<Instant> finish(Task task) {
        done.add(task.kind());
        return Future.succeededFuture();
    }

    private static TaskRunner runner(TaskHandlers handlers) {
        return new TaskRunner(database, () -> NOW, handlers);
    }

    private static List<String> left() {
        return TestSeller.await(database.get("SELECT kind FROM processor_task ORDER BY kind", Tuple.tuple())).stream()
                .map(row -> row.getString(0))
                .distinct()
                .toList();
    }

    /** The tasks of the first lane never end, and are due before those of the second one. */
    @Test
    void aFullLaneDelaysNoOther() {
        schedule(STARS, NOW.minusSeconds(60), 20);
        schedule(MOONS, NOW, 1);
        Promise<Instant> never = Promise.promise();
        Promise<Void> ran = Promise.promise();
        TaskRunner runner =
                runner(new TaskHandlers().add(STARS, task -> never.future()).add(MOONS, task -> {
                    ran.complete();
                    return Future.succeededFuture();
                }));
        Future<Integer> run = runner.run();
        TestSeller.await(ran.future());
        assertThat(run.isComplete()).isFalse();
        never.fail("the end of the test");
        assertThat(TestSeller.await(run)).isEqualTo(STARS.lane().perRun() + 1);
    }

    /** Control: in one lane, the tasks that were due first take all places. */
    @Test
    void aLaneRunsItsOldestTasksFirst() {
        TaskKind late = TaskKind.of("COUNT_MOONS", STARS.lane());
        schedule(STARS, NOW.minusSeconds(60), 20);
        schedule(late, NOW, 1);
        TestSeller.await(runner(new TaskHandlers().add(STARS, this::finish).add(late, this::finish))
                .run());
        assertThat(done).hasSize(3).containsOnly(STARS);
    }

    @Test
    void kindsWithoutAHandlerAreLeftToNewerNodes() {
        schedule(STARS, NOW, 1);
        schedule(MOONS, NOW, 1);
        TaskRunner runner = runner(new TaskHandlers().add(MOONS, this::finish));
        assertThat(TestSeller.await(runner.run())).isOne();
        assertThat(TestSeller.await(runner.run(SCOPE))).isZero();
        assertThat(TestSeller.await(runner.isIdle(SCOPE))).isTrue();
        assertThat(left()).containsExactly("COUNT_STARS");
    }

    /** A node of an older version inserts tasks into the default lane. */
    @Test
    void aLaneRunsTasksOfAnyKind() {
        schedule(TaskKind.of("COUNT_MOONS", STARS.lane()), NOW, 1);
        TaskRunner runner = runner(new TaskHandlers().add(STARS, this::finish).add(MOONS, this::finish));
        assertThat(TestSeller.await(runner.run())).isOne();
        assertThat(done).containsExactly(MOONS);
    }

    @Test
    void aRunForOneSellerEndsWithTheKindsThatRunAfterOthers() {
        schedule(SUNS, NOW.minusSeconds(60), 2);
        schedule(STARS, NOW, 1);
        schedule(MOONS, NOW, 1);
        TaskRunner runner = runner(new TaskHandlers()
                .add(SUNS, this::finish)
                .add(STARS, this::finish)
                .add(MOONS, this::finish));
        assertThat(TestSeller.await(runner.run(SCOPE))).isEqualTo(4);
        assertThat(done).hasSize(4).endsWith(SUNS, SUNS);
    }

    @Test
    void theNextDueTimeIsThatOfTheNextTaskWithAHandler() {
        TaskRunner runner = runner(new TaskHandlers().add(MOONS, this::finish));
        assertThat(TestSeller.await(runner.nextDue(SCOPE))).isNull();
        schedule(STARS, NOW.plusSeconds(1), 1);
        schedule(MOONS, NOW, 1);
        schedule(MOONS, NOW.plusSeconds(5), 1);
        schedule(MOONS, NOW.plusSeconds(3), 1);
        assertThat(TestSeller.await(runner.nextDue(SCOPE))).isEqualTo(NOW.plusSeconds(3));
    }

    @Test
    void eachKindHasItsLease() {
        TaskKind slow = new TaskKind(
                "COUNT_DUST",
                STARS.lane(),
                Duration.ofMinutes(10),
                Duration.ofHours(1),
                Duration.ofDays(1),
                false,
                false);
        schedule(STARS, NOW, 1);
        schedule(slow, NOW, 1);
        Promise<Instant> never = Promise.promise();
        runner(new TaskHandlers().add(STARS, task -> never.future()).add(slow, task -> never.future()))
                .run();
        String claimed = "SELECT kind, due_at, claimed_until FROM processor_task WHERE attempts = 1 ORDER BY kind";
        List<Row> rows = List.of();
        while (rows.size() < 2) {
            rows = TestSeller.await(database.get(claimed, Tuple.tuple())).stream()
                    .toList();
        }
        assertThat(rows)
                .extracting(
                        row -> Duration.between(NOW, row.getOffsetDateTime(1).toInstant()))
                .containsExactly(Duration.ofMinutes(10), Duration.ofSeconds(45));
        assertThat(rows)
                .extracting(
                        row -> Duration.between(NOW, row.getOffsetDateTime(2).toInstant()))
                .containsExactly(Duration.ofMinutes(10), Duration.ofSeconds(45));
    }
}
