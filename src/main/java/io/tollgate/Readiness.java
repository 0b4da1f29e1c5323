package io.tollgate;

import io.tollgate.clock.Clock;
import io.tollgate.config.StartRefused;
import io.tollgate.db.Database;
import io.vertx.core.Future;
import io.vertx.sqlclient.Tuple;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Whether requests can be served now and, where they cannot, why. */
final class Readiness {
    private final Drain drain;
    private final Supplier<Boolean> migrated;
    private final @Nullable Certificates certificates;
    private final Database database;
    private final Supplier<List<Database>> serving;
    private final Clock clock;
    private volatile boolean ready;

    /**
     * @param migrated whether the schema is the one that this program needs
     * @param certificates of the API; null where it speaks plain HTTP
     * @param database the clients that ask whether the database is there
     * @param serving the clients of the event loops that serve requests
     */
    Readiness(
            Drain drain,
            Supplier<Boolean> migrated,
            @Nullable Certificates certificates,
            Database database,
            Supplier<List<Database>> serving,
            Clock clock) {
        this.drain = drain;
        this.migrated = migrated;
        this.certificates = certificates;
        this.database = database;
        this.serving = serving;
        this.clock = clock;
    }

    /** One reason why requests cannot be served: a stable word, and a sentence for people. */
    record Reason(String code, String message) {}

    /** All reasons there are; none when requests can be served. */
    Future<List<Reason>> reasons() {
        return found().onSuccess(reasons -> ready = reasons.isEmpty());
    }

    /** What was found last. */
    boolean wasReady() {
        return ready;
    }

    private Future<List<Reason>> found() {
        if (drain.draining()) {
            return not("draining", "this instance is being stopped");
        }
        if (certificates != null && certificates.expires().isBefore(clock.now())) {
            return not("certificate_expired", "the certificate expired at " + certificates.expires());
        }
        if (!migrated.get()) {
            return not("schema_missing", "the schema has not been migrated yet");
        }
        return database.get("SELECT 1", Tuple.tuple())
                .compose(answered -> recovered())
                .map(List.<Reason>of())
                .recover(failure -> not("database_unreachable", StartRefused.reason(failure)));
    }

    /**
     * Closes the circuit breakers of all event loops, so that the next request succeeds. A database that answers but
     * cannot write serves those who read.
     */
    private Future<Void> recovered() {
        return Future.join(serving.get().stream().map(Database::recover).toList())
                .<Void>mapEmpty()
                .otherwiseEmpty();
    }

    private static Future<List<Reason>> not(String code, String message) {
        return Future.succeededFuture(List.of(new Reason(code, message)));
    }
}
