package io.tollgate.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import io.tollgate.chaos.BadProcessor.Mode;
import io.tollgate.chaos.BadProcessor.ReceivedRequest;
import io.tollgate.chaos.ProcessorFixture.Setup;
import io.tollgate.support.Eventually;
import io.tollgate.support.FreePort;
import io.tollgate.support.Load;
import io.tollgate.support.Parallel;
import io.tollgate.support.SecondStage;
import io.tollgate.support.TestApi.Reply;
import io.tollgate.tools.demo.TestDatabase;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.parallel.Isolated;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A processor that is down, that executes calls without responding, or that limits the rate of calls. */
@SecondStage
@Tag("chaos")
@Isolated("it measures time")
@Timeout(600)
class ProcessorOutageTest {
    private static final int CALLERS = 16;
    private static final int TASKS = 16;
    private static final int ALONE_SECONDS = 2;

    private static TestDatabase database;
    private ProcessorFixture world;

    @BeforeAll
    static void open() throws IOException {
        database = new TestDatabase();
    }

    @AfterAll
    static void close() throws IOException {
        database.close();
    }

    private BadProcessor start(Setup odds) {
        world = new ProcessorFixture(database, odds);
        return world.processor;
    }

    @AfterEach
    void stop() {
        world.close();
    }

    /** Checks that a request was rejected with a {@code Retry-After}. */
    private static void assertRejected(Reply reply, int status) {
        reply.expect(status);
        assertThat(reply.header("Retry-After")).isNotNull();
    }

    private void assertAllRejected() {
        Parallel.times(CALLERS, i -> world.create("A" + i)).forEach(reply -> assertRejected(reply, 503));
        assertThat(world.isBreakerOpen()).isTrue();
        assertThat(world.couponCount()).isZero();
        assertThat(world.processorCouponNames()).isEmpty();
    }

    /** Creates coupons without pause, for a while. */
    private void callers(Duration time, int status) {
        long end = System.nanoTime() + time.toNanos();
        Parallel.times(CALLERS, caller -> {
            for (int i = 0; System.nanoTime() < end; i++) {
                assertRejected(world.create("C" + caller + "-" + i), status);
                Load.pause(20);
            }
            return caller;
        });
    }

    /** In each period of the breaker, one call probes the processor. */
    @Test
    @Tag("C17")
    void a_processor_that_is_down_gets_only_probes() {
        BadProcessor processor = start(Setup.DEFAULT);
        callers(Duration.ofSeconds(1), 503);
        assertThat(world.isBreakerOpen()).isTrue();
        int before = processor.requestCount();
        long begun = System.nanoTime();
        callers(Duration.ofSeconds(5), 503);
        int looks = processor.requestCount() - before;
        long resets = (System.nanoTime() - begun) / 1_000_000 / ProcessorFixture.RESET_MILLIS;
        FaultRun.report("C17", "calls while the breaker is open, and for how many seconds", looks + " " + resets);
        assertThat(looks).isBetween(1, 2 + (int) resets);
        world.api.get("/v1/payments").expect(200);
        processor.mode(Mode.PASS);
        long back = System.nanoTime();
        assertThat(Eventually.isTrue(() -> world.create("BACK").status() == 201))
                .isTrue();
        FaultRun.report("C17", "first success", Duration.ofNanos(System.nanoTime() - back));
        world.awaitCompletion("C17");
        assertThat(world.processorCouponNames()).containsExactly("BACK");
        assertThat(world.couponCount()).isEqualTo(1);
    }

    /** Control: without the breaker, all calls reach the processor. */
    @Test
    @Tag("C17")
    void without_the_breaker_all_calls_reach_the_processor() {
        BadProcessor processor = start(Setup.DEFAULT.withoutBreaker());
        callers(Duration.ofSeconds(3), 503);
        assertThat(processor.requestCount()).isGreaterThan(8 * 3_000 / ProcessorFixture.RESET_MILLIS);
    }

    @Test
    @Tag("C17")
    void a_refused_connection_is_retried() {
        start(Setup.DEFAULT.at(FreePort.find()));
        assertAllRejected();
    }

    /** Responses instead of a TLS handshake: an alert, or no TLS at all. */
    @ParameterizedTest
    @EnumSource(names = {"NO_HTTP", "EMPTY_500"})
    @Tag("C17")
    void a_failed_tls_handshake_is_retried(Mode mode) {
        BadProcessor processor = start(Setup.DEFAULT.withTls());
        processor.mode(mode);
        assertAllRejected();
        assertThat(processor.requestCount()).isPositive();
    }

    @Test
    @Tag("C18")
    void objects_created_without_a_response_are_found_and_deleted() {
        BadProcessor processor = start(Setup.DEFAULT);
        processor.mode(Mode.SILENT);
        long asked = System.nanoTime();
        assertRejected(world.create("LOST"), 503);
        FaultRun.report("C18", "given up after", Duration.ofNanos(System.nanoTime() - asked));
        assertThat(world.processorCouponNames()).containsExactly("LOST");
        assertThat(world.couponCount()).isZero();
        processor.mode(Mode.PASS);
        // A retry need not wait for the clean-up.
        world.create("LOST").expect(201);
        world.awaitCompletion("C18");
        assertThat(world.processorCouponNames()).containsExactly("LOST");
        assertThat(world.couponCount()).isEqualTo(1);
    }

