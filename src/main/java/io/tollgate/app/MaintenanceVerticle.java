package io.tollgate.app;

import io.tollgate.catalog.coupon.CouponTasks;
import io.tollgate.catalog.file.FileStores;
import io.tollgate.catalog.file.FileSweep;
import io.tollgate.catalog.taxrate.TaxRateTasks;
import io.tollgate.platform.clock.Clock;
import io.tollgate.platform.db.Database;
import io.tollgate.platform.db.RowExpiry;
import io.tollgate.platform.records.CountFolding;
import io.tollgate.platform.server.BackgroundBacklog;
import io.tollgate.platform.server.Metrics;
import io.tollgate.platform.server.RequestLog;
import io.tollgate.platform.task.TaskHandlers;
import io.tollgate.platform.task.TaskKind;
import io.tollgate.platform.task.TaskRunner;
import io.tollgate.platform.write.Idempotency;
import io.tollgate.platform.write.WriteExecutor;
import io.tollgate.processor.AccountTask;
import io.tollgate.processor.CopyTasks;
import io.tollgate.processor.ProcessorClient;
import io.tollgate.processor.event.DueEvents;
import io.tollgate.processor.event.ProcessorEventHandler;
import io.tollgate.processor.event.ProcessorEventMetrics;
import io.tollgate.sales.aftersales.DueRefunds;
import io.tollgate.sales.aftersales.DueTaxes;
import io.tollgate.sales.aftersales.ProcessorRefundSync;
import io.tollgate.sales.aftersales.RefundEvents;
import io.tollgate.sales.aftersales.TaxMetrics;
import io.tollgate.sales.aftersales.TaxTasks;
import io.tollgate.sales.checkout.CheckoutEvents;
import io.tollgate.sales.checkout.CheckoutSettlement;
import io.tollgate.sales.checkout.DueCheckouts;
import io.tollgate.sales.checkout.DueDrafts;
import io.tollgate.sales.checkout.DueOffers;
import io.tollgate.sales.subscription.DueEnds;
import io.tollgate.sales.subscription.EarlyRefunds;
import io.tollgate.sales.subscription.LostCancellations;
import io.tollgate.sales.subscription.OverduePayments;
import io.tollgate.sales.subscription.SetupEvents;
import io.tollgate.sales.subscription.SubscriptionEvents;
import io.tollgate.sales.subscription.SubscriptionSync;
import io.tollgate.storefront.portal.PortalExpiry;
import io.vertx.core.Future;
import io.vertx.core.VerticleBase;
import java.util.List;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs background work: folds the count journal, runs due tasks, deletes expired idempotent responses, and
 * deletes stored files without a record.
 */
final class MaintenanceVerticle extends VerticleBase {
    private static final Logger LOG = LoggerFactory.getLogger(MaintenanceVerticle.class);
    private static final int PAUSE_MILLIS = 1_000;
    private static final int PAUSE_AFTER_FAILURE_MILLIS = 5_000;

    private static final int BACKLOG_PAUSE_MILLIS = 10_000;
    private static final int SUMMARY_PAUSE_MILLIS = 10_000;
    private static final int SWEEP_PAUSE_MILLIS = 6 * 3_600_000;

    private final Config config;
    private final Clock clock;
    private final ApiVerticle.SharedParts shared;
    private final RequestLog log;
    private final Metrics metrics;

    MaintenanceVerticle(Config config, Clock clock, ApiVerticle.SharedParts shared, Metrics metrics) {
        this.config = config;
        this.clock = clock;
        this.shared = shared;
        this.log = shared.log();
        this.metrics = metrics;
    }

