package io.tollgate.platform.db;

import io.tollgate.platform.config.StartRefused;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/** Stops what remains of a Postgres whose starter process was killed: the server, or sessions without a server. */
final class StalePostgres {
    private static final String PID_FILE = "postmaster.pid";
    private static final int STOP_SECONDS = 120;
    private static final int POLL_MILLIS = 50;

    private StalePostgres() {}

    /**
     * Stops the remaining processes of a folder and deletes the PID file. The caller holds the folder's lock, so no
     * other process owns the server.
     */
    static boolean stop(Path folder) throws IOException {
        Optional<ProcessHandle> server = server(folder);
        // SIGINT requests a fast shutdown, which ends sessions; SIGTERM would wait for them.
        server.ifPresent(process -> stop(process, "-INT", folder));
        List<ProcessHandle> sessions = sessions(folder);
        sessions.forEach(process -> stop(process, "-QUIT", folder));
        // Another process may have this PID by now, and Postgres would mistake it for a server.
        Files.deleteIfExists(folder.resolve(PID_FILE));
        return server.isPresent() || !sessions.isEmpty();
    }

    /** Returns the server process that runs on a folder, if there is one. */
    static Optional<ProcessHandle> server(Path folder) throws IOException {
        List<String> pidFile;
        try {
            pidFile = Files.readAllLines(folder.resolve(PID_FILE));
        } catch (NoSuchFileException stopped) {
            return Optional.empty();
        }
        return pidFile.stream()
                .findFirst()
                .map(String::strip)
                .filter(number -> number.matches("[0-9]{1,9}"))
                .flatMap(number -> ProcessHandle.of(Long.parseLong(number)))
                .filter(process -> runsIn(process, folder));
    }

    /**
     * Returns the sessions of a killed server. They check for their server only between statements, and a new server
     * cannot start while one of them runs.
     */
    private static List<ProcessHandle> sessions(Path folder) {
        return ProcessHandle.allProcesses()
                .filter(process -> isPostgres(process) && runsIn(process, folder))
                .toList();
    }

    /**
     * Returns whether a process works in this folder, as a server and its sessions do. Without {@code /proc}, checks
     * only its program name.
     */
    private static boolean runsIn(ProcessHandle process, Path folder) {
        try {
            Path place = Path.of("/proc", Long.toString(process.pid()), "cwd").toRealPath();
            return place.equals(folder.toRealPath());
        } catch (IOException unknown) {
            return !Files.exists(Path.of("/proc/self")) && process.isAlive() && isPostgres(process);
        }
    }

    private static boolean isPostgres(ProcessHandle process) {
        return process.info()
                .command()
                .filter(name -> name.endsWith("postgres"))
                .isPresent();
    }

    private static void stop(ProcessHandle process, String signal, Path folder) {
        try {
            new ProcessBuilder("kill", signal, Long.toString(process.pid()))
                    .start()
                    .waitFor();
            long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(STOP_SECONDS);
            // Liveness is not checked, because an ended process may remain as a zombie if its parent never reaps it,
            // as in many containers.
            while (runsIn(process, folder)) {
                if (System.nanoTime() > end) {
                    throw new StartRefused("an earlier Postgres, process %d, does not stop; stop it manually"
                            .formatted(process.pid()));
                }
                TimeUnit.MILLISECONDS.sleep(POLL_MILLIS);
            }
        } catch (IOException failed) {
            throw new StartRefused(
                    "an earlier Postgres, process %d, cannot be stopped".formatted(process.pid()), failed);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
