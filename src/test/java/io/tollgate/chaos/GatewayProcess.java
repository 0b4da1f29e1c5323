package io.tollgate.chaos;

import io.tollgate.Main;
import io.tollgate.support.FreePort;
import io.tollgate.support.Load;
import io.tollgate.support.TestApi;
import io.tollgate.support.TestGateway;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** Tollgate as operators run it: a process, to be told by signals and asked over its ports. */
final class GatewayProcess implements AutoCloseable {
    private static final Duration START = Duration.ofSeconds(180);

    private final Path folder;
    private final Map<String, String> settings;
    private final List<String> prefix = new ArrayList<>();
    private final List<String> options = new ArrayList<>(List.of(
            "--enable-native-access=ALL-UNNAMED",
            "-XX:TieredStopAtLevel=1",
            "-XX:+UseSerialGC",
            "-Xmx256m",
            "-XX:+ExitOnOutOfMemoryError",
            "-Dlogback.configurationFile=logback.xml"));
    private final Map<String, String> environment = new HashMap<>();
    private final int port = FreePort.find();
    private final int managementPort = FreePort.find();
    private String classPath = System.getProperty("java.class.path");
    private boolean piped;
    private Class<?> main = Main.class;
    private Process process;

    private GatewayProcess(Path folder, Map<String, String> settings) {
        this.folder = folder;
        this.settings = settings;
    }

    /** Not started yet; on a database, and with limits that no test reaches. */
    static GatewayProcess on(String databaseUrl, Map<String, String> more) {
        Map<String, String> settings = new HashMap<>(Map.of(
                "database.url", databaseUrl,
                "secret", TestGateway.SECRET,
                "demo", "false",
                "eventLoops", "2",
                "processor.url", "http://127.0.0.1:1",
                "rateLimits.keyPerSecond", "1000000",
                "rateLimits.keyBurst", "1000000",
                "rateLimits.sellerPerSecond", "1000000",
                "rateLimits.sellerBurst", "1000000"));
        settings.put("limits.addressConnectionsMax", "0");
        settings.putAll(more);
        try {
            return new GatewayProcess(Files.createTempDirectory("tollgate-chaos-"), settings);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** One that is ready. */
    static GatewayProcess started(String databaseUrl, Map<String, String> more) {
        return on(databaseUrl, more).start().awaitReady();
    }

    /** Options of the JVM, after those that all have. */
    GatewayProcess with(String... more) {
        options.addAll(List.of(more));
        return this;
    }

    GatewayProcess withClassPath(String jars) {
        classPath = jars;
        return this;
    }

    /** Starts as by {@code scripts/run}, with an archive of classes. */
    GatewayProcess archived() {
        StartArchive archive = StartArchive.shared();
        return withClassPath(archive.classPath()).with(archive.option());
    }

    /** Another program in its place. */
    GatewayProcess as(Class<?> other) {
        main = other;
        return this;
    }

    /** Writes a byte to its input. */
    void tell() {
        try {
            process.getOutputStream().write('!');
            process.getOutputStream().flush();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** A program that starts it. */
    GatewayProcess under(String... program) {
        prefix.addAll(List.of(program));
        return this;
    }

    GatewayProcess in(Map<String, String> more) {
        environment.putAll(more);
        return this;
    }

    /** What it prints is to be read by the test, or not. */
    GatewayProcess piped() {
        piped = true;
        return this;
    }

    GatewayProcess start() {
        List<String> command = new ArrayList<>(prefix);
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(options);
        command.addAll(List.of("-cp", classPath, main.getName(), "run"));
        command.add("--data=" + data());
        ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(!piped);
        if (piped) {
            builder.redirectError(output().toFile());
        } else {
            builder.redirectOutput(ProcessBuilder.Redirect.appendTo(output().toFile()));
        }
        settings.forEach((name, value) -> builder.environment().put(variable(name), value));
        builder.environment().put(variable("port"), Integer.toString(port));
        builder.environment().put(variable("managementPort"), Integer.toString(managementPort));
        builder.environment().putAll(environment);
        try {
            process = builder.start();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return this;
    }

    /** The data folder. */
    Path data() {
        return folder.resolve("data");
    }

    private Path output() {
        return folder.resolve("output");
    }

    private static String variable(String setting) {
        return "TOLLGATE_"
                + setting.replaceAll("([a-z0-9])([A-Z])", "$1_$2")
                        .replace('.', '_')
                        .toUpperCase(Locale.ROOT);
    }

    GatewayProcess awaitReady() {
        return await("/health/ready");
    }

    GatewayProcess awaitLive() {
        return await("/health/live");
    }

    private GatewayProcess await(String path) {
        long end = System.nanoTime() + START.toNanos();
        while (health(path) != 200) {
            if (System.nanoTime() > end || !process.isAlive()) {
                throw new IllegalStateException("the gateway does not come up: " + printed() + log());
            }
            Load.pause(10);
        }
        return this;
    }

    /** The status of a health probe; 0 where nobody answers. */
    int health(String path) {
        try {
            return management().get(path).status();
        } catch (UncheckedIOException nobody) {
            return 0;
        }
    }

    TestApi management() {
        return new TestApi("http://127.0.0.1:" + managementPort, null);
    }

    /** What is alive in its heap, after a collection. */
    long heapBytes() {
        Path jcmd = Path.of(System.getProperty("java.home"), "bin", "jcmd");
        try {
            new ProcessBuilder(jcmd.toString(), Long.toString(process.pid()), "GC.run")
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .start()
                    .waitFor();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        return (long) metric("jvm_memory_used_bytes{area=\"heap\"");
    }

    /** The value of a metric; 0 where it is not told. */
    double metric(String name) {
        return management()
                .get("/metrics")
                .expect(200)
                .body()
                .lines()
                .filter(line -> line.startsWith(name))
                .filter(line -> line.substring(name.length()).matches("[ {,}].*"))
                .mapToDouble(line -> Double.parseDouble(line.substring(line.lastIndexOf(' ') + 1)))
                .sum();
    }

    TestApi api(String key) {
        return new TestApi(url(), key);
    }

    String url() {
        return "http://127.0.0.1:" + port;
    }

    int port() {
        return port;
    }

    int managementPort() {
        return managementPort;
    }

    Process process() {
        return process;
    }

    String printed() {
        return read(output());
    }

    String log() {
        return read(data().resolve("tollgate.log"));
    }

    private static String read(Path file) {
        try {
            return Files.exists(file) ? Files.readString(file) : "";
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** As the kernel ends it when memory is short: nothing more happens in it. */
    void kill() {
        process.destroyForcibly();
        ended(Duration.ofSeconds(10));
    }

    /** SIGTERM; does not wait. */
    void terminate() {
        process.destroy();
    }

    /** Waits for its end; gives its exit status. */
    int ended(Duration within) {
        try {
            if (!process.waitFor(within.toMillis(), TimeUnit.MILLISECONDS)) {
                throw new AssertionError("the gateway did not end within " + within);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        return process.exitValue();
    }

    @Override
    public void close() {
        if (process != null && process.isAlive()) {
            kill();
        }
        try (var files = Files.walk(folder)) {
            files.sorted(java.util.Comparator.reverseOrder())
                    .forEach(file -> file.toFile().delete());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