    /** Control: without the stored intent, the object stays at the processor. */
    @Test
    @Tag("C18")
    void without_the_stored_intent_the_object_stays() {
        BadProcessor processor = start(Setup.DEFAULT);
        processor.mode(Mode.SILENT);
        assertRejected(world.create("LOST"), 503);
        world.change("DELETE FROM processor_task");
        processor.mode(Mode.PASS);
        world.create("LOST").expect(201);
        world.awaitCompletion("C18");
        assertThat(world.processorCouponNames()).containsExactly("LOST", "LOST");
    }

    /** A 429 is a response: the call was not executed, and the breaker does not count it. */
    @ParameterizedTest
    @EnumSource(names = {"TOO_MANY", "TOO_MANY_TEXT"})
    @Tag("C20")
    void retry_after_of_the_processor_is_respected(Mode mode) {
        BadProcessor processor = asked(mode, ALONE_SECONDS);
        callers(Duration.ofSeconds(FaultRun.count(6, 30)), 429);
        assertThat(world.isBreakerOpen()).isFalse();
        FaultRun.report(
                "C20",
                "calls, the earliest retry of one",
                processor.requestCount() + " " + shortestInterval(processor));
        assertThat(shortestInterval(processor)).isGreaterThan(Duration.ofSeconds(ALONE_SECONDS));
        assertThat(askedAgain(processor)).isBetween(1L, budget(processor));
        assertThat(world.couponCount()).isEqualTo(TASKS);
        processor.mode(Mode.PASS);
        world.awaitCompletion("C20");
        assertThat(world.processorCouponNames()).hasSize(TASKS).allMatch(name -> name.startsWith("NEW"));
    }

    /** Control: without {@code Retry-After}, calls are retried earlier. */
    @Test
    @Tag("C20")
    void without_retry_after_calls_are_retried_earlier() {
        BadProcessor processor = asked(Mode.TOO_MANY, 0);
        callers(Duration.ofSeconds(2), 429);
        assertThat(shortestInterval(processor)).isLessThan(Duration.ofSeconds(ALONE_SECONDS));
    }

    /** The processor begins to return 429 while tasks that rename coupons are due. */
    private BadProcessor asked(Mode mode, int aloneSeconds) {
        BadProcessor processor = start(Setup.DEFAULT.withTime(6_000));
        processor.mode(Mode.PASS);
        for (int i = 0; i < TASKS; i++) {
            world.create("OLD" + i).expect(201);
        }
        processor.retryAfter(aloneSeconds);
        processor.mode(mode);
        world.rename();
        return processor;
    }

    /** Returns how often one call was retried. Tasks are excluded by their keys. */
    private static long askedAgain(BadProcessor processor) {
        List<String> calls = calls(processor);
        return calls.size() - calls.stream().distinct().count();
    }

    private static List<String> calls(BadProcessor processor) {
        return processor.requests().stream()
                .map(ReceivedRequest::key)
                .filter(key -> key.chars().filter(c -> c == '-').count() != 2)
                .toList();
    }

    /** The retry budget: one for each ten calls, and at most ten saved. */
    private static long budget(BadProcessor processor) {
        return 11 + calls(processor).stream().distinct().count() / 10;
    }

    /** Returns the shortest time between two requests with one key. */
    private static Duration shortestInterval(BadProcessor processor) {
        Map<String, List<Long>> tries = processor.requests().stream()
                .collect(Collectors.groupingBy(
                        ReceivedRequest::key,
                        TreeMap::new,
                        Collectors.mapping(ReceivedRequest::arrivedAt, Collectors.toList())));
        long soonest = Long.MAX_VALUE;
        for (List<Long> times : tries.values()) {
            for (int i = 1; i < times.size(); i++) {
                soonest = Math.min(soonest, times.get(i) - times.get(i - 1));
            }
        }
        assertThat(soonest).as("some call is retried").isLessThan(Long.MAX_VALUE);
        return Duration.ofNanos(soonest);
    }

    /** Without jitter, which {@code TaskRunnerTest} disables, all tasks would be due at the same time again. */
    @Test
    @Tag("C20")
    void tasks_that_were_rejected_together_are_retried_with_jitter() {
        BadProcessor processor = asked(Mode.TOO_MANY, 3_000);
        world.change("UPDATE processor_task SET due_at = now(), attempts = 0");
        String refused = "attempts = 1 AND due_at > now() + interval '49 min'";
        assertThat(Eventually.isTrue(() -> world.tasks("id", refused).size() == TASKS))
                .as("all tasks wait for Retry-After")
                .isTrue();
        List<Long> due =
                world.tasks("to_char(due_at AT TIME ZONE 'UTC', 'YYYY-MM-DD\"T\"HH24:MI:SS.MS\"Z\"')", refused).stream()
                        .map(text -> Instant.parse(text).toEpochMilli())
                        .toList();
        List<ReceivedRequest> all = processor.requests();
        List<Long> asked = all.subList(all.size() - TASKS, all.size()).stream()
                .map(request -> request.arrivedAt() / 1_000_000)
                .toList();
        FaultRun.report("C20", "ms over which tasks ran, and are due again", length(asked) + " " + length(due));
        assertThat(length(due)).isGreaterThan(length(asked) + 500);
    }

    private static long length(List<Long> moments) {
        return Collections.max(moments) - Collections.min(moments);
    }
}
