package io.tollgate.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import io.tollgate.chaos.BadProcessor.Asked;
import io.tollgate.chaos.BadProcessor.Mode;
import io.tollgate.chaos.ProcessorWorld.Odds;
import io.tollgate.support.FreePort;
import io.tollgate.support.Load;
import io.tollgate.support.Parallel;
import io.tollgate.support.Simulated;
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

/** A processor that is away, that does what it is asked and does not say so, or that is asked too much. */
@Tag("chaos")
@Isolated("it measures time")
@Timeout(600)
class ProcessorOutageTest {
    private static final int CALLERS = 16;
    private static final int TASKS = 16;
    private static final int ALONE_SECONDS = 2;

    private static TestDatabase database;
    private ProcessorWorld world;

    @BeforeAll
    static void open() throws IOException {
        database = new TestDatabase();
    }

    @AfterAll
    static void close() throws IOException {
        database.close();
    }

    private BadProcessor start(Odds odds) {
        world = new ProcessorWorld(database, odds);
        return world.processor;
    }

    @AfterEach
    void stop() {
        world.close();
    }

    /** Refused for now, and told when to come back. */
    private static void refused(Reply reply, int status) {
        reply.expect(status);
        assertThat(reply.header("Retry-After")).isNotNull();
    }

    private void allRefused() {
        Parallel.times(CALLERS, i -> world.create("A" + i)).forEach(reply -> refused(reply, 503));
        assertThat(world.isLeftAlone()).isTrue();
        assertThat(world.here()).isZero();
        assertThat(world.there()).isEmpty();
    }

    /** Asks for coupons without pause, for a time. */
    private void callers(Duration time, int status) {
        long end = System.nanoTime() + time.toNanos();
        Parallel.times(CALLERS, caller -> {
            for (int i = 0; System.nanoTime() < end; i++) {
                refused(world.create("C" + caller + "-" + i), status);
                Load.pause(20);
            }
            return caller;
        });
    }

    /** In each time of the breaker one call finds out whether it is back. */
    @Test
    @Tag("C17")
    void one_that_is_down_is_left_alone_but_for_a_look_now_and_then() {
        BadProcessor processor = start(Odds.NONE);
        callers(Duration.ofSeconds(1), 503);
        assertThat(world.isLeftAlone()).isTrue();
        int before = processor.asked();
        long begun = System.nanoTime();
        callers(Duration.ofSeconds(5), 503);
        int looks = processor.asked() - before;
        long resets = (System.nanoTime() - begun) / 1_000_000 / ProcessorWorld.RESET_MILLIS;
        Stage.told("C17", "calls while it is left alone, and for how many seconds", looks + " " + resets);
        assertThat(looks).isBetween(1, 2 + (int) resets);
        world.api.get("/v1/payments").expect(200);
        processor.mode(Mode.PASS);
        long back = System.nanoTime();
        assertThat(Simulated.soon(() -> world.create("BACK").status() == 201)).isTrue();
        Stage.told("C17", "first success", Duration.ofNanos(System.nanoTime() - back));
        world.cleared("C17");
        assertThat(world.there()).containsExactly("BACK");
        assertThat(world.here()).isEqualTo(1);
    }

    /** The control: without the breaker all go there. */
    @Test
    @Tag("C17")
    void without_the_breaker_it_is_asked_all_the_time() {
        BadProcessor processor = start(Odds.NONE.withoutBreaker());
        callers(Duration.ofSeconds(3), 503);
        assertThat(processor.asked()).isGreaterThan(8 * 3_000 / ProcessorWorld.RESET_MILLIS);
    }

    @Test
    @Tag("C17")
    void a_connection_that_is_refused_is_one_that_may_be_tried_again() {
        start(Odds.NONE.at(FreePort.find()));
        allRefused();
    }

    /** What answers instead of a handshake: an alert, or no TLS at all. */
    @ParameterizedTest
    @EnumSource(names = {"NO_HTTP", "EMPTY_500"})
    @Tag("C17")
    void a_handshake_that_fails_is_one_too(Mode mode) {
        BadProcessor processor = start(Odds.NONE.withTls());
        processor.mode(mode);
        allRefused();
        assertThat(processor.asked()).isPositive();
    }

    @Test
    @Tag("C18")
    void what_it_did_without_saying_so_is_found_and_cleared_up() {
        BadProcessor processor = start(Odds.NONE);
        processor.mode(Mode.SILENT);
        long asked = System.nanoTime();
        refused(world.create("LOST"), 503);
        Stage.told("C18", "given up after", Duration.ofNanos(System.nanoTime() - asked));
        assertThat(world.there()).containsExactly("LOST");
        assertThat(world.here()).isZero();
        processor.mode(Mode.PASS);
        // A retry need not wait for the clearing up.
        world.create("LOST").expect(201);
        world.cleared("C18");
        assertThat(world.there()).containsExactly("LOST");
        assertThat(world.here()).isEqualTo(1);
    }

