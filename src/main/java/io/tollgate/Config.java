package io.tollgate;

import io.tollgate.config.ConfigText;
import io.tollgate.config.Values;
import io.tollgate.config.WrongSetting;
import io.tollgate.db.DatabaseSettings;
import io.tollgate.file.Storage;
import io.tollgate.secret.Secrets;
import io.tollgate.server.CertificateFiles;
import io.tollgate.server.Connections;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** All settings as one value. {@link io.tollgate.config.Settings} describes each setting. */
public record Config(
        String host,
        int port,
        String managementHost,
        int managementPort,
        String publicUrl,
        CertificateFiles tls,
        List<String> trustedProxies,
        List<String> hosts,
        Path dataDir,
        int eventLoops,
        int drainDelaySeconds,
        int drainSeconds,
        String logFile,
        DatabaseSettings database,
        boolean waitForDatabase,
        RateLimits rateLimits,
        Limits limits,
        Pdf pdf,
        Processor processor,
        Storage storage,
        int invoiceLinkSeconds,
        Path secretFile,
        String secret,
        boolean demo,
        String keysFile) {

    /** Rate limits of a key and of all keys of a seller. */
    public record RateLimits(int keyPerSecond, int keyBurst, int sellerPerSecond, int sellerBurst) {}

    /** Limits of one request and one connection. */
    public record Limits(
            int headerCountMax,
            int idleTimeoutSeconds,
            int connectionsMax,
            int addressConnectionsMax,
            int bodyTimeoutMillis,
            int requestTimeoutMillis) {}

    /** The threads, queue and timeout of PDF rendering. */
    public record Pdf(int workers, int queueMax, int timeoutMillis, int restMillis) {}

    /** The URL, workers and timeouts of the payment processor. */
    public record Processor(
            String url,
            boolean simulator,
            int workers,
            int queueMax,
            int connectTimeoutMillis,
            int callTimeoutMillis,
            int breakerFailures,
            int breakerResetMillis) {}

    /** Reads all sources. Fails with one line for each invalid setting. The file may be null. */
    public static Config load(@Nullable Path file, Map<String, String> environment, Map<String, String> flags) {
        return of(Values.read(file, environment, flags));
    }

    public static Config defaults() {
        return of(Map.of());
    }

    /** Returns the connection limits of the API servers. */
    Connections connections() {
        return new Connections(
                limits.connectionsMax(), limits.addressConnectionsMax(), limits.idleTimeoutSeconds(), trustedProxies);
    }

    /** Returns the master secrets from the settings or the secret file. */
    public Secrets secrets(boolean mayCreate) {
        return Secrets.of(secret, secretFile(), mayCreate);
    }

    /** Returns the defaults with some settings overridden by name, as tests use them. */
    public static Config of(Map<String, String> settings) {
        return load(null, Map.of(), settings);
    }

    private static Config of(Values values) {
        Path dataDir = Path.of(values.text("dataDir"));
        return new Config(
                values.text("host"),
                values.number("port"),
                values.text("managementHost"),
                values.number("managementPort"),
                values.text("publicUrl"),
                new CertificateFiles(values.text("tls.certificate"), values.text("tls.key")),
                values.list("trustedProxies"),
                values.list("hosts"),
                dataDir,
                orElse(values.number("eventLoops"), cores()),
                values.number("drainDelaySeconds"),
                values.number("drainSeconds"),
                orElse(values.text("logFile"), dataDir.resolve("tollgate.log")),
                databaseOf(values),
                values.yesNo("waitForDatabase"),
                rateLimitsOf(values),
                limitsOf(values),
                pdfOf(values),
                processorOf(values),
                storageOf(values, dataDir),
                values.number("invoiceLinkSeconds"),
                Path.of(orElse(values.text("secretFile"), dataDir.resolve("secret"))),
                values.text("secret"),
                values.yesNo("demo"),
                values.text("keysFile"));
    }

    private static DatabaseSettings databaseOf(Values values) {
        String url = values.text("database.url");
        return new DatabaseSettings(
                url,
                orElse(values.text("database.directUrl"), url),
                values.number("database.listPool"),
                values.number("database.searchPool"),
                values.number("database.getPool"),
                values.number("database.transactionPool"),
                values.number("database.queueMax"),
                values.number("database.connectTimeoutMillis"),
                values.number("database.queryTimeoutMillis"),
                values.number("database.statementTimeoutMillis"),
                values.number("database.breakerFailures"),
                values.number("database.breakerResetMillis"),
                values.number("database.sellerSharePercent"));
    }

    private static RateLimits rateLimitsOf(Values values) {
        return new RateLimits(
                values.number("rateLimits.keyPerSecond"),
                values.number("rateLimits.keyBurst"),
                values.number("rateLimits.sellerPerSecond"),
                values.number("rateLimits.sellerBurst"));
    }

    private static Limits limitsOf(Values values) {
        return new Limits(
                values.number("limits.headerCountMax"),
                values.number("limits.idleTimeoutSeconds"),
                values.number("limits.connectionsMax"),
                values.number("limits.addressConnectionsMax"),
                values.number("limits.bodyTimeoutMillis"),
                values.number("limits.requestTimeoutMillis"));
    }

    private static Pdf pdfOf(Values values) {
        return new Pdf(
                orElse(values.number("pdf.workers"), Math.max(1, cores() / 2)),
                values.number("pdf.queueMax"),
                values.number("pdf.timeoutMillis"),
                values.number("pdf.restMillis"));
    }

    private static Processor processorOf(Values values) {
        return new Processor(
                orElse(values.text("processor.url"), "https://api.stripe.com"),
                values.yesNo("processor.simulator"),
                values.number("processor.workers"),
                values.number("processor.queueMax"),
                values.number("processor.connectTimeoutMillis"),
                values.number("processor.callTimeoutMillis"),
                values.number("processor.breakerFailures"),
                values.number("processor.breakerResetMillis"));
    }

    private static Storage storageOf(Values values, Path dataDir) {
        Storage storage = new Storage(
                Path.of(orElse(values.text("storage.folder"), dataDir.resolve("files"))),
                values.text("storage.endpoint"),
                values.text("storage.bucket"),
                values.text("storage.region"),
                values.text("storage.accessKey"),
                values.text("storage.secretKey"),
                values.number("storage.quotaMegabytes"),
                values.number("storage.freeMegabytesMin"));
        boolean named = !storage.bucket().isEmpty()
                && !storage.accessKey().isEmpty()
                && !storage.secretKey().isEmpty();
        if (!storage.endpoint().isEmpty() && !named) {
            throw new WrongSetting("storage.endpoint requires storage.bucket, storage.accessKey and storage.secretKey");
        }
        return storage;
    }

    private static int cores() {
        return Runtime.getRuntime().availableProcessors();
    }

    private static int orElse(int value, int otherwise) {
        return value == 0 ? otherwise : value;
    }

    private static String orElse(String value, Object otherwise) {
        return value.isEmpty() ? otherwise.toString() : value;
    }

    /** Returns these settings with the ports in use, in place of 0. */
    public Config withPorts(int taken, int managementTaken) {
        return with(taken, managementTaken, database);
    }

    /** Returns these settings with the URL of the embedded Postgres. */
    public Config withDatabaseUrl(String url) {
        return with(port, managementPort, database.at(url));
    }

    private Config with(int taken, int managementTaken, DatabaseSettings found) {
        return new Config(
                host,
                taken,
                managementHost,
                managementTaken,
                publicUrl,
                tls,
                trustedProxies,
                hosts,
                dataDir,
                eventLoops,
                drainDelaySeconds,
                drainSeconds,
                logFile,
                found,
                waitForDatabase,
                rateLimits,
                limits,
                pdf,
                processor,
                storage,
                invoiceLinkSeconds,
                secretFile,
                secret,
                demo,
                keysFile);
    }

    /** Returns the public base URL without a trailing slash, for the port in use. */
    public String publicUrlOn(int takenPort) {
        String derived = (tls.enabled() ? "https" : "http") + "://localhost:" + takenPort;
        return orElse(publicUrl, derived).replaceAll("/+$", "");
    }

    /** Prints the effective settings, one a line, with secrets masked. */
    public String print() {
        return ConfigText.of(this);
    }

    @Override
    public String toString() {
        return print();
    }
}
