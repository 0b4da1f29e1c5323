package io.tollgate.support;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;

/** Folders that a whole run of tests uses, and that are gone with it. */
public final class Scratch {
    private Scratch() {}

    /** At the end of the run, closes what lives in a folder, and deletes that. */
    public static void closeAtTheEnd(Path folder, Runnable close) {
        Runtime.getRuntime().addShutdownHook(new Thread(() -> {
            close.run();
            delete(folder);
        }));
    }

    private static void delete(Path folder) {
        try (var files = Files.walk(folder)) {
            files.sorted(Comparator.reverseOrder())
                    .forEach(file -> file.toFile().delete());
        } catch (IOException e) {
            System.err.println("left behind: " + folder);
        }
    }
}
