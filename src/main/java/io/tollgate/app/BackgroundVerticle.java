package io.tollgate.app;

import io.tollgate.accounts.apikey.KeyCeilings;
import io.tollgate.catalog.file.FileQuota;
import io.tollgate.catalog.file.FileStore;
import io.tollgate.catalog.file.FileSweep;
import io.tollgate.platform.clock.Clock;
import io.tollgate.platform.db.Database;
import io.tollgate.platform.db.RowExpiry;
import io.tollgate.platform.event.EventRelay;
import io.tollgate.platform.event.EventRelayLoop;
import io.tollgate.platform.event.FeedRoutes;
import io.tollgate.platform.records.CountFolding;
import io.tollgate.platform.records.MeasureFolding;
import io.tollgate.platform.requestlog.RequestLogDays;
import io.tollgate.platform.server.BackgroundBacklog;
import io.tollgate.platform.write.Idempotency;
import io.tollgate.processor.event.DueEvents;
import io.tollgate.storefront.portal.PortalExpiry;
import io.vertx.core.Future;
import io.vertx.core.VerticleBase;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The loops of background work: folds the count journal, runs due tasks, deletes what is kept for a limited time, and
 * deletes stored files without a record.
 */
final class BackgroundVerticle extends VerticleBase {
    private static final Logger LOG = LoggerFactory.getLogger(BackgroundVerticle.class);
    private static final int PAUSE_MILLIS = 1_000;
    private static final int PAUSE_AFTER_FAILURE_MILLIS = 5_000;

    private static final int BACKLOG_PAUSE_MILLIS = 10_000;
    private static final int SALES_PAUSE_MILLIS = 60_000;
    private static final int SUMMARY_PAUSE_MILLIS = 10_000;
    private static final int SWEEP_PAUSE_MILLIS = 6 * 3_600_000;

    private final Components shared;

    BackgroundVerticle(Components shared) {
        this.shared = shared;
    }

    @Override
    public Future<?> start() {
        Config config = shared.config;
        Clock clock = shared.clock;
        Database database = shared.database(vertx);
        FileStore store = shared.store(vertx);
        BackgroundBacklog backlog = new BackgroundBacklog(database, clock, Endpoints.RESOURCES);
        backlog.showIn(shared.metrics);
        backlog.measure();
        vertx.setPeriodic(BACKLOG_PAUSE_MILLIS, timer -> backlog.measure());
        SalesMetrics sales = new SalesMetrics(shared.metrics.registry(), database, clock);
        measure(sales);
        vertx.setPeriodic(SALES_PAUSE_MILLIS, timer -> measure(sales));
        CountFolding counts = new CountFolding(database, Endpoints.RESOURCES);
        MeasureFolding measures = new MeasureFolding(database);
        fold(() -> counts.fold().compose(folded -> measures.fold()), backlog);
        LoopComponents loop = new LoopComponents(shared, vertx, database, store);
        loop.background.tasks().start(vertx, shared.metrics.registry());
        new RowExpiry(database, clock, Idempotency.EXPIRY).start(vertx);
        new RowExpiry(database, clock, KeyCeilings.EXPIRY).start(vertx);
        RowExpiry.Rule events = DueEvents.expiry(config.processor().eventDays());
        new RowExpiry(database, clock, events).start(vertx);
        new EventRelayLoop(vertx, new EventRelay(database, shared.events), shared.events).start();
        new RowExpiry(database, clock, FeedRoutes.expiry(config.events())).start(vertx);
        new RowExpiry(database, clock, FileQuota.PENDING_EXPIRY).start(vertx);
        DashboardComponents.expiry(loop).start(vertx);
        DashboardComponents.passkeyExpiry(loop).start(vertx);
        PortalExpiry.start(vertx, database, clock, config.portal());
        new RequestLogDays(database, clock, config.requestLog()).start(vertx);
        new Retention(loop, shared.metrics.registry()).start(vertx);
        FileSweep sweep = new FileSweep(database, store, clock);
        sweep(sweep);
        vertx.setPeriodic(SWEEP_PAUSE_MILLIS, timer -> sweep(sweep));
        vertx.setPeriodic(SUMMARY_PAUSE_MILLIS, timer -> shared.log.summarize());
        return Future.succeededFuture();
    }

    private static void measure(SalesMetrics sales) {
        sales.measure().onFailure(failure -> LOG.warn("Measuring sales failed: {}", String.valueOf(failure)));
    }

    private static void sweep(FileSweep sweep) {
        sweep.sweep().onFailure(failure -> LOG.warn("Sweeping orphaned files failed: {}", String.valueOf(failure)));
    }

    private void fold(Supplier<Future<?>> folding, BackgroundBacklog backlog) {
        folding.get().onComplete(result -> {
            if (result.failed()) {
                LOG.warn("Folding the journals of counts and measures failed: {}", String.valueOf(result.cause()));
            } else {
                backlog.hasFolded();
            }
            int pause = result.succeeded() ? PAUSE_MILLIS : PAUSE_AFTER_FAILURE_MILLIS;
            vertx.setTimer(pause, timer -> fold(folding, backlog));
        });
    }
}