    @Override
    public Future<?> start() {
        Database database = new Database(vertx, config.database());
        BackgroundBacklog backlog = new BackgroundBacklog(database, clock, Endpoints.RESOURCES);
        backlog.showIn(metrics);
        backlog.measure();
        vertx.setPeriodic(BACKLOG_PAUSE_MILLIS, timer -> backlog.measure());
        fold(new CountFolding(database, Endpoints.RESOURCES), backlog);
        taskRunner(database, shared).start(vertx, metrics.registry());
        new RowExpiry(database, clock, Idempotency.EXPIRY).start(vertx);
        RowExpiry.Rule events = DueEvents.expiry(config.processor().eventDays());
        new RowExpiry(database, clock, events).start(vertx);
        PortalExpiry.start(vertx, database, clock, config.portal());
        FileSweep sweep = new FileSweep(database, FileStores.of(vertx, config.storage(), clock), clock);
        sweep(sweep);
        vertx.setPeriodic(SWEEP_PAUSE_MILLIS, timer -> sweep(sweep));
        vertx.setPeriodic(SUMMARY_PAUSE_MILLIS, timer -> log.summarize());
        return Future.succeededFuture();
    }

    /** Returns the runner of due tasks, with the handlers of all features. */
    static TaskRunner taskRunner(Database database, ApiVerticle.SharedParts shared) {
        Clock clock = shared.clock();
        ProcessorClient processor = shared.processor();
        Metrics metrics = shared.metrics();
        WriteExecutor writes = new WriteExecutor(database, clock);
        CheckoutSettlement checkouts = new CheckoutSettlement(writes, processor);
        DueTaxes taxes = new DueTaxes(writes, processor, new TaxMetrics(metrics.registry()));
        DueEvents events = new DueEvents(
                database,
                clock,
                new ProcessorEventMetrics(metrics.registry()),
                eventHandlers(writes, checkouts, shared));
        TaskHandlers handlers = new TaskHandlers();
        CopyTasks copies = new CopyTasks(database, processor);
        CouponTasks.register(handlers, copies, clock);
        TaxRateTasks.register(handlers, copies);
        Map<TaskKind, AccountTask> accountTasks = Map.of(
                LostCancellations.KIND, new LostCancellations(database, processor, clock),
                DueEnds.KIND, new DueEnds(database, processor, clock),
                TaxTasks.RECORD, taxes,
                TaxTasks.REVERSE, taxes,
                DueRefunds.KIND, new DueRefunds(writes, processor, ApiVerticle.links(shared)),
                EarlyRefunds.KIND, new ProcessorRefundSync(writes, processor),
                DueEvents.KIND, events);
        accountTasks.forEach((kind, task) -> handlers.add(kind, AccountTask.handler(database, task)));
        handlers.add(DueCheckouts.KIND, new DueCheckouts(checkouts))
                .add(DueOffers.KIND, new DueOffers(writes))
                .add(DueDrafts.KIND, new DueDrafts(writes))
                .add(SubscriptionSync.KIND, new SubscriptionSync(writes, processor));
        return new TaskRunner(database, clock, handlers);
    }

    /** Returns the code for events that need no task, which runs when they arrive. */
    static List<ProcessorEventHandler> arrivalHandlers(Database database, ApiVerticle.SharedParts shared) {
        WriteExecutor writes = new WriteExecutor(database, shared.clock());
        return List.of(new SubscriptionEvents(writes), CheckoutEvents.of(writes, shared.processor()));
    }

    private static List<ProcessorEventHandler> eventHandlers(
            WriteExecutor writes, CheckoutSettlement checkouts, ApiVerticle.SharedParts shared) {
        ProcessorClient processor = shared.processor();
        return List.of(
                new SubscriptionEvents(writes),
                new SetupEvents(new OverduePayments(writes, processor, shared.browserProcessor())),
                new CheckoutEvents(writes, checkouts),
                new RefundEvents(new ProcessorRefundSync(writes, processor)));
    }

    @Override
    public Future<?> stop() {
        log.summarize();
        return Future.succeededFuture();
    }

    private static void sweep(FileSweep sweep) {
        sweep.sweep().onFailure(failure -> LOG.warn("Sweeping orphaned files failed: {}", String.valueOf(failure)));
    }

    private void fold(CountFolding folding, BackgroundBacklog backlog) {
        folding.fold().onComplete(result -> {
            if (result.failed()) {
                LOG.warn("Folding the count journal failed: {}", String.valueOf(result.cause()));
            } else {
                backlog.hasFolded();
            }
            int pause = result.succeeded() ? PAUSE_MILLIS : PAUSE_AFTER_FAILURE_MILLIS;
            vertx.setTimer(pause, timer -> fold(folding, backlog));
        });
    }
}
