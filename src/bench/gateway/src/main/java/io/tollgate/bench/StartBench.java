package io.tollgate.bench;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;

/**
 * How long a start takes, from the call of the script to the first 200 of its health check, and what
 * memory the process holds under lists. The database is external: another gateway's. Prints Markdown.
 *
 * <p>Arguments: command that starts the gateway, address of the database, live key, folder for data
 * and output, rounds, seconds of each measurement. The secret of the keys comes by the environment.
 */
public final class StartBench {
    private static final int PORT = 18081;
    private static final int MANAGEMENT = 19091;
    private static final int STARTS = 3;
    private static final int LOADS = 5;
    private static final int LIMIT_SECONDS = 90;
    private static final int POLL_MILLIS = 3;

    private final PrintStream out = System.out;
    private final Figures figures = new Figures(Promise.Group.START);
    private final String script;
    private final String database;
    private final String key;
    private final Path folder;

    private StartBench(String[] args) {
        this.script = args[0];
        this.database = args[1];
        this.key = args[2];
        this.folder = Path.of(args[3]);
    }

    public static void main(String[] args) throws Exception {
        new StartBench(args).run(Integer.parseInt(args[4]), Integer.parseInt(args[5]));
    }

    private void run(int rounds, int seconds) throws IOException, InterruptedException, SQLException {
        Files.createDirectories(folder);
        start();
        List<Double> starts = new ArrayList<>();
        for (int i = 0; i < rounds * STARTS; i++) {
            starts.add(start());
        }
        double[] each = starts.stream().mapToDouble(Double::doubleValue).toArray();
        print("| start to ready, external database | s |");
        print("|---|---|");
        print("| median of %d | %.2f |", starts.size(), Rounds.median(each));
        figures.add(Promise.START, Rounds.median(each), each);
        if (figures.possible(Promise.MEMORY)) {
            memory(rounds, seconds);
        }
        try (BenchDatabase asked = new BenchDatabase(database)) {
            figures.write(asked.version());
        }
    }

    /** @return seconds until it was ready */
    private double start() throws IOException, InterruptedException {
        long begun = System.nanoTime();
        Process process = launch();
        try {
            awaitReady(process);
            return (System.nanoTime() - begun) / 1e9;
        } finally {
            stop(process);
        }
    }

    private void memory(int rounds, int seconds) throws IOException, InterruptedException {
        double[] peaks = new double[rounds];
        Process process = launch();
        try {
            awaitReady(process);
            double idle = ResidentMemory.megabytes(process.pid());
            double[] loads = new double[rounds];
            for (int round = 0; round < rounds; round++) {
                try (ResidentMemory memory = new ResidentMemory(process.pid())) {
                    Wrk load = Wrk.load("http://127.0.0.1:" + PORT + "/v1/payments", key, seconds * LOADS);
                    loads[round] = load.perSecond();
                    peaks[round] = memory.peak();
                }
            }
            print("");
            print("| resident memory | MiB |");
            print("|---|---|");
            print("| just started | %.0f |", idle);
            // Memory that was touched once stays: the last round has seen the longest load.
            print("| under %.0f lists a second | %.0f |", Rounds.median(loads), peaks[rounds - 1]);
            figures.add(Promise.MEMORY, peaks[rounds - 1], peaks);
        } finally {
            stop(process);
        }
    }

    private Process launch() throws IOException {
        return new ProcessBuilder(
                        script,
                        "--data",
                        folder.resolve("data").toString(),
                        "--port",
                        "" + PORT,
                        "--management-port",
                        "" + MANAGEMENT,
                        "--no-demo",
                        "--database-url",
                        database)
                .redirectErrorStream(true)
                .redirectOutput(new File(folder.toFile(), "start.log"))
                .start();
    }

    private void awaitReady(Process process) throws IOException, InterruptedException {
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(LIMIT_SECONDS);
        while (!ready()) {
            if (!process.isAlive() || System.nanoTime() > end) {
                throw new IllegalStateException("it did not start: " + Files.readString(folder.resolve("start.log")));
            }
            Thread.sleep(POLL_MILLIS);
        }
    }

    /** By hand, because a client of a library would be the slower part of the two. */
    private static boolean ready() {
        try (Socket socket = new Socket()) {
            socket.connect(new InetSocketAddress("127.0.0.1", MANAGEMENT), 1_000);
            socket.setSoTimeout(5_000);
            OutputStream to = socket.getOutputStream();
            to.write("GET /health/ready HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"
                    .getBytes(StandardCharsets.US_ASCII));
            InputStream from = socket.getInputStream();
            return new String(from.readNBytes(12), StandardCharsets.US_ASCII).equals("HTTP/1.1 200");
        } catch (IOException notYet) {
            return false;
        }
    }

    private static void stop(Process process) throws InterruptedException {
        process.destroy();
        if (!process.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS)) {
            process.destroyForcibly();
        }
    }

    private void print(String line, Object... values) {
        out.println(String.format(Locale.ROOT, line, values));
    }
}
