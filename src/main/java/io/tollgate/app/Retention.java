package io.tollgate.app;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.tollgate.catalog.file.SubmittedFiles;
import io.tollgate.platform.audit.AuditLog;
import io.tollgate.platform.db.Database;
import io.tollgate.platform.requestlog.RequestLogExpiry;
import io.tollgate.platform.resource.Scope;
import io.tollgate.platform.write.WriteContext;
import io.tollgate.platform.write.WriteExecutor;
import io.tollgate.sales.checkout.AgentCarts;
import io.tollgate.sales.checkout.ExpiredCarts;
import io.tollgate.sales.savedexport.ExpiredExports;
import io.tollgate.sales.submission.ExpiredSubmissions;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.Tuple;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Deletes records that are kept for a limited time, seller by seller, in transactions of bounded size. A lock lets one
 * instance at a time delete records of a kind and seller; another one skips them.
 */
final class Retention {
    private static final Logger LOG = LoggerFactory.getLogger(Retention.class);
    private static final int PAUSE_MILLIS = 3_600_000;
    private static final int AUDIT_BATCH = 500;

    /** Lets other sellers have their turn. The next run deletes the rest. */
    private static final int BATCHES_MAX = 200;

    private static final String LOCK = "SELECT pg_try_advisory_xact_lock(hashtextextended('retention of ' || $1, 0))";

    private final Database database;
    private final WriteExecutor writes;
    private final List<Rule> rules = new ArrayList<>();

    /** Deletes some records that are older than this and returns their number; 0 if there are none. */
    private interface Deletion {
        Future<Integer> delete(WriteContext write, Duration kept);
    }

    private record Rule(String rows, Duration kept, Deletion deletion, Counter deleted) {}

    Retention(LoopComponents loop, MeterRegistry registry) {
        this(
                loop.database,
                loop.writes,
                new SubmittedFiles(loop.store, loop.config.storage().quota()),
                loop.config.retention(),
                registry);
        ExpiredExports exports = new ExpiredExports(ExportComponents.parts(loop));
        add(registry, "export files", 1, (write, kept) -> exports.delete(write));
        add(registry, "calls", RequestLogExpiry.days(loop.config.requestLog()), RequestLogExpiry::delete);
    }

    Retention(
            Database database,
            WriteExecutor writes,
            SubmittedFiles files,
            RetentionSettings settings,
            MeterRegistry registry) {
        this.database = database;
        this.writes = writes;
        add(registry, "carts", settings.cartDays(), ExpiredCarts::delete);
        add(registry, "carts of agents", 1, (write, kept) -> AgentCarts.deleteExpired(write));
        add(registry, "submissions", settings.submissionDays(), new ExpiredSubmissions(files)::delete);
        add(registry, "audit entries", settings.auditDays(), Retention::auditEntries);
    }

    private void add(MeterRegistry registry, String rows, int days, Deletion deletion) {
        Counter deleted = Counter.builder("tollgate.retention.deleted")
                .description("Records that were deleted because they are kept for a limited time.")
                .tag("records", rows.replace(' ', '_'))
                .register(registry);
        if (days > 0) {
            rules.add(new Rule(rows, Duration.ofDays(days), deletion, deleted));
        }
    }

    /** Entries have the real time, also those of a test clock. */
    private static Future<Integer> auditEntries(WriteContext write, Duration kept) {
        return AuditLog.deleteOldest(
                write.transaction(), write.scope(), write.realTime().minus(kept), AUDIT_BATCH);
    }

    /** Deletes what is no longer kept now, and some time after each run. */
    void start(Vertx vertx) {
        run().onComplete(done -> vertx.setTimer(PAUSE_MILLIS, timer -> start(vertx)));
    }

    /** Deletes what is no longer kept. A failure for one seller does not stop the others; the last one is logged. */
    private Future<Void> run() {
        AtomicReference<@Nullable Throwable> last = new AtomicReference<>();
        return database.get("SELECT id FROM seller", Tuple.tuple())
                .compose(sellers -> {
                    Future<Void> done = Future.succeededFuture();
                    for (Row seller : sellers) {
                        for (boolean live : new boolean[] {true, false}) {
                            Scope scope = new Scope(seller.getString(0), live);
                            done = done.compose(
                                    former -> run(scope).<Void>mapEmpty().recover(failure -> {
                                        last.set(failure);
                                        return Future.succeededFuture();
                                    }));
                        }
                    }
                    return done;
                })
                .onComplete(done -> {
                    Throwable failure = done.failed() ? done.cause() : last.get();
                    if (failure != null) {
                        LOG.warn("Deleting records that are no longer kept failed: {}", String.valueOf(failure));
                    }
                });
    }

    /** Deletes what is no longer kept in a scope and returns the number of records. */
    Future<Integer> run(Scope scope) {
        Future<Integer> deleted = Future.succeededFuture(0);
        for (Rule rule : rules) {
            deleted = deleted.compose(sum -> run(scope, rule, BATCHES_MAX).map(count -> sum + count));
        }
        return deleted;
    }

    private Future<Integer> run(Scope scope, Rule rule, int batches) {
        return writes.run(scope, write -> batch(write, rule)).compose(deleted -> {
            rule.deleted().increment(deleted);
            return deleted == 0 || batches == 1
                    ? Future.succeededFuture(deleted)
                    : run(scope, rule, batches - 1).map(more -> deleted + more);
        });
    }

    private static Future<Integer> batch(WriteContext write, Rule rule) {
        String what = rule.rows() + " " + write.scope().sellerId() + " "
                + write.scope().live();
        return write.transaction()
                .preparedQuery(LOCK)
                .execute(Tuple.of(what))
                .compose(rows -> rows.iterator().next().getBoolean(0)
                        ? rule.deletion().delete(write, rule.kept())
                        : Future.succeededFuture(0));
    }
}
