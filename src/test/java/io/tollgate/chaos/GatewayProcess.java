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

/** Tollgate as operators run it: a separate process that a test controls by signals and HTTP. */
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
    private String classPath;
    private boolean piped;
    private Class<?> main = Main.class;
    private Process process;

    private GatewayProcess(Path folder, Map<String, String> settings) {
        this.folder = folder;
        this.settings = settings;
    }

    /** Builds a process that is not started yet, on a database, with limits that no test reaches. */
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

    /** Starts a process and waits until it is ready. */
    static GatewayProcess started(String databaseUrl, Map<String, String> more) {
        return on(databaseUrl, more).start().awaitReady();
    }

    /** Adds options of the JVM. */
    GatewayProcess with(String... more) {
        options.addAll(List.of(more));
        return this;
    }

    GatewayProcess withClassPath(String jars) {
        classPath = jars;
        return this;
    }

    /** Runs another main class. */
    GatewayProcess as(Class<?> other) {
        main = other;
        return this;
    }

    /** Writes a byte to its standard input. */
    void writeByte() {
        try {
            process.getOutputStream().write('!');
            process.getOutputStream().flush();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Starts it through another program, such as a wrapper. */
    GatewayProcess wrappedIn(String... program) {
        prefix.addAll(List.of(program));
        return this;
    }

    GatewayProcess in(Map<String, String> more) {
        environment.putAll(more);
        return this;
    }

    /** Makes its output readable for the test. */
    GatewayProcess piped() {
        piped = true;
        return this;
    }

    /** Uses a class archive like {@code scripts/run}, unless the test has its own class path or main class. */
    private List<String> classPath() {
        if (classPath == null && main == Main.class) {
            return StartArchive.shared().options();
        }
        return List.of("-cp", classPath == null ? System.getProperty("java.class.path") : classPath);
    }

    GatewayProcess start() {
        List<String> command = new ArrayList<>(prefix);
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(options);
        command.addAll(classPath());
        command.addAll(List.of(main.getName(), "run"));
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
                throw new IllegalStateException("the gateway does not start: " + printed() + log());
            }
            Load.pause(10);
        }
        return this;
    }

    /** Returns the status of a health probe, or 0 if the port does not respond. */
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

    /** Returns the bytes of live objects on its heap, after a collection. */
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

    /** Returns the value of a metric, or 0 if it is not reported. */
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

    /** Kills it with SIGKILL, as the kernel does when memory is short. */
    void kill() {
        process.destroyForcibly();
        ended(Duration.ofSeconds(10));
    }

    /** Sends SIGTERM and does not wait. */
    void terminate() {
        process.destroy();
    }

    /** Waits until it exits. Returns its exit status. */
    int ended(Duration within) {
        try {
            if (!process.waitFor(within.toMillis(), TimeUnit.MILLISECONDS)) {
                throw new AssertionError("the gateway did not exit within " + within);
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
