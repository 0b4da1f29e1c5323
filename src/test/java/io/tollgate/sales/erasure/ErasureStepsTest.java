package io.tollgate.sales.erasure;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.tollgate.platform.clock.Clock;
import io.tollgate.platform.db.Database;
import io.tollgate.platform.task.Task;
import io.tollgate.platform.write.WriteContext;
import io.tollgate.platform.write.WriteExecutor;
import io.tollgate.sales.checkout.CartErasure;
import io.tollgate.sales.checkout.OrderErasure;
import io.tollgate.sales.erasure.ErasureScene.Person;
import io.tollgate.simulator.BuyerErasure;
import io.tollgate.support.TestApi.Reply;
import io.tollgate.support.TestSeller;
import io.tollgate.support.TestSettings;
import io.vertx.core.Future;
import io.vertx.core.json.JsonObject;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/** What keeps a customer from being erased, crashes between the steps, and what a missing step would leave. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ErasureStepsTest {
    private final ErasureScene scene = new ErasureScene();
    private final PersonalSearch search = new PersonalSearch(scene);
    private final TracedShop shop = new TracedShop(scene, "acme");
    private final Database database =
            new Database(scene.gateway.vertx(), TestSettings.database(scene.database.url(), "queueMax=1000"));
    private final WriteExecutor writes = new WriteExecutor(database, Clock.SYSTEM);

    @AfterAll
    void close() {
        scene.close();
    }

    private Reply erase(String id) {
        return shop.live.send("DELETE", "/v1/customers/" + id, Map.of());
    }

    private void run(String id, List<ErasureStep> steps) {
        Task task = Task.of(shop.scope(true), "0".repeat(24), CustomerErasureTask.KIND, id, new JsonObject());
        TestSeller.await(new CustomerErasureTask(writes, steps).run(task));
    }

    private String status(String id) {
        return shop.live
                .get("/v1/customers/" + id + "/erasure")
                .expect(200)
                .json()
                .at("/data/status")
                .textValue();
    }

    @Test
    void aDueOrderAndARunningSubscriptionAreReasons() {
        Person person = new Person("blocked", "blocked");
        shop.subscribe(person);
        shop.bookUnpaid(person, true);
        String id = shop.customer(person, true);
        JsonNode refused = erase(id).expect(409).json();
        assertThat(refused.get("code").textValue()).isEqualTo("customer_not_erasable");
        assertThat(refused.get("errors").findValuesAsText("param"))
                .containsExactlyInAnyOrder("subscription_running", "payment_due");
        assertThat(shop.live
                        .send("DELETE", "/v1/customers/" + id + "?dryRun=true", Map.of())
                        .expect(200)
                        .json()
                        .at("/data/reasons")
                        .findValuesAsText("code"))
                .containsExactlyInAnyOrder("subscription_running", "payment_due");
        shop.live.get("/v1/customers/" + id + "/erasure").expect(404);
        assertThat(shop.customer(person, true)).isEqualTo(id);
        assertThat(shop.test.send("DELETE", "/v1/customers/" + id, Map.of()).status())
                .isEqualTo(404);
    }

    /** A step that fails each second time, like a node that crashes. */
    private record Crashing(ErasureStep step, Set<String> crashed) implements ErasureStep {
        @Override
        public String kind() {
            return step.kind();
        }

        @Override
        public List<String> tables() {
            return step.tables();
        }

        @Override
        public Future<Boolean> prepare(ErasedCustomer customer, String after) {
            return step.prepare(customer, after);
        }

        @Override
        public Future<Done> run(WriteContext write, ErasedCustomer customer, String after) {
            return step.run(write, customer, after)
                    .compose(done -> crashed.add(step.toString() + after)
                            ? Future.failedFuture("crashed after " + step)
                            : Future.succeededFuture(done));
        }

        @Override
        public Future<@Nullable Long> count(WriteContext write, ErasedCustomer customer) {
            return step.count(write, customer);
        }
    }

    @Test
    void aCrashAfterEachStepRepeatsIt() {
        Person person = new Person("crashing", "crashing");
        shop.book(person, true);
        shop.settle();
        String id = shop.customer(person, true);
        erase(id).expect(202);
        Set<String> crashed = new HashSet<>();
        List<ErasureStep> crashing = all().stream()
                .<ErasureStep>map(step -> new Crashing(step, crashed))
                .toList();
        int runs = 0;
        while (!status(id).equals("done")) {
            assertThat(runs++).isLessThan(200);
            scene.gateway.numberEvents(shop.scope(true));
            try {
                run(id, crashing);
            } catch (RuntimeException crash) {
                assertThat(crash).hasMessageContaining("crashed after");
            }
        }
        assertThat(runs).isGreaterThan(crashing.size());
        assertThat(search.find(person, shop.id(), true)).allMatch(found -> found.startsWith("invoice"));
    }

    /** Control: the search finds what a step leaves. */
    @Test
    void aMissingStepIsNoticed() {
        Person person = new Person("forgotten", "forgotten");
        shop.book(person, true);
        shop.settle();
        String id = shop.customer(person, true);
        Set<String> missing = Set.of("audit-log", "events", "idempotent-responses", "recorded-payments");
        erase(id).expect(202);
        run(id, all().stream().filter(step -> !missing.contains(step.kind())).toList());
        assertThat(status(id)).isEqualTo("done");
        assertThat(search.find(person, shop.id(), true).stream()
                        .filter(found -> !found.startsWith("invoice"))
                        .collect(Collectors.toSet()))
                .containsExactlyInAnyOrder(
                        "audit_entry.record",
                        "reported_change.record",
                        "idempotent_answer.body",
                        "recorded_payment.note");
    }

    /** The steps for customers without files, and without a customer at the processor. */
    private List<ErasureStep> all() {
        return ErasureSteps.of(
                database,
                List.of(new OrderErasure(), new CartErasure()),
                new FileErasure(database, null, null),
                null,
                new BuyerErasure());
    }
}
