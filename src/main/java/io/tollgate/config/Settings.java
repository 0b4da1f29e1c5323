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

/** Every setting there is, in the order in which people read them. */
public final class Settings {
    private static final int PORT_MAX = 65_535;
    private static final int MINUTE_MILLIS = 60_000;
    private static final int MILLION = 1_000_000;
    private static final Set<String> POSTGRES = Set.of("postgres", "postgresql");

    public static final List<Setting> ALL = List.of(
            text("host", "127.0.0.1", "Address the API listens on."),
            number("port", 8080, 0, PORT_MAX, "Port of the API; 0 takes a free one."),
            text("managementHost", "127.0.0.1", "Address that health and metrics listen on."),
            number("managementPort", 9090, 0, PORT_MAX, "Port of health and metrics; 0 takes a free one."),
            url(
                    "publicUrl",
                    Set.of("http", "https"),
                    "Address under which callers and buyers reach Tollgate. Empty: `http://localhost:PORT`."),
            path("tls.certificate", "", "PEM file with the certificate and its chain. Empty: no TLS."),
            path("tls.key", "", "PEM file with the private key of the certificate."),
            list(
                    "trustedProxies",
                    "Addresses or networks (`10.0.0.0/8`) of proxies whose forwarding headers are believed."),
            list(
                    "hosts",
                    "Names under which Tollgate is reached, as in the Host header; a request to any other gets a 421."
                            + " Empty: every name will do."),
            path("dataDir", ".data", "Folder of everything Tollgate keeps on this machine."),
            number("eventLoops", 0, 0, 1024, "Threads that serve requests. 0: one for each core."),
            number(
                    "drainDelaySeconds",
                    0,
                    0,
                    600,
                    "Seconds between the failing of the readiness probe and the closing of the port at shutdown, for a"
                            + " load balancer to notice."),
            number("drainSeconds", 20, 0, 3600, "Seconds given to running requests at shutdown."),
            path("logFile", "", "File of the JSON log, or `-` for stdout. Empty: `tollgate.log` in `dataDir`."),
            url(
                    "database.url",
                    POSTGRES,
                    "Postgres 15 to 18, as `postgres://user:password@host:port/database`. Empty: the embedded one."),
            url(
                    "database.directUrl",
                    POSTGRES,
                    "Address for migrations when `database.url` leads to a pooler. Empty: `database.url`."),
            number("database.listPool", 4, 1, 1000, "Connections for lists, of each event loop."),
            number("database.searchPool", 2, 1, 1000, "Connections for searches, of each event loop."),
            number(
                    "database.getPool",
                    2,
                    1,
                    1000,
                    "Pipelined connections for gets, keys and counters, of each event loop."),
            number("database.transactionPool", 8, 1, 1000, "Connections for writes, of each event loop."),
            number("database.queueMax", 256, 1, MILLION, "Queries that may wait for a connection; more get a 503."),
            number("database.connectTimeoutMillis", 1000, 1, MINUTE_MILLIS, "Longest wait for a connection."),
            number(
                    "database.queryTimeoutMillis",
                    2500,
                    1,
                    10 * MINUTE_MILLIS,
                    "Longest wait for an answer; more than `database.statementTimeoutMillis`."),
            number(
                    "database.statementTimeoutMillis",
                    2000,
                    0,
                    10 * MINUTE_MILLIS,
                    "Longest run of a statement inside Postgres. 0: not told, for poolers that take no such thing."),
            number(
                    "database.breakerFailures",
                    5,
                    1,
                    1000,
                    "Failures in a row after which statements are rejected without asking Postgres. So they are once"
                            + " Postgres has sent nothing for longer than `database.queryTimeoutMillis`."),
            number(
                    "database.breakerResetMillis",
                    1000,
                    1,
                    MINUTE_MILLIS,
                    "Pause between two probes of a Postgres that statements are kept from."),
            number(
                    "database.sellerSharePercent",
                    75,
                    1,
                    100,
                    "Share of `database.transactionPool`, and of the places to wait for it, that one seller can use;"
                            + " more writes get a 503. 100: no limit for each seller."),
            yesNo(
                    "waitForDatabase",
                    false,
                    "Come up while Postgres cannot be reached, answering 503 until it can; otherwise refuse to start."),
            number("rateLimits.keyPerSecond", 100, 1, MILLION, "Requests a second of one key."),
            number("rateLimits.keyBurst", 1000, 1, MILLION, "Requests one key may save up."),
            number("rateLimits.sellerPerSecond", 500, 1, MILLION, "Requests a second of all keys of a seller."),
            number("rateLimits.sellerBurst", 5000, 1, MILLION, "Requests all keys of a seller may save up."),
            number("limits.headerCountMax", 100, 10, 10_000, "Headers of a request."),
            number(
                    "limits.idleTimeoutSeconds",
                    30,
                    1,
                    3600,
                    "Seconds after which a connection is closed that is silent, or has not sent the whole head of its"
                            + " next request."),
            number(
                    "limits.connectionsMax",
                    10_000,
                    0,
                    MILLION,
                    "Connections of all callers; more are closed at once. Each takes up to 20 KB of memory."
                            + " 0: any number."),
            number(
                    "limits.addressConnectionsMax",
                    2000,
                    0,
                    MILLION,
                    "Connections of one address, trusted proxies apart; more are closed at once. 0: any number."),
            number(
                    "limits.bodyTimeoutMillis",
                    10_000,
                    100,
                    10 * MINUTE_MILLIS,
                    "Longest time for the body of a request to arrive, files apart."),
            number(
                    "limits.requestTimeoutMillis",
                    20_000,
                    100,
                    10 * MINUTE_MILLIS,
                    "Longest time to answer a request; more than `processor.callTimeoutMillis`."),
            number("pdf.workers", 0, 0, 1024, "Threads that draw PDFs. 0: half the cores, at least one."),
            number("pdf.queueMax", 100, 1, 100_000, "PDFs that may wait to be drawn; more get a 503."),
            number("pdf.timeoutMillis", 15_000, 100, 10 * MINUTE_MILLIS, "Longest time to draw a PDF."),
            number(
                    "pdf.restMillis",
                    8,
                    0,
                    1_000,
                    "Pause before each page of a PDF while the API is used for anything else; 0: none."),
            url(
                    "processor.url",
                    Set.of("http", "https"),
                    "Address of the payment processor, for accounts other than those of the simulator. Empty:"
                            + " `https://api.stripe.com`."),
            yesNo(
                    "processor.simulator",
                    true,
                    "Run the simulator of the processor, on a port of its own that only this machine reaches."),
            number("processor.workers", 8, 1, 1024, "Calls to the processor that run at a time."),
            number("processor.queueMax", 100, 1, 100_000, "Calls that may wait to run; more get a 503."),
            number("processor.connectTimeoutMillis", 2000, 1, MINUTE_MILLIS, "Longest wait for a connection to it."),
            number(
                    "processor.callTimeoutMillis",
                    10_000,
                    100,
                    MINUTE_MILLIS / 4 * 3,
                    "Longest wait for its answer, all tries together."),
            number(
                    "processor.breakerFailures",
                    10,
                    1,
                    1000,
                    "Failures within ten seconds after which the processor is left alone."),
            number("processor.breakerResetMillis", 10_000, 1, MINUTE_MILLIS, "How long it is left alone."),
            path("storage.folder", "", "Folder of the files that sellers upload. Empty: `files` in `dataDir`."),
            url(
                    "storage.endpoint",
                    Set.of("http", "https"),
                    "Address of a store that speaks the protocol of S3, to keep files there. Empty: on disk."),
            text("storage.bucket", "", "Bucket of that store; it must exist."),
            text("storage.region", "us-east-1", "Region of that store, as signatures name it."),
            text("storage.accessKey", "", "Name of the key to that store."),
            text("storage.secretKey", "", "The key to that store.").hidden(),
            number(
                    "storage.quotaMegabytes",
                    5_000,
                    10,
                    10 * MILLION,
                    "Storage quota of each seller, in units of 1,000,000 bytes: its files of both modes together. An"
                            + " upload over it gets a 409."),
            number(
                    "storage.freeMegabytesMin",
                    500,
                    0,
                    MILLION,
                    "Free space that uploads leave on the volume of `storage.folder`, in units of 1,000,000 bytes; an"
                            + " upload that would leave less gets a 503. 0: none."),
            number("invoiceLinkSeconds", 3600, 1, 31_536_000, "Seconds for which a signed invoice link is good."),
            path(
                    "secretFile",
                    "",
                    "File of the master secret, from which the other keys are derived; below it, one a line, those"
                            + " before it, which are still understood. Empty: `secret` in `dataDir`."),
            text(
                            "secret",
                            "",
                            "The master secret itself, 64 or more hexadecimal digits, in place of the file; after"
                                    + " commas, those before it.")
                    .hidden(),
            yesNo("demo", true, "Make a demo seller with demo records when the database holds no seller."),
            path("keysFile", "", "File to write the address and the demo keys to once Tollgate is ready."));

    private Settings() {}

    public static Optional<Setting> named(String name) {
        return ALL.stream().filter(setting -> setting.name().equals(name)).findFirst();
    }
}
