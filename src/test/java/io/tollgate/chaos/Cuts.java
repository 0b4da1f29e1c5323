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
 * Sends writes that are cut off, again and again until they are answered, and tells what was not as it should be.
 * What one undisturbed write leaves in the database is measured, so that each cut one is held to the same: all of
 * it or nothing after the cut, and all of it once in the end.
 */
final class Cuts {
    private static final int MANY = 10_000;
    private static final int RETRIES_MAX = 300;
    private static final int TRIES_MAX = 5;
    private static final Duration SWEPT_AFTER = Duration.ofDays(2);

    static final String ORPHANS = """
            SELECT o.kind || ' ' || o.id FROM simulated_object o WHERE o.kind = 'coupon' AND NOT EXISTS (
              SELECT FROM processor_copy c
              WHERE (c.seller_id, c.livemode, c.processor_id) = (o.seller_id, o.livemode, o.id))
            """;

    private final CutWorld world;
    private final Supplier<CutWrite> next;
    private final Runnable meanwhile;
    private final List<String> wrong = new ArrayList<>();
    private final List<Done> done = new ArrayList<>();
    private final Map<String, Long> one;
    private final int status;
    private final int packets;

    /** How a write is cut off at a packet. */
    enum How {
        /** Its connection ends before the packet arrives. */
        UNSENT,
        /** Its connection ends once the packet has arrived: the answer finds nobody. */
        UNANSWERED,
        /** Before the packet arrives all connections end, and there are no others: nothing more is done. */
        KILLED
    }

    private record Done(CutWrite write, Reply answer, String at) {}

    /** @param meanwhile happens between a write that was cut and its first retry */
    Cuts(CutWorld world, Supplier<CutWrite> next, Runnable meanwhile) {
        this.world = world;
        this.next = next;
        this.meanwhile = meanwhile;
        // The first one may make rows that all others find.
        next.get().send(world.throughProxy);
        world.proxy.reset();
        CutWrite whole = next.get();
        Map<String, Long> before = world.counts();
        world.proxy.cut().arm(MANY, false);
        Reply reply = whole.send(world.throughProxy);
        packets = MANY - world.proxy.cut().left();
        world.proxy.cut().disarm();
        one = since(before);
        status = reply.status();
        done.add(new Done(whole, reply, "undisturbed"));
        if (status >= 400 || one.isEmpty()) {
            throw new IllegalStateException("undisturbed it is answered " + status + ": " + reply.body());
        }
    }

    /** How many packets an undisturbed write sends to the database. */
    int packets() {
        return packets;
    }

    private Map<String, Long> since(Map<String, Long> before) {
        Map<String, Long> more = new TreeMap<>();
        world.counts().forEach((table, count) -> {
            if (!count.equals(before.getOrDefault(table, 0L))) {
                more.put(table, count - before.getOrDefault(table, 0L));
            }
        });
        return more;
    }

    /** Cuts one write at its packet of this number; gives whether it came to that. */
    boolean at(int packet, How how) {
        return at("", packet, how);
    }

    /** The same, of its packets that hold a text. */
    boolean at(String text, int packet, How how) {
        Optional<Boolean> cut = Optional.empty();
        for (int i = 0; i < TRIES_MAX && cut.isEmpty(); i++) {
            cut = cut(text, packet, how);
        }
        return cut.orElseThrow(() -> new AssertionError("it is not cut, and fails"));
    }

    /** Whether it was cut; nothing where it failed before that, over a connection of the cut before. */
    private Optional<Boolean> cut(String text, int packet, How how) {
        String at = how + " at " + text + packet;
        CutWrite write = next.get();
        Map<String, Long> before = world.counts();
        Runnable killed = how == How.KILLED ? () -> world.proxy.gone(true) : null;
        world.proxy.cut().arm(text, packet, how == How.UNANSWERED, killed);
        Reply first = write.send(world.throughProxy);
        boolean cut = world.proxy.cut().disarm();
        world.proxy.gone(false);
        world.settled();
        Map<String, Long> effect = since(before);
        told(first, effect, at);
        meanwhile.run();
        Reply answer = retried(write);
        Map<String, Long> effects = since(before);
        if (answer.status() != status) {
            wrong.add("the retry is answered " + answer.status() + " " + answer.body() + ", " + at);
        }
        if (!effects.equals(one)) {
            wrong.add(kind(effects) + effects + " in place of " + one + ", " + at);
        }
        if (!effect.isEmpty() && answer.header("Idempotent-Replayed") == null) {
            wrong.add("the retry is not told of what was done, " + at);
        }
        same(first.status() < 400 ? first : answer, write.send(world.direct), at);
        done.add(new Done(write, answer, at));
        world.proxy.reset();
        return cut || first.status() == status ? Optional.of(cut) : Optional.empty();
    }

    private String kind(Map<String, Long> effects) {
        boolean more =
                effects.entrySet().stream().anyMatch(each -> each.getValue() > one.getOrDefault(each.getKey(), 0L));
        return more ? "double: " : "lost: ";
    }

    /** What the caller heard first, against what is there. */
    private void told(Reply first, Map<String, Long> effect, String at) {
        if (!effect.isEmpty() && !effect.equals(one)) {
            wrong.add("half done: " + effect + ", " + at);
        }
        boolean later = first.status() == 503 && first.header("Retry-After") != null;
        if (first.status() == status ? effect.isEmpty() : !later) {
            wrong.add("first answered " + first.status() + " " + first.body() + " with " + effect + ", " + at);
        }
    }

    /** Asks another instance until the answer is none that says to ask again. */
    private Reply retried(CutWrite write) {
        Reply reply = write.send(world.direct);
        for (int i = 0; i < RETRIES_MAX && reply.header("Retry-After") != null; i++) {
            world.hasten();
            Load.pause(100);
            reply = write.send(world.direct);
        }
        return reply;
    }

    private void same(Reply answer, Reply again, String at) {
        boolean same = again.status() == answer.status()
                && again.bodyWithoutRequestId().equals(answer.bodyWithoutRequestId())
                && again.header("Idempotent-Replayed") != null;
        if (!same) {
            wrong.add("two answers: " + answer.body() + " and " + again.body() + ", " + at);
        }
    }

    /** What was not as it should be, once all due work is done. */
    List<String> wrong() {
        List<String> all = new ArrayList<>(wrong);
        if (!world.allDone()) {
            all.add("due work is not done");
        }
        for (Done each : done) {
            if (each.answer().status() == status && !each.write().holds().test(each.answer())) {
                all.add("what was asked for is not so, " + each.at());
            }
        }
        world.query(ORPHANS).forEach(orphan -> all.add("nobody here knows " + orphan));
        world.cut.sweep(SWEPT_AFTER);
        Set<String> strays = new HashSet<>(world.cut.kept());
        world.query("SELECT id FROM file").forEach(strays::remove);
        strays.forEach(stray -> all.add("bytes of no file: " + stray));
        all.addAll(world.findings());
        return all;
    }
}
