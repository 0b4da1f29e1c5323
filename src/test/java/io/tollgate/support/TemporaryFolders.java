package io.tollgate.support;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;

/** Folders that are deleted at the end of the test run. */
public final class TemporaryFolders {
    private TemporaryFolders() {}

    /** Runs {@code close}, then deletes the folder, when the test run ends. */
    public static void deleteAtExit(Path folder, Runnable close) {
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
            System.err.println("not deleted: " + folder);
        }
    }
}
