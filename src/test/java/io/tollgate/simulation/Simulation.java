package io.tollgate.simulation;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;

/** Runs many scenarios, some at a time. Each of them is deterministic, whatever the others do. */
record Simulation(String databaseUrl) {
    private static final Path TRACES = Path.of("target", "simulation");
    private static final int REPORT_INTERVAL = 100;

    /**
     * A scenario that contradicts an invariant, or did not run to its end.
     *
     * @param trace the file with its steps
     */
    record Failure(long seed, List<String> violations, Path trace) {}

    /** Runs the scenarios of consecutive seeds and returns those that failed, by seed. */
    List<Failure> run(long from, int count) {
        AtomicLong next = new AtomicLong(from);
        List<Failure> failures = Collections.synchronizedList(new ArrayList<>());
        List<Thread> threads = new ArrayList<>();
        long begun = System.nanoTime();
        int lanes = Integer.getInteger("simulation.lanes", Runtime.getRuntime().availableProcessors());
        for (int i = 0; i < lanes; i++) {
            Thread thread = new Thread(() -> work(next, from, count, begun, failures), "simulation-" + i);
            threads.add(thread);
            thread.start();
        }
        for (Thread thread : threads) {
            try {
                thread.join();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new IllegalStateException(e);
            }
        }
        report(count, System.nanoTime() - begun, failures.size());
        failures.sort(Comparator.comparingLong(Failure::seed));
        return failures;
    }

    private void work(AtomicLong next, long from, int count, long begun, List<Failure> failures) {
        try (Lane lane = new Lane(databaseUrl)) {
            for (long seed = next.getAndIncrement(); seed < from + count; seed = next.getAndIncrement()) {
                run(lane, seed, failures);
                long done = seed + 1 - from;
                if (done % REPORT_INTERVAL == 0) {
                    report(done, System.nanoTime() - begun, failures.size());
                }
            }
        }
    }

    private static void run(Lane lane, long seed, List<Failure> failures) {
        try (ScenarioRun run = new ScenarioRun(lane, seed)) {
            List<String> violations = new ArrayList<>();
            try {
                violations.addAll(run.run().violations());
            } catch (RuntimeException | AssertionError failed) {
                violations.add("stopped: " + failed);
            }
            List<String> lines = new ArrayList<>(run.trace().lines());
            lines.addAll(violations);
            if (!violations.isEmpty() || Boolean.getBoolean("simulation.traces")) {
                write(seed, lines);
            }
            if (!violations.isEmpty()) {
                Failure failure = new Failure(seed, violations, trace(seed));
                System.out.println("simulation: " + failure);
                failures.add(failure);
            }
        }
    }

    private static Path trace(long seed) {
        return TRACES.resolve("seed-" + seed + ".txt");
    }

    private static void write(long seed, List<String> lines) {
        try {
            Files.createDirectories(TRACES);
            Files.write(trace(seed), lines);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void report(long scenarios, long nanos, int failures) {
        System.out.printf(
                "simulation: %d scenarios in %d s, %d ms each, %d failed%n",
                scenarios, Duration.ofNanos(nanos).toSeconds(), nanos / 1_000_000 / Math.max(1, scenarios), failures);
    }
}
