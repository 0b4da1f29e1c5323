package io.tollgate.chaos;

import io.tollgate.db.FaultyPostgres;
import io.tollgate.support.Scratch;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** The Postgres that all faults are tried on: one for a run, since making one takes seconds. */
final class Stage {
    /** Whether the long form was asked for: many cycles, and the figures of distributions. */
    static final boolean LONG = Boolean.getBoolean("chaos.long");

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

    /** Tells what was measured, for the record of a run. */
    static void told(String row, String what, Object figure) {
        System.out.println("chaos " + row + ": " + what + ": " + figure);
    }
}
