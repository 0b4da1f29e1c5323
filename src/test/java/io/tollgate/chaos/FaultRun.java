package io.tollgate.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import io.tollgate.platform.db.FaultyPostgres;
import io.tollgate.support.TemporaryFolders;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;

/** The shared Postgres and the limits of the fault tests. */
final class FaultRun {
    /** Lock of the shared Postgres, for classes that run beside others. */
    static final String POSTGRES = "chaos-postgres";

    /** Whether to run the long form: many cycles, and figures of distributions. */
    static final boolean LONG = Boolean.getBoolean("chaos.long");

    /**
     * The longest wait of a request, with a margin for the machine. In the short form it is still below the length of
     * every fault, so that a request that waits for the end of the fault fails the test.
     */
    static final Duration LONGEST_WAIT = Duration.ofMillis(LONG ? 3_500 : 5_500);

    /**
     * Factor by which durations may exceed their limits in the short form. The short form runs as part of all tests, on
     * machines of unknown speed; only the long form proves the durations.
     */
    private static final int SLACK_TIMES = 4;

    private static final Duration SLACK_MAX = Duration.ofSeconds(20);

    private static final class Shared {
        static final FaultyPostgres POSTGRES = start();
    }

    private FaultRun() {}

    /** Returns the Postgres, repaired after the previous test. */
    static FaultyPostgres postgres() {
        Shared.POSTGRES.heal();
        return Shared.POSTGRES;
    }

    private static FaultyPostgres start() {
        try {
            Path folder = Files.createTempDirectory("tollgate-chaos-postgres-");
            FaultyPostgres postgres = FaultyPostgres.start(folder);
            TemporaryFolders.deleteAtExit(folder, postgres::close);
            return postgres;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Returns one of two numbers, for the short or for the long form. */
    static int count(int inShort, int inLong) {
        return LONG ? inLong : inShort;
    }

    /**
     * Returns the longest permitted duration: the required one in the long form; in the short form four times that, but
     * at most 20 s more.
     */
    static Duration allowed(Duration required) {
        Duration more = required.multipliedBy(SLACK_TIMES - 1L);
        return LONG ? required : required.plus(more.compareTo(SLACK_MAX) < 0 ? more : SLACK_MAX);
    }

    /** Prints a measured duration with the required one of a row in reliability.md, and fails if it took too long. */
    static void assertWithin(String row, String what, Duration measured, Duration required) {
        report(row, what + ", at most " + required, measured);
        assertThat(measured).as(row + ": " + what).isLessThanOrEqualTo(allowed(required));
    }

    /** Prints a measured figure of a row in reliability.md. */
    static void report(String row, String what, Object figure) {
        System.out.println("chaos " + row + ": " + what + ": " + figure);
    }
}
