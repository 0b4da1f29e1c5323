package io.tollgate.support;

import io.tollgate.Config;
import io.tollgate.Gateway;
import io.tollgate.apikey.KeyRing;
import io.tollgate.clock.Clock;
import io.tollgate.db.PostgresUrl;
import io.tollgate.processor.AccountRegister;
import io.tollgate.secret.Secrets;
import io.vertx.core.Vertx;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** A gateway on free ports. Most tests share one; a test that stops or starves it starts its own. */
public final class TestGateway implements AutoCloseable {
    public static final String SECRET = "5e".repeat(32);
    private static final AtomicInteger SELLERS = new AtomicInteger();

    /** Files of all gateways of a run. */
    private static final Path FILES = Path.of(
            System.getProperty("java.io.tmpdir"),
            "tollgate-files-" + ProcessHandle.current().pid());

    /** Started on first use and left to the end of the run. */
    private static final class Shared {
        static final TestGateway GATEWAY = start(Map.of());
    }

    private final Vertx vertx;
    private final Gateway gateway;
    private final Config config;

    private TestGateway(Vertx vertx, Gateway gateway, Config config) {
        this.vertx = vertx;
        this.gateway = gateway;
        this.config = config;
    }

    public static TestGateway shared() {
        return Shared.GATEWAY;
    }

    /** A gateway of its own, on the database of the run unless the settings say otherwise. */
    public static TestGateway start(Map<String, String> settings) {
        Config config = Config.of(settings(settings));
        Vertx vertx = Gateway.vertx();
        try {
            Gateway gateway = Gateway.start(vertx, config, Clock.SYSTEM).await(30, TimeUnit.SECONDS);
            return new TestGateway(vertx, gateway, config);
        } catch (java.util.concurrent.TimeoutException e) {
            throw new IllegalStateException("the gateway did not start in time", e);
        }
    }

    private static Map<String, String> settings(Map<String, String> given) {
        Map<String, String> settings = new HashMap<>(Map.of(
                "port", "0",
                "managementPort", "0",
                "secret", SECRET,
                "rateLimits.keyPerSecond", "1000000",
                "rateLimits.keyBurst", "1000000",
                "rateLimits.sellerPerSecond", "1000000",
                "rateLimits.sellerBurst", "1000000"));
        // No test reaches the real processor: nobody listens here.
        settings.put("processor.url", "http://127.0.0.1:1");
        settings.putAll(given);
        settings.computeIfAbsent("database.url", key -> TestDatabase.url());
        settings.computeIfAbsent("storage.folder", key -> FILES.toString());
        return settings;
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

    /** A new seller with keys and simulated processor accounts of both modes, whom no other test knows. */
    public TestSeller seller() {
        TestSeller seller = unconnectedSeller();
        accounts().connectSimulator(seller.name());
        return seller;
    }

    /** The accounts of sellers at the processor. */
    public AccountRegister accounts() {
        return new AccountRegister(PostgresUrl.toJdbc(config.database().url()), config.secrets(false));
    }

    /** A new seller with a live and a test key, and no account at the processor. */
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

    /** The secret that all gateways of tests share, so that a key made for one works at another. */
    public static Secrets secrets() {
        return Config.of(Map.of("secret", SECRET)).secrets(false);
    }

    public TestApi api(@Nullable String key) {
        return new TestApi(url(), key);
    }

    @Override
    public void close() {
        try {
            gateway.stop().eventually(vertx::close).await(30, TimeUnit.SECONDS);
        } catch (java.util.concurrent.TimeoutException e) {
            throw new IllegalStateException("the gateway did not stop in time", e);
        }
    }
}
