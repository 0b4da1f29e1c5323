package io.tollgate.app;

import io.tollgate.catalog.file.FileStore;
import io.tollgate.catalog.file.FileStores;
import io.tollgate.dashboard.PagePoster;
import io.tollgate.dashboard.SignInLimits;
import io.tollgate.pdf.PdfClient;
import io.tollgate.pdf.PdfVerticle;
import io.tollgate.platform.clock.Clock;
import io.tollgate.platform.config.ReservedPort;
import io.tollgate.platform.db.Database;
import io.tollgate.platform.event.EventSignals;
import io.tollgate.platform.export.ExportSlots;
import io.tollgate.platform.mail.MailVerticle;
import io.tollgate.platform.records.SearchMemory;
import io.tollgate.platform.requestlog.RequestLogVerticle;
import io.tollgate.platform.requestlog.RequestQueue;
import io.tollgate.platform.secret.Secrets;
import io.tollgate.platform.server.Certificates;
import io.tollgate.platform.server.Metrics;
import io.tollgate.platform.server.RateLimit;
import io.tollgate.platform.server.RequestActivity;
import io.tollgate.platform.server.RequestLog;
import io.tollgate.platform.server.ServerSettings;
import io.tollgate.platform.server.ShutdownDrain;
import io.tollgate.platform.webhook.WebhookSecrets;
import io.tollgate.platform.webhook.WebhookVerticle;
import io.tollgate.processor.AccountKeys;
import io.tollgate.processor.BrowserProcessor;
import io.tollgate.processor.ProcessorClient;
import io.tollgate.processor.ProcessorSettings;
import io.tollgate.processor.ProcessorVerticle;
import io.tollgate.processor.event.EventRateLimit;
import io.tollgate.sales.invoice.CreditNotePdf;
import io.tollgate.sales.invoice.InvoicePdf;
import io.tollgate.sales.ticket.TicketPdf;
import io.tollgate.simulator.EventTarget;
import io.tollgate.simulator.Scenario;
import io.tollgate.simulator.SimulatorVerticle;
import io.tollgate.storefront.pages.BuyerRateLimit;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The components of a gateway that all its event loops share. */
final class Components {
    private static final long PDF_CACHE_BYTES_MAX = 32L << 20;

    final Vertx vertx;
    final Config config;
    final Outside outside;
    final Clock clock;
    final Secrets secrets;
    final ShutdownDrain drain;
    final Metrics metrics;
    final @Nullable Certificates certificates;
    final SearchMemory searches = new SearchMemory();
    final ExportSlots exports;
    final RateLimit rateLimit;
    final BuyerRateLimit buyerRateLimit;
    final SignInLimits signInLimits;
    final EventRateLimit eventRateLimit;
    final RequestLog log;
    final RequestActivity activity = new RequestActivity();
    final RequestQueue requests;
    final EventSignals events = new EventSignals();
    final PdfClient pdf;
    final AccountKeys accountKeys;
    final ProcessorClient processor;
    final BrowserProcessor browserProcessor;
    private final ReservedPort simulatorPort;
    private @Nullable SimulatorVerticle simulator;
    private @Nullable MailVerticle mail;
    private @Nullable WebhookVerticle webhooks;
    private @Nullable RequestLogVerticle requestLog;
    final WebhookSecrets webhookSecrets;

    /** @param clock of the gateway, which differs from that of the outside if that is the database's */
    Components(
            Vertx vertx,
            Config config,
            Outside outside,
            Clock clock,
            Secrets secrets,
            ShutdownDrain drain,
            Metrics metrics,
            @Nullable Certificates certificates) {
        this.vertx = vertx;
        this.config = config;
        this.outside = outside;
        this.clock = clock;
        this.secrets = secrets;
        this.drain = drain;
        this.metrics = metrics;
        this.certificates = certificates;
        ProcessorSettings settings = config.processor();
        simulatorPort = ReservedPort.orGiven(settings.simulatorPort());
        exports = new ExportSlots(config.exports());
        rateLimit = new RateLimit(config.rateLimits());
        buyerRateLimit = new BuyerRateLimit(config.rateLimits());
        signInLimits = new SignInLimits(config.rateLimits());
        eventRateLimit = new EventRateLimit(settings);
        log = new RequestLog(clock, metrics.registry());
        requests = new RequestQueue(config.requestLog().enabled());
        pdf = new PdfClient(vertx, config.pdf(), PDF_CACHE_BYTES_MAX, activity::nanosSinceLast);
        accountKeys = new AccountKeys(secrets);
        webhookSecrets = new WebhookSecrets(secrets);
        processor = new ProcessorClient(vertx, settings, outside.simulator().retries());
        browserProcessor = new BrowserProcessor(accountKeys, browserUrl());
        showMetrics();
    }

    private String browserUrl() {
        Outside.Simulator foreign = outside.simulator();
        return foreign.isForeign() ? foreign.url() : config.processor().simulatorUrlOn(simulatorPort.port());
    }

