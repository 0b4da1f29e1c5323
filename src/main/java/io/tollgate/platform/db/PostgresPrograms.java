package io.tollgate.platform.db;

import io.tollgate.platform.config.StartRefused;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/** Runs the programs of Postgres. If one fails, reports its error in one line. */
record PostgresPrograms(Path binaries, PostgresUser user, Path output) {

    /** Postgres reports the second form if space remains for part of a page. */
    private static final Pattern DISK_FULL = Pattern.compile("No space left on device|wrote only \\d+ of \\d+ bytes");

    /** Runs a program. Its output goes to a file, because a server that outlives its starter would keep a pipe open. */
    void run(String program, String... arguments) throws IOException {
        run(output, program, arguments);
    }

    /** Runs a program that writes its errors to its own log. */
    void run(Path log, String program, String... arguments) throws IOException {
        List<String> command = new ArrayList<>(user.prefix());
        command.add(binaries.resolve("bin").resolve(program).toString());
        command.addAll(List.of(arguments));
        Process process = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectInput(ProcessBuilder.Redirect.from(Path.of("/dev/null").toFile()))
                .redirectOutput(output.toFile())
                .start();
        try {
            if (process.waitFor() != 0) {
                throw new StartRefused("embedded Postgres failed: " + program + ": " + errorLine(log));
            }
        } catch (InterruptedException interrupted) {
            process.destroy();
            Thread.currentThread().interrupt();
            throw new IOException("interrupted", interrupted);
        }
    }

    /** Returns the disk-full line, which causes other failures; otherwise the last failure; otherwise the last line. */
    private static String errorLine(Path log) throws IOException {
        List<String> lines = Files.readAllLines(log, StandardCharsets.UTF_8).stream()
                .filter(line -> !line.isBlank())
                .toList();
        return lines.stream()
                .filter(line -> DISK_FULL.matcher(line).find())
                .findFirst()
                .orElseGet(() -> lastFailure(lines));
    }

    private static String lastFailure(List<String> lines) {
        return lines.stream()
                .filter(line -> line.contains("FATAL:") || line.contains("PANIC:") || line.contains("error:"))
                .reduce((first, second) -> second)
                .orElse(lines.isEmpty() ? "no output" : lines.get(lines.size() - 1));
    }
}
