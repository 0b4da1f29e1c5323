package io.tollgate.loadtest.target;

import io.tollgate.loadtest.call.Keys;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** A gateway for this run alone: demo records in a temporary folder, started, and at the end stopped and removed. */
public final class OwnGateway implements AutoCloseable {
    private static final Duration START = Duration.ofMinutes(3);
    private static final Duration STOP = Duration.ofSeconds(45);
    private static final long RECORDS_A_SECOND_LEAST = 500;
    private static final List<String> UNLIMITED = List.of(
            "TOLLGATE_RATE_LIMITS_KEY_PER_SECOND",
            "TOLLGATE_RATE_LIMITS_KEY_BURST",
            "TOLLGATE_RATE_LIMITS_SELLER_PER_SECOND",
            "TOLLGATE_RATE_LIMITS_SELLER_BURST",
            "TOLLGATE_RATE_LIMITS_BUYER_PER_SECOND",
            "TOLLGATE_RATE_LIMITS_BUYER_BURST",
            "TOLLGATE_RATE_LIMITS_BUYER_ORDERS_PER_HOUR",
            "TOLLGATE_RATE_LIMITS_EMAIL_ORDERS_PER_HOUR",
            "TOLLGATE_RATE_LIMITS_PAGE_ORDERS_PER_MINUTE",
            "TOLLGATE_RATE_LIMITS_SELLER_ORDERS_PER_MINUTE",
            "TOLLGATE_RATE_LIMITS_BUYER_CODES_PER_HOUR",
            "TOLLGATE_RATE_LIMITS_PAGE_CODES_PER_HOUR",
            "TOLLGATE_RATE_LIMITS_BUYER_CARD_TRIES_PER_HOUR");
    private static final String OPEN_ORDERS = "TOLLGATE_CHECKOUT_OPEN_PER_ADDRESS";
    private static final String OPEN_ORDERS_MAX = "100000";

    private final Path scripts;
    private final Path folder;
    private final Consumer<String> progress;
    private final List<Process> processes = new ArrayList<>();
    private @Nullable Process gateway;
    private boolean closed;

    private OwnGateway(Path scripts, Path folder, Consumer<String> progress) {
        this.scripts = scripts;
        this.folder = folder;
        this.progress = progress;
    }

