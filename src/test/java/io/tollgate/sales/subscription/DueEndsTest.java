package io.tollgate.sales.subscription;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tollgate.platform.clock.Clock;
import io.tollgate.platform.clock.Times;
import io.tollgate.platform.task.Task;
import io.tollgate.support.SimulatorState;
import io.tollgate.support.TestApi;
import io.tollgate.support.TestGateway;
import io.tollgate.support.TestSeller;
import io.tollgate.support.VirtualClock;
import io.vertx.core.Future;
import io.vertx.core.json.JsonObject;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Subscriptions whose end has come change their status without a request, and once. */
class DueEndsTest {
    private static final int MANY = 24;

    private static final Duration SOON = Duration.ofMinutes(10);
    private static final VirtualClock CLOCK = new VirtualClock(Clock.SYSTEM.now());
    private static TestGateway gateway;

    private final TestSeller seller = gateway.seller();
    private final TestApi api = seller.live();

    @BeforeAll
    static void start() {
        gateway = TestGateway.at(CLOCK);
    }

    @AfterAll
    static void stop() {
        gateway.close();
    }

    private String subscription(boolean live, Consumer<ObjectNode> what) {
        return seller.create(Subscriptions.RESOURCE, live, record -> {
                    record.put("status", "active").put("cancelAtPeriodEnd", false);
                    for (String name : List.of("cancelAt", "canceledAt", "canceledByApiKey", "planIterations")) {
                        record.putNull(name);
                    }
                    what.accept(record);
                })
                .get("id")
                .textValue();
    }

    private static String in(Duration time) {
        return Times.text(CLOCK.now().plus(time));
    }

    private static OffsetDateTime time(Duration later) {
        return CLOCK.now().plus(later).atOffset(ZoneOffset.UTC);
    }

    private void endsAt(TestApi caller, String id, String at) {
        caller.post("/v1/subscriptions/" + id + "/cancel", "{\"cancelAt\":\"" + at + "\"}")
                .expect(200);
    }

    private void endsWithPeriod(String id) {
        api.post("/v1/subscriptions/" + id + "/cancel", "{\"cancelAtPeriodEnd\":true}")
                .expect(200);
    }

    private JsonNode record(String id) {
        return api.get("/v1/subscriptions/" + id).expect(200).json().get("data");
    }

    private String status(String id) {
        return record(id).get("status").textValue();
    }

    /** Lets the time of {@link #SOON} pass, and returns whether the subscription has this status then. */
    private boolean soon(String id, String status) {
        CLOCK.advance(SOON);
        seller.settle();
        return status(id).equals(status);
    }

    private long trail(String id) {
        return api.get("/v1/audit-log?recordId=" + id).total();
    }

    /** Returns when the next task of a subscription is due. */
    private OffsetDateTime due(String id) {
        return TestSeller.rows(
                        "SELECT due_at FROM processor_task WHERE seller_id = $1 AND subject_id = $2", seller.id(), id)
                .iterator()
                .next()
                .getOffsetDateTime(0);
    }

    @Test
    void at_its_date_it_is_canceled_after_the_processor_has_ended_it() {
        String id = subscription(true, record -> {});
        String at = in(SOON);
        endsAt(api, id, at);
        assertThat(status(id)).isEqualTo("active");
        assertThat(soon(id, "canceled")).isTrue();
        JsonNode record = record(id);
        assertThat(record.get("cancelAt").textValue()).isEqualTo(at);
        assertThat(Instant.parse(record.get("updatedAt").textValue())).isAfterOrEqualTo(Instant.parse(at));
        assertThat(SimulatorState.objects(seller, true, "subscription")
                        .get(0)
                        .get("status")
                        .textValue())
                .isEqualTo("canceled");
        assertThat(api.get("/v1/subscriptions?status=canceled").ids()).containsExactly(id);
        assertThat(api.get("/v1/subscriptions?status=active").total()).isZero();
        assertThat(SimulatorState.pendingTasks(seller)).isZero();
        assertThat(trail(id)).isEqualTo(2);
        JsonNode last = api.get("/v1/audit-log?limit=1&recordId=" + id).json().at("/data/0");
        assertThat(last.get("keyId")).isEqualTo(record.get("canceledByApiKey"));
        assertThat(last.at("/changes/0/after").textValue()).isEqualTo("canceled");
    }

    @Test
    void with_its_period_it_is_canceled_when_that_is_over() {
        String id = subscription(true, record -> record.put("currentPeriodEnd", in(SOON)));
        endsWithPeriod(id);
        assertThat(soon(id, "canceled")).isTrue();
    }

