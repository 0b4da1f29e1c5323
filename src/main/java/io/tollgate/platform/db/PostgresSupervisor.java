package io.tollgate.platform.db;

import io.tollgate.platform.config.StartRefused;
import java.io.IOException;
import java.time.Duration;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Restarts a database server that ends unexpectedly. Retries failed restarts with exponential back-off and gives up
 * after the last attempt. A server that ends right after its restart counts as a failed restart.
 */
final class PostgresSupervisor implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(PostgresSupervisor.class);
    private static final long POLL_MILLIS = 200;
    private static final long STOP_MILLIS = 5_000;

    /** The supervised server. */
    interface Server {
        boolean isRunning() throws IOException;

        /** Recovers from the crash. Returns when the server accepts connections at its previous address. */
        void restart() throws IOException;
    }

    /**
     * Limits on restarts.
     *
     * @param attempts failed restarts in a row before the supervisor gives up
     * @param pause before the second attempt; doubled for each later one
     * @param stable how long a restarted server must run to count as restarted
     */
    record Limits(int attempts, Duration pause, Duration stable) {
        static final Limits DEFAULT = new Limits(5, Duration.ofSeconds(1), Duration.ofSeconds(2));
    }

    private final Server server;
    private final Limits limits;
    private final Consumer<String> givenUp;
    private final Thread thread = new Thread(this::run, "postgres-supervisor");

    private PostgresSupervisor(Server server, Limits limits, Consumer<String> givenUp) {
        this.server = server;
        this.limits = limits;
        this.givenUp = givenUp;
    }

    /** @param givenUp receives the reason of the last failure, once, if the server cannot be restarted */
    static PostgresSupervisor start(Server server, Limits limits, Consumer<String> givenUp) {
        PostgresSupervisor supervisor = new PostgresSupervisor(server, limits, givenUp);
        supervisor.thread.setDaemon(true);
        supervisor.thread.start();
        return supervisor;
    }

    private void run() {
        try {
            while (true) {
                if (isRunning()) {
                    Thread.sleep(POLL_MILLIS);
                    continue;
                }
                LOG.error("The embedded Postgres ended unexpectedly; restarting it");
                String failure = restart();
                if (!failure.isEmpty()) {
                    LOG.error("Giving up after {} failed restarts of the embedded Postgres", limits.attempts());
                    givenUp.accept(failure);
                    return;
                }
            }
        } catch (InterruptedException closed) {
            Thread.currentThread().interrupt();
        }
    }

    /** Returns an empty string when the server runs, or the reason why the last attempt failed. */
    private String restart() throws InterruptedException {
        String failure = "";
        for (int attempt = 1; attempt <= limits.attempts(); attempt++) {
            if (attempt > 1) {
                Thread.sleep(limits.pause().toMillis() << (attempt - 2));
            }
            failure = attempt();
            if (failure.isEmpty()) {
                return failure;
            }
            LOG.error("Restart {} of {} of the embedded Postgres failed: {}", attempt, limits.attempts(), failure);
        }
        return failure;
    }

    private String attempt() throws InterruptedException {
        long begun = System.nanoTime();
        try {
            server.restart();
        } catch (IOException | RuntimeException failed) {
            if (Thread.interrupted()) {
                throw new InterruptedException();
            }
            return StartRefused.reason(failed);
        }
        long started = System.nanoTime();
        LOG.warn(
                "Restarted the embedded Postgres in {} ms",
                Duration.ofNanos(started - begun).toMillis());
        while (System.nanoTime() - started < limits.stable().toNanos()) {
            Thread.sleep(POLL_MILLIS);
            if (!isRunning()) {
                return "the server ended within " + limits.stable().toMillis() + " ms of its restart";
            }
        }
        return "";
    }

    /** Treats a server whose state cannot be read as running, because a restart would stop it. */
    private boolean isRunning() {
        try {
            return server.isRunning();
        } catch (IOException unknown) {
            LOG.warn("The state of the embedded Postgres cannot be read: {}", StartRefused.reason(unknown));
            return true;
        }
    }

    /** Ends the supervision; the server keeps running. Interrupts a restart in progress. */
    @Override
    public void close() {
        thread.interrupt();
        try {
            thread.join(STOP_MILLIS);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
