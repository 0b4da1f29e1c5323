package io.tollgate.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import io.tollgate.chaos.Cuts.How;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.concurrent.ThreadLocalRandom;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Whatever is lost on the way to the database, and when: all of a write is there or nothing, and a retry ends it. */
@Tag("chaos")
@Tag("C22")
@Timeout(3600)
class CutWriteTest {
    /** The end of a write is where its commit is. */
    private static final int LAST = 2;

    private static final int DRAWN = 1;
    private static final String COMMIT = "COMMIT";

    private static CutWorld world;
    private static CutWrites writes;

    @BeforeAll
    static void open() {
        world = new CutWorld();
        writes = new CutWrites(world);
    }

    @AfterAll
    static void close() {
        world.close();
    }

    private static Cuts cuts(CutWrites.Kind kind, Runnable meanwhile) {
        return new Cuts(world, () -> writes.next(kind), meanwhile);
    }

    /** How many packets there are is found out, so that a new step cannot escape. */
    @ParameterizedTest
    @EnumSource
    void has_one_effect_and_one_answer(CutWrites.Kind kind) {
        Cuts cuts = cuts(kind, () -> {});
        long begun = System.nanoTime();
        int cut = 0;
        for (How how : How.values()) {
            cut += Stage.LONG ? all(cuts, how) : some(cuts, how);
        }
        assertThat(cuts.wrong()).isEmpty();
        assertThat(cuts.packets()).as("packets of it").isGreaterThan(5);
        Stage.told(
                "C22",
                kind + ", of so many packets, cut so often, in so many ms",
                cuts.packets() + " " + cut + " " + (System.nanoTime() - begun) / 1_000_000);
    }

    /** Each packet until there is none any more. */
    private static int all(Cuts cuts, How how) {
        int packet = 0;
        while (cuts.at(packet, how)) {
            packet++;
        }
        assertThat(packet).isGreaterThan(cuts.packets() / 2);
        return packet;
    }

    /** The first, the last, each commit, and others that are drawn anew for each run. */
    private static int some(Cuts cuts, How how) {
        SortedSet<Integer> packets = new TreeSet<>();
        packets.add(0);
        for (int i = 1; i <= LAST; i++) {
            packets.add(cuts.packets() - i);
        }
        for (int i = 0; i < DRAWN; i++) {
            packets.add(ThreadLocalRandom.current().nextInt(cuts.packets()));
        }
        packets.forEach(packet -> cuts.at(packet, how));
        int commits = 0;
        while (cuts.at(COMMIT, commits, how)) {
            commits++;
        }
        assertThat(commits).as("commits that were cut").isPositive();
        return packets.size() + commits;
    }

    /** The control: without the answer that is kept with the effect, the retry does it again. */
    @Test
    void without_the_kept_answer_it_is_done_twice() {
        world.execute("CREATE FUNCTION forget() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NULL; END'");
        world.execute(
                "CREATE TRIGGER forget BEFORE INSERT ON idempotent_answer FOR EACH ROW EXECUTE FUNCTION forget()");
        try {
            Cuts cuts = cuts(CutWrites.Kind.BOOKING, () -> {});
            for (int i = 0; i < 3; i++) {
                cuts.at(COMMIT, 0, How.UNANSWERED);
            }
            assertThat(cuts.wrong()).anySatisfy(wrong -> assertThat(wrong).startsWith("double: {audit_entry="));
        } finally {
            world.execute("DROP TRIGGER forget ON idempotent_answer");
            world.execute("DROP FUNCTION forget");
        }
    }

    /** The control: without the note of what is about to be asked, what was made at the processor stays there. */
    @Test
    void without_the_note_there_is_an_orphan() {
        Cuts cuts = cuts(CutWrites.Kind.COUPON, () -> world.execute("DELETE FROM processor_task"));
        assertThat(cuts.at(COMMIT, 1, How.KILLED)).as("its second transaction").isTrue();
        assertThat(cuts.wrong()).anySatisfy(wrong -> assertThat(wrong).startsWith("nobody here knows coupon"));
        world.execute("DELETE FROM simulated_object WHERE id = '"
                + world.query(Cuts.ORPHANS).get(0).replace("coupon ", "") + "'");
    }
}