    private void showMetrics() {
        metrics.gauge("tollgate.pdf.jobs", "PDFs that are being rendered or wait to be.", pdf::pending);
        metrics.gauge(
                "tollgate.pdf.jobs.max", "Maximum number of PDF jobs; further ones get a 503.", config.pdf()::jobsMax);
        metrics.gauge("tollgate.exports", "Lists that are being sent as CSV or NDJSON.", exports::running);
        metrics.gauge(
                "tollgate.exports.max",
                "Maximum number of lists as CSV or NDJSON; further ones get a 503.",
                config.exports()::max);
        metrics.gauge(
                "tollgate.processor.calls",
                "Calls to the payment processor that are running or waiting.",
                processor::pending);
        metrics.gauge(
                "tollgate.processor.calls.max",
                "Maximum number of processor calls; further ones get a 503.",
                config.processor()::callsMax);
        metrics.gauge(
                "tollgate.processor.breaker.open",
                "1 while the circuit breaker of the payment processor is open.",
                () -> processor.isBreakerOpen() ? 1 : 0);
        if (certificates != null) {
            metrics.showCertificates(certificates);
        }
    }

    /** Deploys the workers that render documents and call the processor, and the simulator. */
    Future<?> deployWorkers() {
        ProcessorSettings settings = config.processor();
        String url = outside.simulator().isForeign()
                ? outside.simulator().url()
                : settings.internalSimulatorUrl(simulatorPort.port());
        ProcessorVerticle.Addresses addresses =
                new ProcessorVerticle.Addresses(url, settings.url(), settings.connectTimeoutMillis());
        return PdfVerticle.deploy(
                        vertx, pdf, List.of(new TicketPdf(), new InvoicePdf(), new CreditNotePdf(), new PagePoster()))
                .compose(deployed -> ProcessorVerticle.deploy(vertx, settings.workers(), accountKeys, addresses))
                .compose(
                        deployed -> settings.simulator() && !outside.simulator().isForeign()
                                ? deploySimulator()
                                : Future.succeededFuture())
                .onComplete(deployed -> simulatorPort.close());
    }

    private Future<?> deploySimulator() {
        ProcessorSettings settings = config.processor();
        ServerSettings server = config.server();
        EventTarget gateway = EventTarget.of(
                server.host(), server.port(), publicUrl(), server.tls().enabled());
        return vertx.executeBlocking(() -> Scenario.read(settings.simulatorScenario()))
                .compose(scenario -> {
                    SimulatorVerticle verticle = new SimulatorVerticle(
                            outside.simulator().database(),
                            accountKeys,
                            clock,
                            settings.simulatorHost(),
                            simulatorPort.port(),
                            new SimulatorVerticle.Events(gateway, outside.hasLoops()),
                            scenario);
                    simulator = verticle;
                    return vertx.deployVerticle(verticle);
                });
    }

    /** Returns the simulator of this gateway; null if it has none. */
    @Nullable
    SimulatorVerticle simulator() {
        return simulator;
    }

    /** Deploys the delivery of e-mail. */
    Future<MailVerticle> deployMail() {
        MailVerticle verticle = new MailVerticle(
                config.mail(),
                clock,
                metrics.registry(),
                loop -> new Database(loop, outside.database().small()),
                (loop, clients) -> new LoopComponents(this, loop, clients, store(loop)).background.mailRenderer(),
                outside.hasLoops());
        mail = verticle;
        return vertx.deployVerticle(verticle).map(verticle);
    }

    /** Returns the delivery of e-mail, once it is deployed. */
    MailVerticle mail() {
        return Objects.requireNonNull(mail);
    }

    /** Deploys the delivery of events to webhooks. */
    Future<?> deployWebhooks() {
        WebhookVerticle verticle = new WebhookVerticle(
                config.webhooks(),
                webhookSecrets,
                clock,
                metrics.registry(),
                events,
                loop -> new Database(loop, outside.database().small()),
                (loop, clients) -> new LoopComponents(this, loop, clients, store(loop)).writes,
                outside.hasLoops());
        webhooks = verticle;
        return vertx.deployVerticle(verticle);
    }

    /** Deploys what writes the request log. */
    Future<?> deployRequestLog() {
        RequestLogVerticle verticle = new RequestLogVerticle(
                requests,
                loop -> new Database(loop, outside.database().small()),
                outside.hasLoops(),
                metrics.registry());
        requestLog = verticle;
        return vertx.deployVerticle(verticle);
    }

    /** Returns what writes the request log, once it is deployed. */
    RequestLogVerticle requestLog() {
        return Objects.requireNonNull(requestLog);
    }

    /** Returns the delivery to webhooks, once it is deployed. */
    WebhookVerticle webhooks() {
        return Objects.requireNonNull(webhooks);
    }

    /** Returns the URL at which buyers reach this gateway, without a trailing slash. */
    String publicUrl() {
        return config.server().publicUrlOn(config.server().port());
    }

    /** Returns whether buyers reach this gateway over https. */
    boolean secure() {
        return publicUrl().startsWith("https:");
    }

    FileStore store(Vertx loop) {
        return FileStores.of(loop, config.storage(), clock);
    }

    /** Returns clients for the database. */
    Database database(Vertx loop) {
        return new Database(loop, outside.database());
    }
}
