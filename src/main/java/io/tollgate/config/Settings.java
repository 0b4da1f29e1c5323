package io.tollgate.config;

import static io.tollgate.config.Setting.list;
import static io.tollgate.config.Setting.number;
import static io.tollgate.config.Setting.path;
import static io.tollgate.config.Setting.text;
import static io.tollgate.config.Setting.url;
import static io.tollgate.config.Setting.yesNo;

import java.util.List;
import java.util.Optional;
import java.util.Set;

/** The declarations of all settings, in the order of the documentation. */
public final class Settings {
    private static final int PORT_MAX = 65_535;
    private static final int MINUTE_MILLIS = 60_000;
    private static final int MILLION = 1_000_000;
    private static final Set<String> POSTGRES = Set.of("postgres", "postgresql");

    public static final List<Setting> ALL = List.of(
            text("host", "127.0.0.1", "Address the API listens on."),
            number("port", 8080, 0, PORT_MAX, "Port of the API. 0: any free port."),
            text("managementHost", "127.0.0.1", "Address that the management server (health and metrics) listens on."),
            number("managementPort", 9090, 0, PORT_MAX, "Port of the management server. 0: any free port."),
            url(
                    "publicUrl",
                    Set.of("http", "https"),
                    "Base URL at which API clients and buyers reach Tollgate. Empty: `http://localhost:PORT`."),
            path("tls.certificate", "", "PEM file with the certificate chain. Empty: no TLS."),
            path("tls.key", "", "PEM file with the private key of the certificate."),
            list(
                    "trustedProxies",
                    "Addresses or networks (`10.0.0.0/8`) of proxies whose forwarding headers are trusted."),
            list("hosts", "Accepted host names; a request with any other Host header gets a 421. Empty: all names."),
            path("dataDir", ".data", "Folder for all local data."),
            number("eventLoops", 0, 0, 1024, "Event loop threads that serve requests. 0: one per core."),
            number(
                    "drainDelaySeconds",
                    0,
                    0,
                    600,
                    "Seconds at shutdown between the first failing readiness probe and the closing of the port, so that"
                            + " load balancers stop routing first."),
            number("drainSeconds", 20, 0, 3600, "Seconds that running requests have to finish at shutdown."),
            path("logFile", "", "JSON log file, or `-` for stdout. Empty: `tollgate.log` in `dataDir`."),
            url(
                    "database.url",
                    POSTGRES,
                    "URL of Postgres 15 to 18: `postgres://user:password@host:port/database`. Empty: embedded."),
            url(
                    "database.directUrl",
                    POSTGRES,
                    "URL for migrations if `database.url` points to a connection pooler. Empty: `database.url`."),
            number("database.listPool", 4, 1, 1000, "Connections for lists, per event loop."),
            number("database.searchPool", 2, 1, 1000, "Connections for searches, per event loop."),
            number(
                    "database.getPool",
                    2,
                    1,
                    1000,
                    "Pipelined connections for reads by id, API keys and counters, per event loop."),
            number("database.transactionPool", 8, 1, 1000, "Connections for writes, per event loop."),
            number(
                    "database.queueMax",
                    256,
                    1,
                    MILLION,
                    "Maximum number of queries that wait for a connection; further ones get a 503."),
            number("database.connectTimeoutMillis", 1000, 1, MINUTE_MILLIS, "Maximum wait for a connection."),
            number(
                    "database.queryTimeoutMillis",
                    2500,
                    1,
                    10 * MINUTE_MILLIS,
                    "Maximum wait for a response; must exceed `database.statementTimeoutMillis`."),
            number(
                    "database.statementTimeoutMillis",
                    2000,
                    0,
                    10 * MINUTE_MILLIS,
                    "Statement timeout that Postgres enforces. 0: not sent, for poolers that reject it."),
            number(
                    "database.breakerFailures",
                    5,
                    1,
                    1000,
                    "Consecutive failures after which the circuit breaker rejects statements. The breaker also opens if"
                            + " Postgres sends nothing for longer than `database.queryTimeoutMillis`."),
            number(
                    "database.breakerResetMillis",
                    1000,
                    1,
                    MINUTE_MILLIS,
                    "Pause between two probes of Postgres while the circuit breaker is open."),
            number(
                    "database.sellerSharePercent",
                    75,
                    1,
                    100,
                    "Maximum share of `database.transactionPool`, and of its queue, that one seller can use; further"
                            + " writes get a 503. 100: no limit per seller."),
            yesNo(
                    "waitForDatabase",
                    false,
                    "Start even if Postgres is unreachable, and return 503 until it is reachable. Otherwise the start"
                            + " fails."),
            number("rateLimits.keyPerSecond", 100, 1, MILLION, "Sustained requests per second of one API key."),
            number("rateLimits.keyBurst", 1000, 1, MILLION, "Burst size of one API key, in requests."),
            number(
                    "rateLimits.sellerPerSecond",
                    500,
                    1,
                    MILLION,
                    "Sustained requests per second of all API keys of a seller."),
            number("rateLimits.sellerBurst", 5000, 1, MILLION, "Burst size of all API keys of a seller, in requests."),
            number("limits.headerCountMax", 100, 10, 10_000, "Maximum number of headers of a request."),
            number(
                    "limits.idleTimeoutSeconds",
                    30,
                    1,
                    3600,
                    "Seconds after which a connection is closed if it is idle or has not sent the complete head of its"
                            + " next request."),
            number(
                    "limits.connectionsMax",
                    10_000,
                    0,
                    MILLION,
                    "Maximum number of client connections; further ones are closed at once. Each uses up to 20 KB of"
                            + " memory. 0: no limit."),
            number(
                    "limits.addressConnectionsMax",
                    2000,
                    0,
                    MILLION,
                    "Maximum number of connections of one address, except trusted proxies; further ones are closed at"
                            + " once. 0: no limit."),
            number(
                    "limits.bodyTimeoutMillis",
                    10_000,
                    100,
                    10 * MINUTE_MILLIS,
                    "Maximum time for a request body to arrive, except file uploads."),
            number(
                    "limits.requestTimeoutMillis",
                    20_000,
                    100,
                    10 * MINUTE_MILLIS,
                    "Maximum time to respond to a request; must exceed `processor.callTimeoutMillis`."),
            number("pdf.workers", 0, 0, 1024, "Threads that render PDFs. 0: half the cores, at least one."),
            number(
                    "pdf.queueMax",
                    100,
                    1,
                    100_000,
                    "Maximum number of PDFs that wait to be rendered; further ones get a 503."),
            number("pdf.timeoutMillis", 15_000, 100, 10 * MINUTE_MILLIS, "Maximum time to render a PDF."),
            number(
                    "pdf.restMillis",
                    8,
                    0,
                    1_000,
                    "Pause before each page of a PDF while the API serves other requests. 0: none."),
            url(
                    "processor.url",
                    Set.of("http", "https"),
                    "Base URL of the payment processor for accounts outside the simulator. Empty:"
                            + " `https://api.stripe.com`."),
            yesNo("processor.simulator", true, "Run the payment processor simulator on its own loopback port."),
            number("processor.workers", 8, 1, 1024, "Maximum number of concurrent calls to the payment processor."),
            number(
                    "processor.queueMax",
                    100,
                    1,
                    100_000,
                    "Maximum number of calls that wait to run; further ones get a 503."),
            number(
                    "processor.connectTimeoutMillis",
                    2000,
                    1,
                    MINUTE_MILLIS,
                    "Maximum wait for a connection to the processor."),
            number(
                    "processor.callTimeoutMillis",
                    10_000,
                    100,
                    MINUTE_MILLIS / 4 * 3,
                    "Maximum wait for the result of a call, including retries."),
            number(
                    "processor.breakerFailures",
                    10,
                    1,
                    1000,
                    "Failures within 10 s after which the circuit breaker rejects calls to the processor."),
            number(
                    "processor.breakerResetMillis",
                    10_000,
                    1,
                    MINUTE_MILLIS,
                    "How long the circuit breaker stays open."),
            path("storage.folder", "", "Folder for uploaded files. Empty: `files` in `dataDir`."),
            url(
                    "storage.endpoint",
                    Set.of("http", "https"),
                    "URL of an S3-compatible object store for uploaded files. Empty: files are stored on disk."),
            text("storage.bucket", "", "Bucket in the object store; it must exist."),
            text("storage.region", "us-east-1", "Region of the object store, used in request signatures."),
            text("storage.accessKey", "", "Access key id for the object store."),
            text("storage.secretKey", "", "Secret access key for the object store.")
                    .hidden(),
            number(
                    "storage.quotaMegabytes",
                    5_000,
                    10,
                    10 * MILLION,
                    "Storage quota of each seller for files of both modes together, in units of 1,000,000 bytes. An"
                            + " upload that exceeds it gets a 409."),
            number(
                    "storage.freeMegabytesMin",
                    500,
                    0,
                    MILLION,
                    "Minimum free space on the volume of `storage.folder`, in units of 1,000,000 bytes; an upload that"
                            + " would leave less gets a 503. 0: no minimum."),
            number("invoiceLinkSeconds", 3600, 1, 31_536_000, "Seconds for which a signed invoice link is valid."),
            path(
                    "secretFile",
                    "",
                    "File with the master secret, from which all other keys are derived. Further lines hold previous"
                            + " secrets that stay valid. Empty: `secret` in `dataDir`."),
            text(
                            "secret",
                            "",
                            "The master secret, 64 or more hexadecimal digits, in place of the file. Previous secrets"
                                    + " follow, separated by commas.")
                    .hidden(),
            yesNo("demo", true, "Create a demo seller with demo records if the database has no seller."),
            path("keysFile", "", "File that receives the URL and the demo keys when Tollgate is ready."));

    private Settings() {}

    public static Optional<Setting> named(String name) {
        return ALL.stream().filter(setting -> setting.name().equals(name)).findFirst();
    }
}
