package io.tollgate.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import io.tollgate.chaos.CutRunner.CutMoment;
import io.tollgate.support.SecondStage;
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

/** A write whose database connection is cut at any packet has its whole effect or none, and a retry completes it. */
@SecondStage
@Tag("chaos")
@Tag("C22")
@Timeout(3600)
class CutWriteTest {
    /** The text of the packet that commits a write. */
    private static final int LAST = 2;

    private static final int DRAWN = 1;
    private static final String COMMIT = "COMMIT";

    private static CutFixture world;
    private static CutWrites writes;

    @BeforeAll
    static void open() {
        world = new CutFixture();
        writes = new CutWrites(world);
    }

    @AfterAll
    static void close() {
        world.close();
    }

    private static CutRunner cuts(CutWrites.Kind kind, Runnable meanwhile) {
        return new CutRunner(world, () -> writes.next(kind), meanwhile);
    }

    /** The number of packets is measured, so that the test covers new steps of a write. */
    @ParameterizedTest
    @EnumSource
    void a_cut_write_has_one_effect_and_one_response(CutWrites.Kind kind) {
        CutRunner cuts = cuts(kind, () -> {});
        long begun = System.nanoTime();
        int cut = 0;
        for (CutMoment how : CutMoment.values()) {
            cut += FaultRun.LONG ? cutAtEachPacket(cuts, how) : cutAtSomePackets(cuts, how);
        }
        assertThat(cuts.deviations()).isEmpty();
        assertThat(cuts.packets()).as("packets of it").isGreaterThan(5);
        FaultRun.report(
                "C22",
                kind + ", of so many packets, cut so often, in so many ms",
                cuts.packets() + " " + cut + " " + (System.nanoTime() - begun) / 1_000_000);
    }

    /** Cuts at each packet of a write. */
    private static int cutAtEachPacket(CutRunner cuts, CutMoment how) {
        int packet = 0;
        while (cuts.cutAt(packet, how)) {
            packet++;
        }
        assertThat(packet).isGreaterThan(cuts.packets() / 2);
        return packet;
    }

    /** Cuts at the first packet, the last one, each commit, and random others. */
    private static int cutAtSomePackets(CutRunner cuts, CutMoment how) {
        SortedSet<Integer> packets = new TreeSet<>();
        packets.add(0);
        for (int i = 1; i <= LAST; i++) {
            packets.add(cuts.packets() - i);
        }
        for (int i = 0; i < DRAWN; i++) {
            packets.add(ThreadLocalRandom.current().nextInt(cuts.packets()));
        }
        packets.forEach(packet -> cuts.cutAt(packet, how));
        int commits = 0;
        while (cuts.cutAt(COMMIT, commits, how)) {
            commits++;
        }
        assertThat(commits).as("commits that were cut").isPositive();
        return packets.size() + commits;
    }

    /** Control: without the stored response, the retry repeats the effect. */
    @Test
    void without_the_stored_response_the_effect_happens_twice() {
        world.execute("CREATE FUNCTION forget() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NULL; END'");
        world.execute(
                "CREATE TRIGGER forget BEFORE INSERT ON idempotent_answer FOR EACH ROW EXECUTE FUNCTION forget()");
        try {
            CutRunner cuts = cuts(CutWrites.Kind.BOOKING, () -> {});
            for (int i = 0; i < 3; i++) {
                cuts.cutAt(COMMIT, 0, CutMoment.UNANSWERED);
            }
            assertThat(cuts.deviations()).anySatisfy(wrong -> assertThat(wrong).startsWith("double: {audit_entry="));
        } finally {
            world.execute("DROP TRIGGER forget ON idempotent_answer");
            world.execute("DROP FUNCTION forget");
        }
    }

    /** Control: without the intent that is stored before a call, the created object stays at the processor. */
    @Test
    void without_the_stored_intent_there_is_an_orphan() {
        CutRunner cuts = cuts(CutWrites.Kind.COUPON, () -> world.execute("DELETE FROM processor_task"));
        assertThat(cuts.cutAt(COMMIT, 1, CutMoment.KILLED))
                .as("its second transaction")
                .isTrue();
        assertThat(cuts.deviations()).anySatisfy(wrong -> assertThat(wrong).startsWith("unknown to Tollgate: coupon"));
        world.execute("DELETE FROM simulated_object WHERE id = '"
                + world.query(CutRunner.ORPHANS).get(0).replace("coupon ", "") + "'");
    }
}