    @Test
    void until_the_processor_has_ended_it_it_goes_on() {
        String id = subscription(true, record -> record.put("currentPeriodEnd", in(Duration.ofHours(1))));
        endsWithPeriod(id);
        assertThat(due(id)).isAfter(time(Duration.ofMinutes(50)));
        TestSeller.rows("UPDATE processor_task SET due_at = now() WHERE seller_id = $1", seller.id());
        seller.settle();
        assertThat(due(id)).isAfter(time(Duration.ofMinutes(50)));
        assertThat(status(id)).isEqualTo("active");
        assertThat(trail(id)).isEqualTo(1);
    }

    @Test
    void an_end_that_was_moved_or_came_at_once_leaves_nothing_to_do() {
        String id = subscription(true, record -> {});
        endsAt(api, id, in(Duration.ofHours(1)));
        endsAt(api, id, in(Duration.ofHours(9)));
        assertThat(due(id)).isAfter(time(Duration.ofHours(8)));
        assertThat(SimulatorState.pendingTasks(seller)).isEqualTo(1);
        api.post("/v1/subscriptions/" + id + "/cancel", "{\"cancelImmediately\":true}")
                .expect(200);
        assertThat(SimulatorState.pendingTasks(seller)).isZero();
    }

    @Test
    void one_that_the_processor_never_saw_ends_by_our_clock_in_its_own_mode() {
        String id = subscription(false, record -> record.putNull("processorSubscriptionId"));
        String live = subscription(true, record -> record.putNull("processorSubscriptionId"));
        gateway.accounts().disconnect(seller.name(), false);
        endsAt(seller.test(), id, in(SOON));
        CLOCK.advance(SOON);
        seller.settle();
        assertThat(seller.test()
                        .get("/v1/subscriptions/" + id)
                        .json()
                        .at("/data/status")
                        .textValue())
                .isEqualTo("canceled");
        assertThat(status(live)).isEqualTo("active");
    }

    @Test
    void a_plan_with_all_its_payments_made_is_completed() {
        String id = subscription(true, record -> record.put("planIterations", 2).putNull("processorSubscriptionId"));
        String unpaid =
                subscription(true, record -> record.put("planIterations", 2).putNull("processorSubscriptionId"));
        for (int i = 0; i < 4; i++) {
            boolean paid = i < 3;
            String of = i < 2 ? id : unpaid;
            seller.create(
                    SubscriptionPayments.RESOURCE,
                    true,
                    payment -> payment.put("subscriptionId", of).put("paid", paid));
        }
        endsAt(api, id, in(SOON));
        endsAt(api, unpaid, in(SOON));
        assertThat(soon(id, "completed")).isTrue();
        assertThat(status(unpaid)).isEqualTo("canceled");
    }

    /**
     * Some tasks were claimed by a node that crashed before it did anything, some by one that crashed before it
     * recorded that it was done: two nodes do the rest, and each effect happens once.
     */
    @Test
    void nodes_that_die_in_between_and_nodes_side_by_side_end_each_once() {
        try (TestGateway second = TestGateway.at(CLOCK)) {
            List<String> all = new ArrayList<>();
            for (int i = 0; i < MANY; i++) {
                all.add(subscription(true, record -> record.putNull("processorSubscriptionId")));
            }
            all.forEach(id -> endsAt(second.api(seller.liveKey()), id, in(Duration.ofHours(1))));
            String due = in(Duration.ofSeconds(-1));
            TestSeller.rows("UPDATE processor_task SET attempts = 1 WHERE seller_id = $1", seller.id());
            for (String id : all) {
                ObjectNode former = (ObjectNode) record(id);
                ObjectNode over = former.deepCopy().put("cancelAt", due);
                seller.update(Subscriptions.RESOURCE, true, former, over);
            }
            DueEnds dying = new DueEnds(TestSeller.database(), null, null, CLOCK);
            List<Future<Instant>> done = IntStream.range(0, MANY)
                    .mapToObj(i ->
                            Task.of(seller.scope(true), all.get(i), DueEnds.KIND, all.get(i / 4), new JsonObject()))
                    .map(task -> dying.run(task, null))
                    .toList();
            TestSeller.await(Future.all(done));
            assertThat(all.stream().filter(id -> status(id).equals("canceled"))).hasSize(MANY / 4);
            TestSeller.rows("UPDATE processor_task SET due_at = now() WHERE seller_id = $1", seller.id());
            CompletableFuture<?> other = CompletableFuture.runAsync(() -> second.settle(seller.scope(true)));
            seller.settle();
            other.join();
            assertThat(SimulatorState.pendingTasks(seller)).isZero();
            for (String id : all) {
                assertThat(status(id)).isEqualTo("canceled");
                assertThat(trail(id)).as("asked for once, ended once").isEqualTo(2);
            }
            assertThat(api.get("/v1/subscriptions?status=canceled&limit=1").total())
                    .isEqualTo(MANY);
            assertThat(api.get("/v1/subscriptions?status=active").total()).isZero();
        }
    }
}
