package io.tollgate.app;

import io.tollgate.accounts.passkey.SecurityEvents;
import io.tollgate.app.testclock.TimePassage;
import io.tollgate.catalog.coupon.CouponTasks;
import io.tollgate.catalog.taxrate.TaxRateTasks;
import io.tollgate.platform.db.Database;
import io.tollgate.platform.event.Actor;
import io.tollgate.platform.mail.MailRenderer;
import io.tollgate.platform.mail.QueuedMail;
import io.tollgate.platform.mail.RenderedMail;
import io.tollgate.platform.resource.Scope;
import io.tollgate.platform.secret.RotatingKey;
import io.tollgate.platform.task.TaskHandlers;
import io.tollgate.platform.task.TaskKind;
import io.tollgate.platform.task.TaskRunner;
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
import io.tollgate.sales.erasure.CustomerErasureTask;
import io.tollgate.sales.savedexport.ExportRun;
import io.tollgate.sales.subscription.DueEnds;
import io.tollgate.sales.subscription.EarlyRefunds;
import io.tollgate.sales.subscription.LostCancellations;
import io.tollgate.sales.subscription.LostUpdates;
import io.tollgate.sales.subscription.SetupEvents;
import io.tollgate.sales.subscription.SubscriptionEvents;
import io.tollgate.sales.subscription.SubscriptionSync;
import io.tollgate.simulator.SimulatedAccountTime;
import io.tollgate.simulator.SimulatorVerticle;
import io.tollgate.storefront.mails.ExportMails;
import io.tollgate.storefront.mails.MemberMails;
import io.tollgate.storefront.mails.OrderMails;
import io.tollgate.storefront.mails.WebhookMails;
import io.tollgate.storefront.pages.CartLinks;
import io.tollgate.storefront.portal.PortalMails;
import io.vertx.core.Future;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/** The components of work that no request waits for: tasks, events of the processor, e-mail, test clocks. */
final class BackgroundComponents {
    private final LoopComponents loop;
    private final ProcessorClient processor;

    BackgroundComponents(LoopComponents loop) {
        this.loop = loop;
        this.processor = loop.shared.processor;
    }

    /** Returns the runner of due tasks, with the handlers of all features. */
    TaskRunner tasks() {
        Database database = loop.database;
        CheckoutSettlement checkouts = new CheckoutSettlement(byProcessor(), processor, loop.uploads());
        DueTaxes taxes = new DueTaxes(loop.writes, processor, new TaxMetrics(loop.shared.metrics.registry()));
        TaskHandlers handlers = new TaskHandlers();
        CopyTasks copies = new CopyTasks(database, processor);
        CouponTasks.register(handlers, copies, loop.clock);
        TaxRateTasks.register(handlers, copies);
        Map<TaskKind, AccountTask> accountTasks = Map.of(
                LostCancellations.KIND, new LostCancellations(database, processor, loop.clock),
                LostUpdates.KIND, new LostUpdates(database, processor, loop.orderedTerms(), loop.clock),
                DueEnds.KIND, new DueEnds(database, processor, loop.processing.imports(), loop.clock),
                TaxTasks.RECORD, taxes,
                TaxTasks.REVERSE, taxes,
                DueRefunds.KIND, new DueRefunds(loop.writes, processor, loop.invoiceLinks),
                EarlyRefunds.KIND, new ProcessorRefundSync(byProcessor(), processor),
                DueEvents.KIND, dueEvents(checkouts));
        accountTasks.forEach((kind, task) -> handlers.add(kind, AccountTask.handler(database, task)));
        SubscriptionSync subscriptions = new SubscriptionSync(byProcessor(), processor);
        handlers.add(DueCheckouts.KIND, new DueCheckouts(checkouts))
                .add(DueOffers.KIND, new DueOffers(loop.writes))
                .add(ExportRun.KIND, new ExportRun(loop.vertx, ExportComponents.parts(loop)))
                .add(DueDrafts.KIND, new DueDrafts(loop.writes))
                .add(CustomerErasureTask.KIND, new CustomerErasureTask(loop.writes, ErasureComponents.steps(loop)))
                .add(SubscriptionSync.KIND, subscriptions)
                .add(SubscriptionSync.AFTER_PAUSE, subscriptions);
        return new TaskRunner(database, loop.clock, handlers);
    }

