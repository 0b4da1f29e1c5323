package io.tollgate.bench;

import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/** One address under load: as many requests as a number of connections can make. */
record Wrk(double perSecond, double p50Millis, double p99Millis) {
    private static final int CONNECTIONS = 32;

    /** Time-outs count answers that took over two seconds, which the latencies tell. */
    private static final Pattern REFUSED = Pattern.compile("Non-2xx|Socket errors: (?!connect 0, read 0, write 0, )");

    static Wrk load(String url, String key, int seconds) {
        String output = Command.run(
                Map.of(),
                List.of(
                        "wrk",
                        "-t1",
                        "-c" + CONNECTIONS,
                        "-d" + seconds + "s",
                        "--latency",
                        "-H",
                        "Authorization: Bearer " + key,
                        url));
        return read(url, output);
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
