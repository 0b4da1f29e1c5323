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
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.json.JsonObject;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.Tuple;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** How sellers share due tasks, and what several nodes and crashes do to them. */
class TaskSharesTest {
    private static final TaskKind KIND = TaskKind.of("COUNT_STARS", Lane.PROCESSOR);
    private static final Instant NOW = Instant.parse("2026-11-22T12:00:00Z");
    private static final Clock CLOCK = () -> NOW;
    private static final int MANY = 1_000;

    private static final Vertx VERTX = Vertx.vertx();

    private static TestDatabase server;
    private static Database database;

    private final Queue<Task> done = new ConcurrentLinkedQueue<>();

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
        for (Scope scope : scopes(40)) {
            TestSeller.await(database.write(
                    scope,
                    transaction ->
                            transaction.query("DELETE FROM processor_task").execute()));
        }
    }

    private static List<Scope> scopes(int count) {
        return IntStream.range(0, count)
                .mapToObj(number -> new Scope("5e11e4" + "0".repeat(15) + (100 + number), number % 2 == 0))
                .toList();
    }

    private static List<String> schedule(Scope scope, int count, Instant due) {
        List<String> ids = new ArrayList<>();
        TestSeller.await(database.write(scope, transaction -> {
            List<Future<Void>> all = new ArrayList<>();
            for (int i = 0; i < count; i++) {
                String id = Ids.next(NOW);
                ids.add(id);
                Task task = Task.of(scope, id, KIND, id, new JsonObject());
                all.add(Tasks.schedule(transaction, task, due, NOW));
            }
            return Future.all(all);
        }));
        return ids;
    }

    private static TaskRunner node(Clock clock, TaskHandler settlement) {
        return new TaskRunner(database, clock, new TaskHandlers().add(KIND, settlement));
    }

    private Future<Instant> finish(Task task) {
        done.add(task);
        return Future.succeededFuture(null);
    }

    private TaskRunner node() {
        return node(CLOCK, task -> finish(task));
    }

    @Test
    void sellerWithManyDueTasksDelaysNoOther() {
        List<Scope> scopes = scopes(2);
        schedule(scopes.get(0), MANY, NOW.minusSeconds(3_600));
        schedule(scopes.get(1), 1, NOW);
        assertThat(TestSeller.await(node().run())).isEqualTo(KIND.lane().perRun());
        assertThat(done)
                .extracting(Task::scope)
                .contains(scopes.get(1))
                .hasSize(KIND.lane().perRun());
        assertThat(left()).isEqualTo(MANY - KIND.lane().perRun() + 1);
    }

    /** Control: the oldest tasks of all sellers are of one seller. */
    @Test
    void oldestTasksAreOfOneSeller() {
        List<Scope> scopes = scopes(2);
        schedule(scopes.get(0), MANY, NOW.minusSeconds(3_600));
        schedule(scopes.get(1), 1, NOW);
        String oldest = "SELECT seller_id FROM processor_task ORDER BY due_at LIMIT $1";
        assertThat(TestSeller.await(database.get(oldest, Tuple.of(KIND.lane().perRun()))))
                .allMatch(row -> row.getString(0).equals(scopes.get(0).sellerId()));
    }

    /** More sellers than a run has tasks: each gets its turn before the others are done. */
    @Test
    void everySellerGetsATurn() {
        List<Scope> scopes = scopes(40);
        for (int i = 0; i < scopes.size(); i++) {
            schedule(scopes.get(i), 100, NOW.minusSeconds(4_000 - i));
        }
        TaskRunner node = node();
        int runs = 0;
        while (done.stream().map(Task::scope).distinct().count() < scopes.size()) {
            assertThat(runs++).as("runs").isLessThan(60);
            TestSeller.await(node.run());
        }
    }

    @Test
    void futureTasksAreLeftAlone() {
        Scope scope = scopes(1).get(0);
        schedule(scope, 3, NOW.plusMillis(1));
        assertThat(TestSeller.await(node().run())).isZero();
        assertThat(left()).isEqualTo(3);
    }

    @Test
    void twoNodesRunDifferentTasks() {
        for (Scope scope : scopes(3)) {
            schedule(scope, 70, NOW);
        }
        TaskRunner[] nodes = {node(), node()};
        while (left() > 0) {
            TestSeller.await(Future.all(nodes[0].run(), nodes[1].run()));
        }
        assertThat(done).extracting(Task::id).hasSize(210).doesNotHaveDuplicates();
    }

    /** A node that claims a task waits for no other node that is claiming one. */
    @Test
    void lockedTaskIsSkipped() {
        Scope scope = scopes(1).get(0);
        List<String> ids = schedule(scope, 2, NOW);
        Promise<Void> release = Promise.promise();
        Promise<Void> locked = Promise.promise();
        Future<?> other = database.write(
                scope,
                transaction -> transaction
                        .preparedQuery("SELECT FROM processor_task WHERE seller_id = $1 AND livemode = $2 AND id = $3"
                                + " FOR UPDATE")
                        .execute(Tuple.of(scope.sellerId(), scope.live(), ids.get(0)))
                        .compose(rows -> {
                            locked.complete();
                            return release.future();
                        }));
        TestSeller.await(locked.future());
        assertThat(TestSeller.await(node().run())).isOne();
        assertThat(done).extracting(Task::id).containsExactly(ids.get(1));
        release.complete();
        TestSeller.await(other);
    }

    @Test
    void taskOfAStoppedNodeBecomesDueAgain() {
        Scope scope = scopes(1).get(0);
        List<String> ids = schedule(scope, 1, NOW);
        Promise<Instant> never = Promise.promise();
        Promise<Void> began = Promise.promise();
        node(CLOCK, task -> {
                    began.complete();
                    return never.future();
                })
                .run();
        TestSeller.await(began.future());
        assertThat(TestSeller.await(node().run())).as("while leased").isZero();
        Clock later = () -> NOW.plus(Duration.ofMinutes(1));
        assertThat(TestSeller.await(node(later, task -> finish(task)).run())).isOne();
        assertThat(done).extracting(Task::id).isEqualTo(ids);
        assertThat(done).extracting(Task::attempts).containsExactly(2);
        assertThat(left()).isZero();
    }

    /** The first node began before the task was scheduled anew, and ends while the second one works on it. */
    @Test
    void nodeThatLostItsTaskEndsNothing() {
        Scope scope = scopes(1).get(0);
        String id = schedule(scope, 1, NOW).get(0);
        Promise<Instant> first = Promise.promise();
        Future<Integer> firstRun = node(CLOCK, task -> first.future()).run();
        TaskRunner observer = node();
        while (claims() < 1) {
            assertThat(firstRun.isComplete()).isFalse();
        }
        Task anew = Task.of(scope, Ids.next(NOW), KIND, id, new JsonObject());
        TestSeller.await(database.write(scope, transaction -> Tasks.schedule(transaction, anew, NOW, NOW)));
        Promise<Instant> second = Promise.promise();
        Promise<Void> began = Promise.promise();
        Future<Integer> secondRun = node(CLOCK, task -> {
                    began.complete();
                    return second.future();
                })
                .run();
        TestSeller.await(began.future());
        first.complete();
        TestSeller.await(firstRun);
        assertThat(left()).as("while the second node works").isOne();
        assertThat(TestSeller.await(observer.isIdle(scope))).isFalse();
        second.complete(NOW.plus(Duration.ofHours(3)));
        TestSeller.await(secondRun);
        assertThat(left()).as("when the second node has put it off").isOne();
        assertThat(TestSeller.await(observer.isIdle(scope))).isTrue();
    }

    private static int claims() {
        return TestSeller.await(database.get("SELECT FROM processor_task WHERE attempts > 0", Tuple.tuple()))
                .size();
    }

    private static int left() {
        int count = 0;
        for (Row row : TestSeller.await(database.get("SELECT count(*) FROM processor_task", Tuple.tuple()))) {
            count = row.getInteger(0);
        }
        return count;
    }
}
