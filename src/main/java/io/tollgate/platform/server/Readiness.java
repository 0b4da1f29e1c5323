package io.tollgate.platform.server;

import io.tollgate.platform.clock.Clock;
import io.tollgate.platform.config.StartRefused;
import io.tollgate.platform.db.Database;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.sqlclient.Tuple;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Checks whether the gateway can serve requests, and reports why if it cannot. */
public final class Readiness {
    private final Vertx vertx;
    private final Parts parts;
    private final Supplier<Boolean> migrated;
    private final Supplier<Boolean> warm;
    private final Clock clock;
    private volatile boolean ready;

    /**
     * The components that readiness depends on.
     *
     * @param certificates of the API; null for plain HTTP
     * @param database the client that probes the database
     * @param serving the clients of the event loops that serve requests
     * @param volume the volume of the files' folder; null if files are in a bucket
     */
    public record Parts(
            ShutdownDrain drain,
            @Nullable Certificates certificates,
            Database database,
            Supplier<List<Database>> serving,
            @Nullable FileVolume volume) {}

    /**
     * @param migrated whether the schema has the version that the gateway needs
     * @param warm whether the warm-up has finished
     */
    public Readiness(Vertx vertx, Parts parts, Supplier<Boolean> migrated, Supplier<Boolean> warm, Clock clock) {
        this.vertx = vertx;
        this.parts = parts;
        this.migrated = migrated;
        this.warm = warm;
        this.clock = clock;
    }

    /** A reason why the gateway cannot serve requests: a stable code and a message. */
    record Reason(String code, String message) {}

    /** Runs all checks and returns the reasons; empty if the gateway can serve requests. */
    public Future<List<Reason>> reasons() {
        if (parts.volume() != null) {
            parts.volume().measure(vertx);
        }
        return check().onSuccess(reasons -> ready = reasons.isEmpty());
    }

    /** Returns the result of the latest check. */
    public boolean wasReady() {
        return ready;
    }

    /** Returns conditions that limit this instance while it serves: uploads fail, all other requests succeed. */
    List<Reason> warnings() {
        FileVolume volume = parts.volume();
        return volume == null || !volume.wasLow()
                ? List.of()
                : List.of(new Reason(
                        "storage_full",
                        "uploads are rejected: the volume of storage.folder has %d bytes free, the minimum is %d"
                                .formatted(volume.lastFree(), volume.floor())));
    }

    void showIn(Metrics metrics) {
        FileVolume volume = parts.volume();
        if (volume != null) {
            metrics.gauge(
                    "tollgate.storage.free.bytes", "Free space on the volume of storage.folder.", volume::lastFree);
            metrics.gauge(
                    "tollgate.storage.full",
                    "1 while uploads are rejected because the volume of storage.folder has too little free space.",
                    () -> volume.wasLow() ? 1 : 0);
        }
    }

    private Future<List<Reason>> check() {
        Certificates certificates = parts.certificates();
        if (parts.drain().draining()) {
            return notReady("draining", "this instance is being stopped");
        }
        if (certificates != null && certificates.expires().isBefore(clock.now())) {
            return notReady("certificate_expired", "the certificate expired at " + certificates.expires());
        }
        if (!migrated.get()) {
            return notReady("schema_missing", "the schema has not been migrated yet");
        }
        if (!warm.get()) {
            return notReady("starting", "this instance is warming up");
        }
        return parts.database()
                .get("SELECT 1", Tuple.tuple())
                .compose(row -> closeBreakers())
                .map(List.<Reason>of())
                .recover(failure -> notReady("database_unreachable", StartRefused.reason(failure)));
    }

    /**
     * Closes the circuit breakers of all event loops, so that the next request succeeds. Ignores failures: a
     * read-only database still serves reads.
     */
    private Future<Void> closeBreakers() {
        return Future.join(parts.serving().get().stream().map(Database::recover).toList())
                .<Void>mapEmpty()
                .otherwiseEmpty();
    }

    private static Future<List<Reason>> notReady(String code, String message) {
        return Future.succeededFuture(List.of(new Reason(code, message)));
    }
}
