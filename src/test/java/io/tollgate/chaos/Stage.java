package io.tollgate.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import io.tollgate.db.FaultyPostgres;
import io.tollgate.support.Scratch;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;

/** The Postgres that all faults are tried on: one for a run, since making one takes seconds. */
final class Stage {
    /** Whether the long form was asked for: many cycles, and the figures of distributions. */
    static final boolean LONG = Boolean.getBoolean("chaos.long");

    /** How much longer something may take in the short form, which runs on a machine that is busy. */
    private static final int SLACK_TIMES = 4;

    private static final Duration SLACK_MAX = Duration.ofSeconds(3);

    private static final class Shared {
        static final FaultyPostgres POSTGRES = start();
    }

    private Stage() {}

    /** Running and answering, whatever the test before did to it. */
    static FaultyPostgres postgres() {
        Shared.POSTGRES.heal();
        return Shared.POSTGRES;
    }

    private static FaultyPostgres start() {
        try {
            Path folder = Files.createTempDirectory("tollgate-chaos-postgres-");
            FaultyPostgres postgres = FaultyPostgres.start(folder);
            Scratch.closeAtTheEnd(folder, postgres::close);
            return postgres;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** One number in the short form, another in the long one. */
    static int times(int inShort, int inLong) {
        return LONG ? inLong : inShort;
    }

    /**
     * The most that something may take: what its row wants in the long form; in the short one four times that, and at
     * most three seconds more.
     */
    static Duration allowed(Duration required) {
        Duration more = required.multipliedBy(SLACK_TIMES - 1L);
        return LONG ? required : required.plus(more.compareTo(SLACK_MAX) < 0 ? more : SLACK_MAX);
    }

    /** Tells what was measured beside what its row wants, and fails where that is not so. */
    static void met(String row, String what, Duration measured, Duration required) {
        told(row, what + ", at most " + required, measured);
        assertThat(measured).as(row + ": " + what).isLessThanOrEqualTo(allowed(required));
    }

    /** Tells what was measured, for the record of a run. */
    static void told(String row, String what, Object figure) {
        System.out.println("chaos " + row + ": " + what + ": " + figure);
    }
}
