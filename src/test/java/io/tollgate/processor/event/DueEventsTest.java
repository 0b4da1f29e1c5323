package io.tollgate.processor.event;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.tollgate.platform.clock.Clock;
import io.tollgate.platform.db.Database;
import io.tollgate.platform.resource.Scope;
import io.tollgate.platform.task.Task;
import io.tollgate.processor.ProcessorAccount;
import io.tollgate.support.TestDatabase;
import io.tollgate.support.TestGateway;
import io.tollgate.support.TestSeller;
import io.tollgate.support.TestSettings;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.json.JsonObject;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** How often an event is applied. */
class DueEventsTest {
    private static Vertx vertx;
    private static Database database;

    private final Scope scope = TestGateway.shared().unconnectedSeller().scope(true);
    private final ProcessorAccount account = new ProcessorAccount(scope, Buffer.buffer(), null, true);
    private final Task task = Task.of(scope, "a".repeat(24), DueEvents.KIND, "evt_1", new JsonObject());
    private final List<String> applied = new ArrayList<>();
    private boolean failing;

    @BeforeAll
    static void open() {
        vertx = Vertx.vertx();
        database = new Database(vertx, TestSettings.database(TestDatabase.url()));
    }

    @AfterAll
    static void close() {
        database.close();
        TestSeller.await(vertx.close());
    }

    private final class Recorder implements ProcessorEventHandler {
        @Override
        public boolean handles(String type) {
            return type.startsWith("payment_intent.");
        }

        @Override
        public Future<Boolean> apply(Scope of, ProcessorEvent event) {
            applied.add(event.id());
            return failing ? Future.failedFuture("the processor is unreachable") : Future.succeededFuture(true);
        }
    }

    private DueEvents events() {
        return new DueEvents(
                database, Clock.SYSTEM, new ProcessorEventMetrics(new SimpleMeterRegistry()), List.of(new Recorder()));
    }

    private boolean store() {
        ProcessorEvent event =
                new ProcessorEvent("evt_1", "payment_intent.succeeded", "pi_1", "pi_1", null, null, Instant.now());
        return TestSeller.await(database.write(
                scope,
                transaction -> ProcessorEventStore.insert(transaction, scope, event, Instant.now())
                        .compose(first -> transaction
                                // The gateways of the test run must not apply it.
                                .preparedQuery("DELETE FROM processor_task WHERE seller_id = $1")
                                .execute(io.vertx.sqlclient.Tuple.of(scope.sellerId()))
                                .map(first))));
    }

    private void settle() {
        TestSeller.await(events().run(task, account));
    }

    @Test
    void anEventIsAppliedOnce() {
        assertThat(store()).isTrue();
        settle();
        settle();
        assertThat(store()).as("the same event again").isFalse();
        settle();
        assertThat(applied).containsExactly("evt_1");
    }

    /** Control: without the record of its outcome, an event that arrives again is applied again. */
    @Test
    void withoutItsOutcomeAnEventIsAppliedAgain() {
        store();
        settle();
        TestSeller.rows(
                "UPDATE processor_event SET outcome = NULL, applied_at = NULL WHERE seller_id = $1", scope.sellerId());
        settle();
        assertThat(applied).hasSize(2);
    }

    @Test
    void aFailedApplicationIsRepeated() {
        store();
        failing = true;
        assertThatThrownBy(this::settle).hasMessageContaining("unreachable");
        failing = false;
        settle();
        assertThat(applied).hasSize(2);
        settle();
        assertThat(applied).hasSize(2);
    }
}
