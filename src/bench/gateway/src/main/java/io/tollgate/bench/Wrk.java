package io.tollgate.bench;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * A server under load: as many requests as a number of connections can make.
 *
 * @param serverMicros processor time of the server process for each response, in µs; NaN if not measured
 */
record Wrk(double perSecond, double p50Millis, double p99Millis, double serverMicros) {
    private static final int CONNECTIONS = 32;

    Wrk(double perSecond, double p50Millis, double p99Millis) {
        this(perSecond, p50Millis, p99Millis, Double.NaN);
    }

    Wrk withServerMicros(double micros) {
        return new Wrk(perSecond, p50Millis, p99Millis, micros);
    }

    /** Requests are put together once, so that choosing one costs next to nothing. */
    private static final String IN_TURN = """
            local paths = {"%s"}
            local requests, turn = {}, 0
            function init()
              for i, path in ipairs(paths) do requests[i] = wrk.format(nil, path) end
            end
            function request()
              turn = turn %% #requests + 1
              return requests[turn]
            end
            """;

    /** Time-outs count answers that took over two seconds, which the latencies tell. */
    private static final Pattern REFUSED = Pattern.compile("Non-2xx|Socket errors: (?!connect 0, read 0, write 0, )");

    /** @param url with the path, always the same */
    static Wrk load(String url, String key, int seconds) {
        return run(url, key, seconds, List.of());
    }

    /**
     * Different addresses in turn, so that nothing is measured that comes of all asking for the same.
     *
     * @param url without a path
     * @param paths of the server, without anything that Lua would read in another way
     */
    static Wrk inTurn(String url, List<String> paths, String key, int seconds) {
        Path script = null;
        try {
            script = Files.createTempFile("tollgate-bench-", ".lua");
            Files.writeString(script, IN_TURN.formatted(String.join("\",\"", paths)));
            return run(url, key, seconds, List.of("-s", script.toString()));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } finally {
            if (script != null) {
                script.toFile().delete();
            }
        }
    }

    private static Wrk run(String url, String key, int seconds, List<String> more) {
        List<String> command = new ArrayList<>(List.of(
                "wrk",
                "-t1",
                "-c" + CONNECTIONS,
                "-d" + seconds + "s",
                "--latency",
                "-H",
                "Authorization: Bearer " + key));
        command.addAll(more);
        command.add(url);
        return read(url, Command.run(Map.of(), command));
    }

    static Wrk read(String url, String output) {
        if (REFUSED.matcher(output).find()) {
            throw new IllegalStateException(url + " was refused: " + output.strip());
        }
        return new Wrk(
                Double.parseDouble(Command.find(output, "Requests/sec:\\s+([0-9.]+)")),
                millis(Command.find(output, "50%\\s+([0-9.]+[a-z]+)")),
                millis(Command.find(output, "99%\\s+([0-9.]+[a-z]+)")));
    }

    private static double millis(String text) {
        double number = Double.parseDouble(text.replaceAll("[a-z]+", ""));
        return text.endsWith("us") ? number / 1000 : text.endsWith("ms") ? number : number * 1000;
    }
}
