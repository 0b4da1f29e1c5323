package io.tollgate.bench;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Documents that a core draws in a second, as the benchmark of another commit measures them. */
final class DrawnElsewhere {
    private static final Pattern ROW = Pattern.compile("\\| (\\d+) \\| A4, Latin \\| ([0-9.]+) \\|.*");

    private final String classPath;
    private final int seconds;
    private final Map<Integer, Double> perSecond = new HashMap<>();

    DrawnElsewhere(String classPath, int seconds) {
        this.classPath = classPath;
        this.seconds = seconds;
    }

    /** Runs it anew when the figure was told before. */
    double perSecond(int tickets) {
        if (!perSecond.containsKey(tickets)) {
            run();
        }
        return Objects.requireNonNull(perSecond.remove(tickets), "not drawn");
    }

    private void run() {
        perSecond.clear();
        try {
            Process process = new ProcessBuilder(List.of(
                            ProcessHandle.current().info().command().orElse("java"),
                            "-Xmx512m",
                            "-cp",
                            classPath,
                            "io.tollgate.bench.PdfBench",
                            Integer.toString(seconds)))
                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                    .start();
            try (BufferedReader lines =
                    new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
                for (String line = lines.readLine(); line != null && perSecond.size() < 3; line = lines.readLine()) {
                    read(line, perSecond);
                }
            } finally {
                // The rows that follow are of no interest, and take a minute.
                process.destroyForcibly();
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        if (perSecond.size() < 3) {
            throw new IllegalStateException(classPath + " draws no tickets");
        }
    }

    static void read(String line, Map<Integer, Double> perSecond) {
        Matcher row = ROW.matcher(line);
        if (row.matches()) {
            perSecond.put(Integer.valueOf(row.group(1)), Double.valueOf(row.group(2)));
        }
    }
}
