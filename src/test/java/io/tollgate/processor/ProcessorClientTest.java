package io.tollgate.processor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tollgate.platform.bus.LocalCodec;
import io.tollgate.platform.resource.Scope;
import io.tollgate.processor.ProcessorCall.Outcome;
import io.tollgate.processor.ProcessorFailure.Kind;
import io.tollgate.support.TestGateway;
import io.tollgate.support.TestSeller;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.eventbus.Message;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Calls to the workers are limited in number, in time and in retries. */
class ProcessorClientTest {
    private static final ProcessorAccount ACCOUNT =
            new ProcessorAccount(new Scope("a".repeat(24), true), Buffer.buffer("key"), null, false);

    private final Vertx vertx = Vertx.vertx();
    private final List<Message<ProcessorCall<?>>> received = new ArrayList<>();

    @AfterEach
    void stop() {
        TestSeller.await(vertx.close());
    }

    private ProcessorClient client(int workers, int queueMax, int breakerFailures) {
        return client(workers, queueMax, breakerFailures, 1_000);
    }

    private ProcessorClient client(int workers, int queueMax, int breakerFailures, int callTimeoutMillis) {
        return new ProcessorClient(
                vertx,
                new ProcessorSettings(
                        "",
                        false,
                        "127.0.0.1",
                        0,
                        "",
                        "",
                        300,
                        50,
                        30,
                        workers,
                        queueMax,
                        1_000,
                        callTimeoutMillis,
                        0,
                        1_000,
                        breakerFailures,
                        60_000));
    }

    private static Future<Void> delete(ProcessorClient client) {
        return client.run(ACCOUNT, "deleteCoupon", api -> api.deleteCoupon("c", "k"));
    }

    private static Kind kind(Future<?> call) {
        try {
            TestSeller.await(call);
            throw new AssertionError("the call succeeded");
        } catch (ProcessorFailure failure) {
            return failure.kind();
        }
    }

    /** Consumes calls without a reply. */
    private void silent() {
        vertx.eventBus().<ProcessorCall<?>>consumer(ProcessorVerticle.ADDRESS, message -> {
            synchronized (received) {
                received.add(message);
            }
        });
    }

    private void failing(Kind kind) {
        vertx.eventBus().<ProcessorCall<?>>consumer(ProcessorVerticle.ADDRESS, message -> {
            synchronized (received) {
                received.add(message);
            }
            ProcessorFailure failure = new ProcessorFailure(kind, "no", Duration.ofSeconds(1));
            message.reply(new Outcome<>(null, failure), LocalCodec.options());
        });
    }

    @Test
    void what_does_not_fit_the_queue_is_refused_at_once() {
        silent();
        ProcessorClient client = client(1, 2, 1_000);
        List<Future<Void>> calls = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            calls.add(delete(client));
        }
        assertThat(calls.get(3).failed()).isTrue();
        assertThat(kind(calls.get(3))).isEqualTo(Kind.NOT_SENT);
        assertThat(kind(calls.get(0))).isEqualTo(Kind.UNKNOWN);
        assertThat(calls).allSatisfy(call -> assertThat(kind(call)).isNotNull());
        assertThat(client.pending()).isZero();
    }

    @Test
    void oneSellerLeavesWorkersAndQueueToOthers() {
        ProcessorAccount other =
                new ProcessorAccount(new Scope("b".repeat(24), true), Buffer.buffer("key"), null, false);
        Promise<Void> received = Promise.promise();
        vertx.eventBus().<ProcessorCall<?>>consumer(ProcessorVerticle.ADDRESS, message -> {
            if (message.body().account().equals(other)) {
                received.tryComplete();
            }
        });
        ProcessorClient client = client(4, 4, 1_000, 600_000);
        List<Future<Void>> calls = new ArrayList<>();
        for (int i = 0; i < 8; i++) {
            calls.add(delete(client));
        }
        // Three workers and three places of the queue.
        assertThat(calls.subList(0, 6)).noneMatch(Future::isComplete);
        assertThat(calls.subList(6, 8)).allMatch(Future::failed);
        client.run(other, "deleteCoupon", api -> api.deleteCoupon("c", "k"));
        TestSeller.await(received.future());
        assertThat(calls.subList(0, 6)).noneMatch(Future::isComplete);
    }

    @Test
    void a_refusal_is_final() {
        failing(Kind.REFUSED);
        assertThat(kind(delete(client(1, 10, 1_000)))).isEqualTo(Kind.REFUSED);
        assertThat(received).hasSize(1);
    }

    @Test
    void what_is_unknown_is_sent_three_times_at_most_under_one_key() {
        failing(Kind.UNKNOWN);
        assertThat(kind(delete(client(1, 10, 1_000)))).isEqualTo(Kind.UNKNOWN);
        assertThat(received)
                .hasSizeBetween(2, 3)
                .allSatisfy(message ->
                        assertThat(message.body()).isSameAs(received.get(0).body()));
    }

    @Test
    void the_budget_keeps_retries_few() {
        failing(Kind.UNKNOWN);
        ProcessorClient client = client(100, 100, 1_000);
        List<Future<Void>> calls = new ArrayList<>();
        for (int i = 0; i < 60; i++) {
            calls.add(delete(client));
        }
        calls.forEach(ProcessorClientTest::kind);
        assertThat(received.size()).isBetween(60, 60 + 10 + 6);
    }

    @Test
    void after_failures_in_a_row_nothing_is_sent() {
        failing(Kind.UNKNOWN);
        ProcessorClient client = client(1, 100, 4);
        for (int i = 0; i < 10; i++) {
            kind(delete(client));
        }
        assertThat(received).hasSize(4);
        assertThat(kind(delete(client))).isEqualTo(Kind.NOT_SENT);
    }

    /** A key that cannot be decrypted is a defect. */
    @Test
    void a_defect_of_a_worker_is_reported_with_its_cause() {
        AccountKeys keys = new AccountKeys(TestGateway.secrets());
        TestSeller.await(ProcessorVerticle.deploy(vertx, 1, keys, new ProcessorVerticle.Addresses("", "", 1_000)));
        Future<Void> call = delete(client(1, 10, 1_000));
        assertThatThrownBy(() -> TestSeller.await(call))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("deleteCoupon")
                .hasCauseInstanceOf(RuntimeException.class);
    }

    @Test
    void without_workers_nothing_is_done() {
        assertThat(kind(delete(client(1, 10, 1_000)))).isEqualTo(Kind.NOT_SENT);
    }
}
