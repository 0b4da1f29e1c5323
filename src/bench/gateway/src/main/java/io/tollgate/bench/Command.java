package io.tollgate.bench;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A child process that runs to its end and whose output is read. */
final class Command {
    private Command() {}

    static String run(Map<String, String> environment, List<String> words) {
        ProcessBuilder builder = new ProcessBuilder(words).redirectErrorStream(true);
        builder.environment().putAll(environment);
        try {
            Process process = builder.start();
            String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            if (process.waitFor() != 0) {
                throw new IllegalStateException(words.get(0) + " failed: " + output.strip());
            }
            return output;
        } catch (IOException e) {
            throw new UncheckedIOException(words.get(0) + " cannot be run; is it installed?", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    /** The first group of a pattern in an output. */
    static String find(String output, String pattern) {
        Matcher matcher = Pattern.compile(pattern).matcher(output);
        if (!matcher.find()) {
            throw new IllegalStateException("no " + pattern + " in: " + output.strip());
        }
        return matcher.group(1);
    }
}
