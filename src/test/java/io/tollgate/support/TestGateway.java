package io.tollgate.support;

import io.tollgate.accounts.apikey.KeyRing;
import io.tollgate.app.BackgroundSteps;
import io.tollgate.app.Config;
import io.tollgate.app.Gateway;
import io.tollgate.app.Outside;
import io.tollgate.platform.clock.Clock;
import io.tollgate.platform.db.PostgresUrl;
import io.tollgate.platform.resource.Scope;
import io.tollgate.platform.secret.Secrets;
import io.tollgate.platform.server.Metrics;
import io.tollgate.processor.AccountRegister;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * A gateway on free ports. Most tests share one; a test that stops or overloads a gateway starts its own.
 *
 * <p>No gateway of the database that all tests share has background loops, so that nothing happens but requests, and
 * what {@link TestSeller#settle} does. A gateway with a database of its own has them.
 */
public final class TestGateway implements AutoCloseable {
    public static final String SECRET = "5e".repeat(32);
    private static final AtomicInteger SELLERS = new AtomicInteger();

    /**
     * Deadlines for a machine whose cores are all busy for seconds, on which documents, which are rendered at idle
     * priority, have to wait. For tests that are not about deadlines.
     */
    public static final Map<String, String> PATIENT = Map.of(
            "database.queryTimeoutMillis", "60000",
            "database.statementTimeoutMillis", "55000",
            "database.connectTimeoutMillis", "60000",
            "processor.callTimeoutMillis", "45000",
            "processor.questionWaitMillis", "45000",
            "limits.requestTimeoutMillis", "120000",
            "limits.idleTimeoutSeconds", "180",
            "pdf.timeoutMillis", "100000");

    /** The file store of all gateways of the run. */
    private static final Path FILES = Path.of(
            System.getProperty("java.io.tmpdir"),
            "tollgate-files-" + ProcessHandle.current().pid());

    /** Started on first use; runs until the end of the test run. */
    private static final class Shared {
        // Tests let tasks fail again and again, which must not open the circuit breaker for others.
        static final TestGateway GATEWAY = startPatient(Map.of("processor.breakerFailures", "1000"));
    }

    private final Vertx vertx;
    private final Gateway gateway;
    private final Config config;
    private final boolean loops;

    private TestGateway(Vertx vertx, Gateway gateway, Config config, boolean loops) {
        this.vertx = vertx;
        this.gateway = gateway;
        this.config = config;
        this.loops = loops;
    }

    public static TestGateway shared() {
        return Shared.GATEWAY;
    }

    /** Starts a gateway. It uses the database of the test run, without loops, unless the settings name another one. */
    public static TestGateway start(Map<String, String> settings) {
        Config config = Config.of(settings(settings));
        Outside outside = Outside.of(config).withClock(Clock.SYSTEM);
        return start(config, settings.containsKey("database.url") ? outside : outside.stepped());
    }

    private static TestGateway start(Config config, Outside outside) {
        Metrics metrics = new Metrics();
        Vertx vertx = Gateway.vertx(metrics);
        try {
            Gateway gateway = Gateway.start(vertx, metrics, config, outside).await(60, TimeUnit.SECONDS);
            return new TestGateway(vertx, gateway, config, outside.background() == Outside.Background.LOOPS);
        } catch (java.util.concurrent.TimeoutException e) {
            throw new IllegalStateException("the gateway did not start in time", e);
        }
    }

    /** Starts a gateway without background loops whose time a test moves. */
    public static TestGateway at(VirtualClock clock) {
        return stepped(Map.of(), clock, outside -> outside);
    }

    /** Starts a gateway without background loops. A gateway with loops in its database would do its work. */
    public static TestGateway stepped(Map<String, String> given, Clock clock, UnaryOperator<Outside> outside) {
        Map<String, String> patient = new HashMap<>(PATIENT);
        patient.putAll(given);
        Config config = Config.of(settings(patient));
        return start(config, outside.apply(Outside.of(config).withClock(clock).stepped()));
    }

    /** Starts a gateway that waits for a slow machine, for tests that do not measure time. */
    public static TestGateway startPatient(Map<String, String> settings) {
        Map<String, String> all = new HashMap<>(PATIENT);
        all.putAll(settings);
        return start(all);
    }

    private static Map<String, String> settings(Map<String, String> given) {
        Map<String, String> settings = new HashMap<>(Map.of(
                "port", "0",
                "managementPort", "0",
                "secret", SECRET,
                "rateLimits.keyPerSecond", "1000000",
                "rateLimits.keyBurst", "1000000",
                "rateLimits.sellerPerSecond", "1000000",
                "rateLimits.sellerBurst", "1000000",
                "rateLimits.buyerPerSecond", "1000000",
                "rateLimits.buyerBurst", "1000000"));
        // All buyers of the tests share one address.
        settings.put("rateLimits.buyerFormsPerHour", "1000000");
        settings.put("rateLimits.buyerFilesPerHour", "1000000");
        settings.put("rateLimits.buyerCartsPerHour", "1000000");
        settings.put("rateLimits.buyerOrdersPerHour", "1000000");
        settings.put("rateLimits.emailOrdersPerHour", "1000000");
        settings.put("rateLimits.pageOrdersPerMinute", "1000000");
        settings.put("rateLimits.sellerOrdersPerMinute", "1000000");
        settings.put("rateLimits.buyerCodesPerHour", "1000000");
        settings.put("rateLimits.pageCodesPerHour", "1000000");
        settings.put("rateLimits.buyerCardTriesPerHour", "1000000");
        settings.put("rateLimits.buyerOncePerHour", "1000000");
        settings.put("rateLimits.pageOncePerHour", "1000000");
        // Tests pay and look at once.
        settings.put("processor.questionPauseMillis", "0");
        // Nothing listens here, so no test can reach the real processor.
        settings.put("processor.url", "http://127.0.0.1:1");
        settings.putAll(given);
        settings.computeIfAbsent("database.url", key -> TestDatabase.url());
        settings.computeIfAbsent("storage.folder", key -> FILES.toString());
        return settings;
    }

    /** Returns whether background work happens by itself. */
    public boolean hasLoops() {
        return loops;
    }

    /** Does what is due now for a seller in one mode, until nothing is left. For a gateway without loops. */
    public BackgroundSteps.Done settle(Scope scope) {
        return TestSeller.await(gateway.settle(scope));
    }

    /** Numbers all events of a scope. For a gateway without loops. */
    public void numberEvents(Scope scope) {
        TestSeller.await(gateway.numberEvents(scope));
    }

    /** Writes the calls of the API that have ended to the request log. For a gateway without loops. */
    public Future<Void> writeRequestLog() {
        return gateway.writeRequestLog();
    }

    /** Creates and drops days of the request log. For a gateway without loops. */
    public Future<Void> moveRequestLog() {
        return gateway.moveRequestLog();
    }

    /** Deletes the records of a scope that are no longer kept. For a gateway without loops. */
    public Future<Integer> deleteExpired(Scope scope) {
        return gateway.deleteExpired(scope);
    }

    /** Runs the due tasks of a scope. Returns whether it could claim any. For a gateway without loops. */
    public boolean runTasks(Scope scope) {
        return TestSeller.await(gateway.runTasks(scope).map(ran -> ran > 0).otherwise(false));
    }

    public String url() {
        return "http://127.0.0.1:" + gateway.port();
    }

    public int port() {
        return gateway.port();
    }

    public String managementUrl() {
        return "http://127.0.0.1:" + gateway.managementPort();
    }

    public String databaseUrl() {
        return config.database().url();
    }

    public Vertx vertx() {
        return vertx;
    }

    /** Creates a seller with API keys and simulated processor accounts for both modes. No other test uses it. */
    public TestSeller seller() {
        TestSeller seller = unconnectedSeller();
        accounts().connectSimulator(seller.name());
        return seller;
    }

    /** Returns the register of processor accounts. */
    public AccountRegister accounts() {
        return new AccountRegister(PostgresUrl.toJdbc(config.database().url()), config.secrets(false));
    }

    /** Creates a seller with a live and a test key, and without a processor account. */
    public TestSeller unconnectedSeller() {
        String name = "seller-" + SELLERS.incrementAndGet() + "-"
                + ProcessHandle.current().pid();
        KeyRing keys = keys();
        String live = keys.create(name, true, "test").key();
        String test = keys.create(name, false, "test").key();
        return new TestSeller(this, name, live, test);
    }

    public KeyRing keys() {
        return new KeyRing(PostgresUrl.toJdbc(config.database().url()), config.secrets(false));
    }

    /** Returns the secrets that all gateways of tests share, so that every gateway accepts the keys of the others. */
    public static Secrets secrets() {
        return Config.of(Map.of("secret", SECRET)).secrets(false);
    }

    public TestApi api(@Nullable String key) {
        return new TestApi(url(), key);
    }

    /** Waits for PDF workers too, which have idle priority: on a busy machine, their last document takes long. */
    @Override
    public void close() {
        try {
            gateway.stop().eventually(vertx::close).await(Eventually.TIMEOUT_SECONDS, TimeUnit.SECONDS);
        } catch (java.util.concurrent.TimeoutException e) {
            throw new IllegalStateException("the gateway did not stop in time", e);
        }
    }
}
