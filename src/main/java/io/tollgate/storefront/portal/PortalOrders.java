package io.tollgate.storefront.portal;

import io.tollgate.pdf.Formats;
import io.tollgate.platform.mail.MailDocument.Row;
import io.tollgate.storefront.mails.MailTexts;
import io.tollgate.storefront.mails.PurchaseDetails;
import io.tollgate.storefront.mails.PurchaseDetails.BoughtFile;
import io.tollgate.storefront.pages.CardName;
import io.tollgate.storefront.pages.Messages;
import io.tollgate.storefront.pages.PageRenderer;
import io.tollgate.storefront.pages.PortalOrderView;
import io.tollgate.storefront.pages.PortalOrderView.Action;
import io.tollgate.storefront.pages.PortalOrderView.Download;
import io.tollgate.storefront.pages.PortalOrderView.Payment;
import io.tollgate.storefront.portal.PortalDocuments.Note;
import io.tollgate.storefront.portal.PortalSessions.PortalCustomer;
import io.vertx.core.Future;
import io.vertx.ext.web.Router;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The pages of single purchases, with their documents and files. Belongs to one event loop. */
final class PortalOrders {
    private final PortalRouting routing;
    private final PortalPurchases purchases;
    private final PortalDocuments documents;
    private final PortalCard card;
    private final PortalCancellation cancellation;
    private final PortalContinuation continuation;
    private final Formats formats = new Formats();

    PortalOrders(
            PortalRouting routing,
            PortalPurchases purchases,
            PortalDocuments documents,
            PortalCard card,
            PortalCancellation cancellation,
            PortalContinuation continuation) {
        this.routing = routing;
        this.purchases = purchases;
        this.documents = documents;
        this.card = card;
        this.cancellation = cancellation;
        this.continuation = continuation;
    }

    void mount(Router router, String base, boolean live) {
        String order = base + "/orders/:id";
        routing.get(router, order, live, routing.ofCustomer(this::show));
        routing.get(router, order + "/invoice", live, routing.ofCustomer(documents::invoice));
        routing.get(router, order + "/credit-notes/:refund", live, routing.ofCustomer(documents::creditNote));
        routing.get(router, order + "/tickets.pdf", live, routing.ofCustomer(documents::tickets));
        routing.get(router, order + "/event.ics", live, routing.ofCustomer(documents::calendar));
        routing.get(router, order + "/files/:file", live, routing.ofCustomer(documents::file));
        routing.get(router, order + PortalCard.PATH, live, routing.ofCustomer(card::show));
        cancellation.mount(router, base, live);
        continuation.mount(router, base, live);
    }

    private Future<?> show(PortalRequest open, PortalCustomer customer) {
        String id = Objects.requireNonNull(open.ctx().pathParam("id"));
        return purchases.find(customer, id).compose(kind -> {
            Future<PurchaseDetails> purchase = PurchaseDetails.load(purchases.database(), customer.scope(), id);
            Future<List<BoughtFile>> files = purchase.compose(found -> found.files(purchases.database()));
            Future<List<Note>> notes = documents.creditNotes(customer, id);
            Future<List<PortalPurchases.Charged>> charges = purchases.charges(customer, id);
            Future<@Nullable Action> change = purchase.compose(found -> change(open, customer, id, found));
            return Future.join(purchase, files, notes, charges, change).onSuccess(read -> {
                PortalOrderView view = view(
                        open,
                        customer,
                        id,
                        purchase.result(),
                        files.result(),
                        notes.result(),
                        charges.result(),
                        change.result());
                PageRenderer.sendUnstored(open.ctx(), 200, "portal/order.jte", view);
            });
        });
    }

    /** Returns where the customer can cancel the subscription, or undo that; null if neither. */
    private Future<@Nullable Action> change(
            PortalRequest open, PortalCustomer customer, String id, PurchaseDetails purchase) {
        Messages messages = open.messages();
        return cancellation
                .path(open, customer, id, purchase)
                .compose(cancel -> cancel == null
                        ? continuation
                                .path(open, customer, id, purchase)
                                .map(keep -> keep == null ? null : new Action(keep, messages.text("portal.uncancel")))
                        : Future.succeededFuture(new Action(cancel, messages.text("portal.cancel"))));
    }

    private PortalOrderView view(
            PortalRequest open,
            PortalCustomer customer,
            String id,
            PurchaseDetails purchase,
            List<BoughtFile> files,
            List<Note> notes,
            List<PortalPurchases.Charged> charges,
            @Nullable Action change) {
        Messages messages = open.messages();
        PortalTexts texts = new PortalTexts(messages);
        MailTexts mailTexts = MailTexts.of(messages.tag(), formats);
        String path = open.paths().order(id);
        String status = PortalTexts.effective(purchase.text("status"), purchase.time("cancelAt") != null);
        return new PortalOrderView(
                open.shell(purchase.title(), path),
                routing.account(open, customer),
                open.keep(open.paths().base()),
                purchase.title(),
                texts.status(status, purchase.isCanceled()),
                PortalTexts.tone(status, purchase.isCanceled()),
                facts(purchase, texts, mailTexts),
                purchase.licenseKey(),
                downloads(purchase, files, notes, messages, path),
                purchase.blocks(mailTexts),
                charges.stream()
                        .map(charge -> new Payment(
                                texts.date(charge.createdAt()),
                                messages.money(charge.amount(), charge.currency()),
                                texts.status(charge.status()),
                                PortalTexts.tone(charge.status()),
                                charge.document()))
                        .toList(),
                card.link(open, id, purchase),
                change);
    }

    private static List<Row> facts(PurchaseDetails purchase, PortalTexts texts, MailTexts mailTexts) {
        Messages messages = texts.messages();
        List<Row> facts = new ArrayList<>();
        if (!purchase.text("orderId").isEmpty()) {
            facts.add(new Row(mailTexts.text("order"), purchase.text("orderId")));
        }
        Instant createdAt = purchase.time("createdAt");
        if (createdAt != null) {
            facts.add(new Row(messages.text("portal.date"), texts.date(createdAt)));
        }
        PurchaseDetails.PaymentCard card = purchase.card();
        if (card != null) {
            String name = CardName.of(card.brand(), card.last4());
            facts.add(new Row(messages.text("overdue.card"), messages.leftToRight(name)));
        }
        return facts;
    }

    private static List<Download> downloads(
            PurchaseDetails purchase, List<BoughtFile> files, List<Note> notes, Messages messages, String path) {
        List<Download> downloads = new ArrayList<>();
        if (purchase.hasTickets()) {
            downloads.add(new Download(path + "/tickets.pdf", messages.text("portal.tickets"), ""));
        }
        if (purchase.calendar() != null && !purchase.isCanceled()) {
            downloads.add(new Download(path + "/event.ics", messages.text("portal.calendar"), ""));
        }
        if (purchase.invoiceId() != null) {
            downloads.add(new Download(path + "/invoice", messages.text("portal.invoice"), ""));
        }
        notes.forEach(note -> downloads.add(new Download(
                path + "/credit-notes/" + note.id(), messages.text("portal.creditNote", note.number()), "")));
        files.forEach(file ->
                downloads.add(new Download(path + "/files/" + file.id(), file.name(), messages.size(file.size()))));
        return downloads;
    }
}
