package io.tollgate.app.cli;

import io.tollgate.app.Config;
import io.tollgate.app.Gateway;
import io.tollgate.platform.config.ConfigText;
import io.tollgate.platform.config.StartRefused;
import io.tollgate.platform.db.EmbeddedPostgres;
import io.tollgate.platform.db.Migrations;
import io.tollgate.platform.secret.Secrets;
import io.tollgate.platform.server.FileVolume;
import io.tollgate.platform.server.Metrics;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.io.IOException;
import java.io.PrintWriter;
import java.net.BindException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Starts the gateway step by step: database, schema, demo seller, servers, banner. */
final class Start {
    private static final Logger LOG = LoggerFactory.getLogger(Start.class);
    private static final long START_SECONDS = 60;
    private static final long CLOSE_SECONDS = 10;
    private static final long RETRY_MILLIS = 1000;

    private final Lifecycle lifecycle;
    private final PrintWriter out;
    private final ProgressPrinter progress;
    private final KeysFile keysFile;
    private final boolean embedded;
    private Config config;
    private @Nullable EmbeddedPostgres postgres;
    private Optional<String> signIn = Optional.empty();

    Start(Config config, Lifecycle lifecycle, PrintWriter out) {
        this.config = config;
        this.embedded = config.database().embedded();
        this.lifecycle = lifecycle;
        this.out = out;
        this.progress = new ProgressPrinter(out);
        this.keysFile = new KeysFile(config.demo().keysFile());
    }

    void run() throws Exception {
        keysFile.clear();
        printSettings();
        checkFileStore();
        LOG.info("Starting with settings:\n{}", config.print());
        if (config.waitForDatabase() && !config.database().embedded()) {
            runBeforeDatabase();
            return;
        }
        openDatabase();
        if (lifecycle.isSignalled()) {
            return;
        }
        Optional<DemoKeys> keys = prepareDatabase();
        if (!lifecycle.isSignalled()) {
            Gateway gateway = startGateway();
            supervisePostgres();
            announce(gateway, keys);
        }
    }

    /**
     * Supervises the embedded Postgres. At shutdown the supervision stops first, so that it does not restart a server
     * that is being stopped.
     */
    private void supervisePostgres() {
        if (postgres != null) {
            lifecycle.started(postgres.supervise(this::endWithoutPostgres)::close);
        }
    }

    private void endWithoutPostgres(String reason) {
        String message = "The embedded Postgres could not be restarted: %s. Stopping; see %s"
                .formatted(reason, config.dataDir().resolve("postgres/server.log"));
        LOG.error(message);
        lifecycle.fail(message);
    }

    private void printSettings() {
        String others = SettingsOptions.otherThanDefaults(config);
        if (!others.isEmpty()) {
            progress.accept("Settings that differ from the defaults: " + others);
        }
    }

    /**
     * Warns if the file store is not usable, because every upload would fail with 503. Starts anyway, because all
     * other requests work.
     */
    private void checkFileStore() {
        Path folder = config.storage().folder();
        try {
            FileVolume volume = config.storage().volume();
            if (volume == null) {
                return;
            }
            if (!Files.isWritable(Files.createDirectories(folder))) {
                warn(folder, "permission denied");
            } else if (embedded && volume.holds(config.dataDir())) {
                warn(("storage.folder: %s is on the volume of the embedded Postgres; uploads leave"
                                + " storage.freeMegabytesMin (%d MB) free, so that Postgres can write")
                        .formatted(folder, config.storage().freeMegabytesMin()));
            }
        } catch (IOException failed) {
            warn(folder, StartRefused.reason(failed));
        }
    }

    private void warn(Path folder, String reason) {
        warn("storage.folder: %s cannot be written: %s; every upload will return 503".formatted(folder, reason));
    }

    private void warn(String warning) {
        LOG.warn(warning);
        progress.accept(warning);
    }

    /** Starts the servers first, which return 503, and prepares the database when it is reachable. */
    private void runBeforeDatabase() throws Exception {
        Gateway gateway = startGateway();
        String printed = "";
        while (!lifecycle.isSignalled()) {
            try {
                CommandDatabase.requireReachable(config);
                announce(gateway, prepareDatabase());
                return;
            } catch (StartRefused notYet) {
                String reason = String.valueOf(notYet.getMessage());
                if (!printed.equals(reason)) {
                    printed = reason;
                    progress.accept("Waiting for the database: " + printed);
                }
                Thread.sleep(RETRY_MILLIS);
            }
        }
    }

    private void openDatabase() {
        if (!config.database().embedded()) {
            progress.accept("Using database "
                    + ConfigText.withoutPassword(config.database().url()));
            CommandDatabase.requireReachable(config);
            return;
        }
        postgres = EmbeddedPostgres.start(config.dataDir(), EmbeddedPostgres.Durability.FULL, progress);
        lifecycle.started(postgres::close);
        config = config.withDatabaseUrl(postgres.url());
    }

    private Optional<DemoKeys> prepareDatabase() {
        progress.accept("Migrating the schema");
        Migrations.Outcome outcome = Migrations.run(config.database().directUrl());
        int applied = outcome.applied();
        if (applied > 0) {
            progress.accept("Applied " + applied + (applied == 1 ? " migration" : " migrations"));
        }
        if (outcome.unknown() > 0) {
            progress.accept("The schema is newer than this version; unknown migrations: " + outcome.unknown());
        }
        Secrets secrets = CommandDatabase.secrets(config);
        if (!config.demo().demo() || lifecycle.isSignalled()) {
            return Optional.empty();
        }
        DemoSeller seller = new DemoSeller(config, secrets, progress);
        Optional<DemoKeys> keys = seller.keys();
        signIn = keys.isPresent() ? seller.signInPath() : Optional.empty();
        return keys;
    }

    private Gateway startGateway() throws Exception {
        progress.accept("Starting the servers");
        Metrics metrics = new Metrics();
        Vertx vertx = Gateway.vertx(metrics);
        lifecycle.started(() -> await(vertx.close(), CLOSE_SECONDS));
        try {
            Gateway gateway = await(Gateway.start(vertx, metrics, config), START_SECONDS);
            lifecycle.started(() -> await(gateway.stop(), config.drain().totalSeconds() + CLOSE_SECONDS));
            return gateway;
        } catch (ExecutionException failed) {
            throw refusal(failed.getCause());
        }
    }

    private static Exception refusal(@Nullable Throwable cause) {
        for (Throwable each = cause; each != null; each = each.getCause()) {
            if (each instanceof BindException) {
                return new StartRefused("a port came into use while Tollgate started: " + each.getMessage(), each);
            }
        }
        return cause instanceof Exception exception ? exception : new IllegalStateException(cause);
    }

    private static <T> T await(Future<T> future, long seconds)
            throws ExecutionException, InterruptedException, TimeoutException {
        return future.toCompletionStage().toCompletableFuture().get(seconds, TimeUnit.SECONDS);
    }

    private void announce(Gateway gateway, Optional<DemoKeys> keys) {
        String url = config.server().publicUrlOn(gateway.port());
        out.print(new Banner(config, embedded, url, gateway.managementPort(), keys, signIn).text());
        out.flush();
        keysFile.write(url, keys);
    }
}