    private WriteExecutor byProcessor() {
        return loop.writes.as(Actor.PROCESSOR);
    }

    private DueEvents dueEvents(CheckoutSettlement checkouts) {
        return new DueEvents(
                loop.database,
                loop.clock,
                new ProcessorEventMetrics(loop.shared.metrics.registry()),
                List.of(
                        new SubscriptionEvents(byProcessor()),
                        new SetupEvents(loop.overdue),
                        new CheckoutEvents(byProcessor(), checkouts),
                        new RefundEvents(new ProcessorRefundSync(byProcessor(), processor))));
    }

    /** Returns the code for events that need no task, which runs when they arrive. */
    List<ProcessorEventHandler> arrivalHandlers() {
        return List.of(
                new SubscriptionEvents(byProcessor()), CheckoutEvents.of(byProcessor(), processor, loop.uploads()));
    }

    SimulatedAccountTime accountTime() {
        return new SimulatedAccountTime(
                loop.vertx, loop.database, loop.clock, loop.config.processor().simulatorScenario(), this::sendEvents);
    }

    private Future<Integer> sendEvents(Scope scope) {
        SimulatorVerticle simulator = loop.shared.simulator();
        return simulator == null ? Future.succeededFuture(0) : simulator.sendEvents(scope);
    }

    /**
     * Returns what moves the test clocks. A move ends well before the request timeout, because its last step may take
     * longer than the others.
     */
    TimePassage timePassage() {
        return new TimePassage(
                loop.vertx,
                loop.database,
                loop.clock,
                accountTime(),
                tasks(),
                Duration.ofMillis(loop.config.limits().requestTimeoutMillis() * 3L / 4));
    }

    MailRenderer mailRenderer() {
        RotatingKey key = loop.shared.secrets.linkKey();
        String publicUrl = loop.shared.publicUrl();
        OrderMails.Documents documents = new OrderMails.Documents(
                loop.invoicePdfs(),
                loop.ticketPdfs,
                loop.fileLinks,
                loop.overdueLinks(),
                new CartLinks(key, publicUrl),
                publicUrl);
        return new MailRenderers(
                new OrderMails(loop.database, documents, loop.clock, loop.config.mail()),
                new PortalMails(loop.database, key, loop.clock, loop.config.portal(), publicUrl),
                new WebhookMails(loop.database, publicUrl),
                new MemberMails(
                        DashboardComponents.links(loop),
                        DashboardComponents.devices(loop),
                        new SecurityEvents(loop.database, loop.clock),
                        loop.clock,
                        publicUrl,
                        loop.config.dashboard()),
                new ExportMails(loop.database, ExportComponents.links(loop)));
    }

    /** Selects the renderer of a message by its purpose. */
    private record MailRenderers(
            OrderMails orders, PortalMails portal, WebhookMails webhooks, MemberMails members, ExportMails exports)
            implements MailRenderer {
        private MailRenderer of(QueuedMail mail) {
            return switch (mail.purpose()) {
                case PORTAL_LINK -> portal;
                case MEMBER_LINK, MEMBER_INVITATION, MEMBER_SIGN_IN, MEMBER_SECURITY -> members;
                case WEBHOOK_FAILING, WEBHOOK_FAILED -> webhooks;
                case EXPORT_READY, EXPORT_FAILED -> exports;
                default -> orders;
            };
        }

        @Override
        public Future<List<String>> recipients(QueuedMail mail) {
            return of(mail).recipients(mail);
        }

        @Override
        public Future<RenderedMail> render(QueuedMail mail) {
            return of(mail).render(mail);
        }
    }
}
