package io.tollgate.loadtest.engine;

import io.gatling.app.Gatling$;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.Locale;
import java.util.stream.Stream;

/** Runs a load to its end, and has its report written. */
public final class Engine {
    /** What Gatling told, beside the folders of runs. */
    public static final String CONSOLE = "console.txt";

    /** How Gatling names folders: after the simulation, then the time. */
    private static final String PREFIX = LoadSimulation.class.getSimpleName().toLowerCase(Locale.ROOT) + "-";

    private Engine() {}

    /**
     * Runs a load. Gatling tells the terminal much; that goes into a file beside the reports instead.
     *
     * @param reports folder in which each run gets one of its own
     * @return the folder of this run, with {@code index.html}
     */
    public static synchronized Path run(Load load, Path reports) {
        PrintStream terminal = System.out;
        try {
            Files.createDirectories(reports);
            try (OutputStream file = Files.newOutputStream(reports.resolve(CONSOLE));
                    PrintStream console = new PrintStream(file, true, StandardCharsets.UTF_8)) {
                System.setOut(console);
                LoadSimulation.NEXT.set(load);
                int status = Gatling$.MODULE$.fromArgs(new String[] {
                    "--simulation", LoadSimulation.class.getName(), "--results-folder", reports.toString()
                });
                if (status != 0) {
                    throw new IllegalStateException(
                            "Gatling ended with " + status + "; see " + reports.resolve(CONSOLE));
                }
            } finally {
                System.setOut(terminal);
            }
            return newest(reports);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Path newest(Path reports) throws IOException {
        try (Stream<Path> folders = Files.list(reports)) {
            return folders.filter(
                            folder -> folder.getFileName().toString().startsWith(PREFIX) && Files.isDirectory(folder))
                    .max(Comparator.comparing(folder -> folder.getFileName().toString()))
                    .orElseThrow(() -> new IllegalStateException("Gatling left no report in " + reports));
        }
    }
}
