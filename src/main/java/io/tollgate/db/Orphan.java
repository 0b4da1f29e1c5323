package io.tollgate.db;

import io.tollgate.config.StartRefused;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/** A Postgres that outlived the process that started it, when that one was killed. */
final class Orphan {
    private static final int STOP_SECONDS = 120;
    private static final int POLL_MILLIS = 50;

    private Orphan() {}

    /**
     * Stops the server that still runs on a folder and clears its traces. Called under the folder's lock, so
     * nobody rightful owns that server.
     */
    static boolean stop(Path folder) throws IOException {
        Path pidFile = folder.resolve("postmaster.pid");
        if (!Files.exists(pidFile)) {
            return false;
        }
        Optional<ProcessHandle> server = serverOf(folder, Files.readAllLines(pidFile));
        server.ifPresent(process -> stop(process, folder));
        // Another process may have the number by now, and Postgres would take it for its own.
        Files.deleteIfExists(pidFile);
        return server.isPresent();
    }

    private static Optional<ProcessHandle> serverOf(Path folder, List<String> pidFile) {
        return pidFile.stream()
                .findFirst()
                .map(String::strip)
                .filter(number -> number.matches("[0-9]{1,9}"))
                .flatMap(number -> ProcessHandle.of(Long.parseLong(number)))
                .filter(process -> runsIn(process, folder));
    }

    /** A server works inside its own folder. Where that cannot be asked, the program's name must do. */
    private static boolean runsIn(ProcessHandle process, Path folder) {
        try {
            Path place = Path.of("/proc", Long.toString(process.pid()), "cwd").toRealPath();
            return place.equals(folder.toRealPath());
        } catch (IOException unknown) {
            return !Files.exists(Path.of("/proc/self"))
                    && process.isAlive()
                    && process.info()
                            .command()
                            .filter(name -> name.endsWith("postgres"))
                            .isPresent();
        }
    }

    /** SIGINT asks for a fast shutdown, which cuts sessions; SIGTERM would wait for them. */
    private static void stop(ProcessHandle server, Path folder) {
        try {
            new ProcessBuilder("kill", "-INT", Long.toString(server.pid()))
                    .start()
                    .waitFor();
            long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(STOP_SECONDS);
            // Not whether it is alive: ended, it may wait for a parent that never asks, as in many containers.
            while (runsIn(server, folder)) {
                if (System.nanoTime() > end) {
                    throw new StartRefused(
                            "an earlier Postgres, process %d, does not stop: stop it by hand".formatted(server.pid()));
                }
                TimeUnit.MILLISECONDS.sleep(POLL_MILLIS);
            }
        } catch (IOException failed) {
            throw new StartRefused(
                    "an earlier Postgres, process %d, cannot be stopped".formatted(server.pid()), failed);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
