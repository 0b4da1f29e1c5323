package io.tollgate.chaos;

import io.tollgate.support.Load;
import io.tollgate.support.TestApi.Reply;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Supplier;

/**
 * Sends writes whose database connection is cut, retries them until they succeed, and collects deviations. It first
 * measures the effect of one undisturbed write. Each cut write must have all of this effect or nothing after the cut,
 * and exactly this effect in the end.
 */
final class CutRunner {
    private static final int MANY = 10_000;
    private static final int RETRIES_MAX = 300;
    private static final int TRIES_MAX = 5;
    private static final Duration SWEPT_AFTER = Duration.ofDays(2);

    static final String ORPHANS = """
            SELECT o.kind || ' ' || o.id FROM simulated_object o WHERE o.kind = 'coupon' AND NOT EXISTS (
              SELECT FROM processor_copy c
              WHERE (c.seller_id, c.livemode, c.processor_id) = (o.seller_id, o.livemode, o.id))
            """;

    private final CutFixture world;
    private final Supplier<RepeatableWrite> next;
    private final Runnable meanwhile;
    private final List<String> deviations = new ArrayList<>();
    private final List<FinishedWrite> done = new ArrayList<>();
    private final Map<String, Long> expectedEffect;
    private final int status;
    private final int packets;

    /** When a connection is cut, relative to the delivery of a packet. */
    enum CutMoment {
        /** The connection closes before the packet arrives. */
        UNDELIVERED,
        /** The connection closes once the packet has arrived, so that the response is lost. */
        UNANSWERED,
        /** Before the packet arrives, all connections close and no new ones are accepted. */
        KILLED
    }

    private record FinishedWrite(RepeatableWrite write, Reply response, String at) {}

    /** @param meanwhile runs between a write that was cut and its first retry */
    CutRunner(CutFixture world, Supplier<RepeatableWrite> next, Runnable meanwhile) {
        this.world = world;
        this.next = next;
        this.meanwhile = meanwhile;
        // The first write may create rows that all later ones share.
        next.get().send(world.throughProxy);
        world.proxy.reset();
        RepeatableWrite whole = next.get();
        Map<String, Long> before = world.counts();
        world.proxy.cut().arm(MANY, false);
        Reply reply = whole.send(world.throughProxy);
        packets = MANY - world.proxy.cut().packetsLeft();
        world.proxy.cut().disarm();
        expectedEffect = effectSince(before);
        status = reply.status();
        done.add(new FinishedWrite(whole, reply, "undisturbed"));
        if (status >= 400 || expectedEffect.isEmpty()) {
            throw new IllegalStateException("the undisturbed write returned " + status + ": " + reply.body());
        }
    }

    /** Returns the number of packets that an undisturbed write sends to the database. */
    int packets() {
        return packets;
    }

    private Map<String, Long> effectSince(Map<String, Long> before) {
        Map<String, Long> more = new TreeMap<>();
        world.counts().forEach((table, count) -> {
            if (!count.equals(before.getOrDefault(table, 0L))) {
                more.put(table, count - before.getOrDefault(table, 0L));
            }
        });
        return more;
    }

    /** Cuts one write at its packet of this number. Returns false if the write has fewer packets. */
    boolean cutAt(int packet, CutMoment how) {
        return cutAt("", packet, how);
    }

    /** Cuts one write at a packet, counting only those that contain a text. */
    boolean cutAt(String text, int packet, CutMoment how) {
        Optional<Boolean> cut = Optional.empty();
        for (int i = 0; i < TRIES_MAX && cut.isEmpty(); i++) {
            cut = tryCut(text, packet, how);
        }
        return cut.orElseThrow(() -> new AssertionError("the write fails without being cut"));
    }

    /**
     * Returns whether the write was cut, or empty if it failed earlier because a previous cut had broken its
     * connection.
     */
    private Optional<Boolean> tryCut(String text, int packet, CutMoment how) {
        String at = how + " at " + text + packet;
        RepeatableWrite write = next.get();
        Map<String, Long> before = world.counts();
        Runnable killed = how == CutMoment.KILLED ? () -> world.proxy.down(true) : null;
        world.proxy.cut().arm(text, packet, how == CutMoment.UNANSWERED, killed);
        Reply first = write.send(world.throughProxy);
        boolean cut = world.proxy.cut().disarm();
        world.proxy.down(false);
        world.awaitTransactions();
        Map<String, Long> effect = effectSince(before);
        checkFirstResponse(first, effect, at);
        meanwhile.run();
        Reply answer = retry(write);
        Map<String, Long> effects = effectSince(before);
        if (answer.status() != status) {
            deviations.add("the retry returned " + answer.status() + " " + answer.body() + ", " + at);
        }
        if (!effects.equals(expectedEffect)) {
            deviations.add(kind(effects) + effects + " instead of " + expectedEffect + ", " + at);
        }
        if (!effect.isEmpty() && answer.header("Idempotent-Replayed") == null) {
            deviations.add("the retry did not return the stored response, " + at);
        }
        checkReplay(first.status() < 400 ? first : answer, write.send(world.direct), at);
        done.add(new FinishedWrite(write, answer, at));
        world.proxy.reset();
        return cut || first.status() == status ? Optional.of(cut) : Optional.empty();
    }

    private String kind(Map<String, Long> effects) {
        boolean more = effects.entrySet().stream()
                .anyMatch(each -> each.getValue() > expectedEffect.getOrDefault(each.getKey(), 0L));
        return more ? "double: " : "lost: ";
    }

    /** Compares the first response with the effect in the database. */
    private void checkFirstResponse(Reply first, Map<String, Long> effect, String at) {
        if (!effect.isEmpty() && !effect.equals(expectedEffect)) {
            deviations.add("partial effect: " + effect + ", " + at);
        }
        boolean later = first.status() == 503 && first.header("Retry-After") != null;
        if (first.status() == status ? effect.isEmpty() : !later) {
            deviations.add(
                    "the first response was " + first.status() + " " + first.body() + " with " + effect + ", " + at);
        }
    }

    /** Retries at another instance until the response does not request a retry. */
    private Reply retry(RepeatableWrite write) {
        Reply reply = write.send(world.direct);
        for (int i = 0; i < RETRIES_MAX && reply.header("Retry-After") != null; i++) {
            world.makeTasksDue();
            Load.pause(100);
            reply = write.send(world.direct);
        }
        return reply;
    }

    private void checkReplay(Reply answer, Reply again, String at) {
        boolean same = again.status() == answer.status()
                && again.bodyWithoutRequestId().equals(answer.bodyWithoutRequestId())
                && again.header("Idempotent-Replayed") != null;
        if (!same) {
            deviations.add("two responses: " + answer.body() + " and " + again.body() + ", " + at);
        }
    }

    /** Returns all deviations, once background work is done. */
    List<String> deviations() {
        List<String> all = new ArrayList<>(deviations);
        if (!world.completeTasks()) {
            all.add("background work is not done");
        }
        for (FinishedWrite each : done) {
            if (each.response().status() == status && !each.write().holds().test(each.response())) {
                all.add("the effect does not match the response, " + each.at());
            }
        }
        world.query(ORPHANS).forEach(orphan -> all.add("unknown to Tollgate: " + orphan));
        world.cut.sweep(SWEPT_AFTER);
        Set<String> strays = new HashSet<>(world.cut.kept());
        world.query("SELECT id FROM file").forEach(strays::remove);
        strays.forEach(stray -> all.add("bytes without a file record: " + stray));
        all.addAll(world.findings());
        return all;
    }
}