    /** The control: without the note of what was about to be asked, it stays. */
    @Test
    @Tag("C18")
    void without_the_note_it_stays_there() {
        BadProcessor processor = start(Odds.NONE);
        processor.mode(Mode.SILENT);
        refused(world.create("LOST"), 503);
        world.change("DELETE FROM processor_task");
        processor.mode(Mode.PASS);
        world.create("LOST").expect(201);
        world.cleared("C18");
        assertThat(world.there()).containsExactly("LOST", "LOST");
    }

    /** It is an answer: nothing was done, and the breaker stays as it is. */
    @ParameterizedTest
    @EnumSource(names = {"TOO_MANY", "TOO_MANY_TEXT"})
    @Tag("C20")
    void one_that_is_asked_too_much_is_asked_no_sooner_than_it_says(Mode mode) {
        BadProcessor processor = asked(mode, ALONE_SECONDS);
        callers(Duration.ofSeconds(Stage.times(6, 30)), 429);
        assertThat(world.isLeftAlone()).isFalse();
        Stage.told("C20", "calls, the soonest second try of one", processor.asked() + " " + soonest(processor));
        assertThat(soonest(processor)).isGreaterThan(Duration.ofSeconds(ALONE_SECONDS));
        assertThat(askedAgain(processor)).isBetween(1L, budget(processor));
        assertThat(world.here()).isEqualTo(TASKS);
        processor.mode(Mode.PASS);
        world.cleared("C20");
        assertThat(world.there()).hasSize(TASKS).allMatch(name -> name.startsWith("NEW"));
    }

    /** The control: where it does not say when, it is asked again before that. */
    @Test
    @Tag("C20")
    void without_what_it_says_it_is_asked_sooner() {
        BadProcessor processor = asked(Mode.TOO_MANY, 0);
        callers(Duration.ofSeconds(2), 429);
        assertThat(soonest(processor)).isLessThan(Duration.ofSeconds(ALONE_SECONDS));
    }

    /** A processor that begins to refuse while the new names of coupons are due there. */
    private BadProcessor asked(Mode mode, int aloneSeconds) {
        BadProcessor processor = start(Odds.NONE.withTime(6_000));
        processor.mode(Mode.PASS);
        for (int i = 0; i < TASKS; i++) {
            world.create("OLD" + i).expect(201);
        }
        processor.retryAfter(aloneSeconds);
        processor.mode(mode);
        world.rename();
        return processor;
    }

    /** How often one call was sent again; not counted are tasks, which are told by their keys. */
    private static long askedAgain(BadProcessor processor) {
        List<String> calls = calls(processor);
        return calls.size() - calls.stream().distinct().count();
    }

    private static List<String> calls(BadProcessor processor) {
        return processor.requests().stream()
                .map(Asked::key)
                .filter(key -> key.chars().filter(c -> c == '-').count() != 2)
                .toList();
    }

    /** One for each ten calls, and ten that are saved up. */
    private static long budget(BadProcessor processor) {
        return 11 + calls(processor).stream().distinct().count() / 10;
    }

    /** The shortest time between two requests with one key. */
    private static Duration soonest(BadProcessor processor) {
        Map<String, List<Long>> tries = processor.requests().stream()
                .collect(Collectors.groupingBy(
                        Asked::key, TreeMap::new, Collectors.mapping(Asked::at, Collectors.toList())));
        long soonest = Long.MAX_VALUE;
        for (List<Long> times : tries.values()) {
            for (int i = 1; i < times.size(); i++) {
                soonest = Math.min(soonest, times.get(i) - times.get(i - 1));
            }
        }
        assertThat(soonest).as("something is asked again").isLessThan(Long.MAX_VALUE);
        return Duration.ofNanos(soonest);
    }

    /** Without what sets them apart, which {@code TaskRunTest} takes away, all would be due again together. */
    @Test
    @Tag("C20")
    void due_work_that_was_refused_together_comes_back_apart() {
        BadProcessor processor = asked(Mode.TOO_MANY, 3_000);
        world.change("UPDATE processor_task SET due_at = now(), attempts = 0");
        String refused = "attempts = 1 AND due_at > now() + interval '49 min'";
        assertThat(Simulated.soon(() -> world.tasks("id", refused).size() == TASKS))
                .as("all are put off for as long as the processor said")
                .isTrue();
        List<Long> due =
                world.tasks("to_char(due_at AT TIME ZONE 'UTC', 'YYYY-MM-DD\"T\"HH24:MI:SS.MS\"Z\"')", refused).stream()
                        .map(text -> Instant.parse(text).toEpochMilli())
                        .toList();
        List<Asked> all = processor.requests();
        List<Long> asked = all.subList(all.size() - TASKS, all.size()).stream()
                .map(request -> request.at() / 1_000_000)
                .toList();
        Stage.told("C20", "ms over which tasks were asked, and are due again", length(asked) + " " + length(due));
        assertThat(length(due)).isGreaterThan(length(asked) + 500);
    }

    private static long length(List<Long> moments) {
        return Collections.max(moments) - Collections.min(moments);
    }
}