    /**
     * Makes the folder, and nothing else yet.
     *
     * @param scripts folder of the commands that fill and start a gateway
     */
    public static OwnGateway in(Path scripts, Consumer<String> progress) {
        try {
            return new OwnGateway(scripts, Files.createTempDirectory("tollgate-loadtest-"), progress);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Everything of this gateway is below it. */
    Path folder() {
        return folder;
    }

    /** @throws IllegalStateException where it does not come up, with the end of what it said */
    public Target start(long records, long seed) {
        progress.accept("Making %,d demo payments and what belongs to them".formatted(records));
        Path data = folder.resolve("data");
        Process demo = run(
                "demo", "--data", data.toString(), "--records", Long.toString(records), "--seed", Long.toString(seed));
        await(demo, "demo", START.plusSeconds(records / RECORDS_A_SECOND_LEAST));
        progress.accept("Starting the gateway");
        Path keysFile = folder.resolve("keys");
        Process started = run(
                "run",
                "--data",
                data.toString(),
                "--port",
                "0",
                "--management-port",
                "0",
                "--keys-file",
                keysFile.toString());
        gateway = started;
        // Written when everything else is done.
        long end = System.nanoTime() + START.toNanos();
        while (!Files.exists(keysFile)) {
            if (!started.isAlive() || System.nanoTime() - end > 0) {
                throw new IllegalStateException("the gateway did not start:\n" + lastLines("run"));
            }
            sleep();
        }
        return new Target(Keys.values(keysFile).get("TOLLGATE_URL"), Keys.read(keysFile), true);
    }

    /**
     * Has the gateway's own doctor hold all records against each other.
     *
     * @return nothing, or what it found
     */
    public List<String> examine() {
        Process doctor = run("doctor", "--data", folder.resolve("data").toString());
        try {
            await(doctor, "doctor", Duration.ofMinutes(10));
            return List.of();
        } catch (IllegalStateException e) {
            return List.of("the doctor found records that do not agree:\n" + lastLines("doctor"));
        }
    }

    private synchronized Process run(String command, String... arguments) {
        if (closed) {
            throw new IllegalStateException("stopped");
        }
        List<String> line = new ArrayList<>(List.of(scripts.resolve(command).toString()));
        line.addAll(Arrays.asList(arguments));
        ProcessBuilder builder = new ProcessBuilder(line).redirectErrorStream(true);
        builder.redirectOutput(folder.resolve(command + ".log").toFile());
        Map<String, String> environment = builder.environment();
        // Settings of a gateway of the user's are none of this one's.
        environment.keySet().removeIf(name -> name.startsWith("TOLLGATE_") && !name.equals("TOLLGATE_JAVA_OPTIONS"));
        UNLIMITED.forEach(name -> environment.put(name, "1000000"));
        environment.put(OPEN_ORDERS, OPEN_ORDERS_MAX);
        try {
            Process process = builder.start();
            processes.add(process);
            return process;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void await(Process process, String name, Duration most) {
        try {
            if (!process.waitFor(most.toSeconds(), TimeUnit.SECONDS)) {
                process.destroy();
                throw new IllegalStateException(name + " took too long:\n" + lastLines(name));
            }
        } catch (InterruptedException e) {
            process.destroy();
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted", e);
        }
        if (process.exitValue() != 0) {
            throw new IllegalStateException(name + " failed:\n" + lastLines(name));
        }
    }

    private String lastLines(String command) {
        try {
            List<String> lines = Files.readAllLines(folder.resolve(command + ".log"));
            return String.join("\n", lines.subList(Math.max(0, lines.size() - 15), lines.size()));
        } catch (IOException e) {
            return "(nothing was said)";
        }
    }

    private static void sleep() {
        try {
            Thread.sleep(100);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted", e);
        }
    }

    /**
     * What the gateway takes of the machine now, to see whether it grows.
     *
     * @return a sentence, or an empty text where the system does not tell
     */
    public synchronized String footprint() {
        Path proc = Path.of(
                "/proc", Long.toString(processes.get(processes.size() - 1).pid()));
        try (Stream<Path> files = Files.list(proc.resolve("fd"))) {
            String resident = Files.readAllLines(proc.resolve("status")).stream()
                    .filter(line -> line.startsWith("VmRSS"))
                    .map(line -> line.replaceAll("\\D", ""))
                    .findFirst()
                    .orElse("0");
            return "%d MB resident, %d open files".formatted(Long.parseLong(resident) / 1024, files.count());
        } catch (IOException | NumberFormatException e) {
            return "";
        }
    }

    /** Stops what runs and removes all of it; may be called twice, also while it starts. */
    @Override
    public synchronized void close() {
        if (closed) {
            return;
        }
        closed = true;
        progress.accept("Stopping the gateway and removing its data");
        processes.forEach(Process::destroy);
        processes.forEach(this::awaitEnd);
        remove();
    }

    private void awaitEnd(Process process) {
        try {
            if (!process.waitFor(STOP.toSeconds(), TimeUnit.SECONDS)) {
                process.destroyForcibly();
                stopDatabase();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Kills the database of a killed gateway. It would stop by itself, but later; none of its data is kept. */
    private void stopDatabase() {
        Path file = folder.resolve("data/postgres/postmaster.pid");
        try (Stream<String> lines = Files.lines(file)) {
            lines.findFirst()
                    .map(String::strip)
                    .map(Long::parseLong)
                    .flatMap(ProcessHandle::of)
                    .ifPresent(ProcessHandle::destroyForcibly);
        } catch (IOException | NumberFormatException e) {
            progress.accept("The database in " + folder + " may still run");
        }
    }

    private void remove() {
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.sorted((a, b) -> b.compareTo(a)).toList()) {
                Files.deleteIfExists(file);
            }
        } catch (IOException | UncheckedIOException e) {
            progress.accept("Not all of " + folder + " could be removed");
        }
    }
}
