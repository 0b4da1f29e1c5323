package io.tollgate.app;

import io.tollgate.catalog.file.FileLinks;
import io.tollgate.catalog.file.FilePictures;
import io.tollgate.catalog.file.FileStore;
import io.tollgate.catalog.file.FileStores;
import io.tollgate.pdf.Pictures;
import io.tollgate.platform.db.Database;
import io.tollgate.platform.mail.MailPurpose;
import io.tollgate.platform.mail.MailRenderer;
import io.tollgate.platform.mail.MailVerticle;
import io.tollgate.platform.mail.QueuedMail;
import io.tollgate.platform.mail.RenderedMail;
import io.tollgate.platform.records.Records;
import io.tollgate.sales.booking.Bookings;
import io.tollgate.sales.invoice.InvoiceLinks;
import io.tollgate.sales.invoice.InvoicePdfRoutes;
import io.tollgate.sales.ticket.TicketPdfRoutes;
import io.tollgate.storefront.mails.OrderMails;
import io.tollgate.storefront.pages.CartLinks;
import io.tollgate.storefront.pages.OverdueLinks;
import io.tollgate.storefront.portal.PortalMails;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.util.List;

/** Builds the delivery of e-mail, which renders messages and their documents on its own event loop. */
final class MailComponents {
    private MailComponents() {}

    static MailVerticle verticle(ApiVerticle.SharedParts shared) {
        Config config = shared.config();
        return new MailVerticle(
                config.mail(),
                shared.clock(),
                shared.metrics().registry(),
                vertx -> new Database(vertx, config.database().small()),
                (vertx, database) -> renderer(shared, vertx, database));
    }

    private static MailRenderer renderer(ApiVerticle.SharedParts shared, Vertx vertx, Database database) {
        Config config = shared.config();
        String publicUrl = config.server().publicUrlOn(config.server().port());
        FileStore store = FileStores.of(vertx, config.storage(), shared.clock());
        Pictures pictures = new FilePictures(new Records(database, shared.clock(), shared.searches()), store);
        InvoiceLinks invoiceLinks = new InvoiceLinks(
                shared.secrets().linkKey(), publicUrl, config.invoiceLinks().validity(), shared.clock());
        OrderMails.Documents documents = new OrderMails.Documents(
                new InvoicePdfRoutes(database, invoiceLinks, shared.pdf(), pictures),
                new TicketPdfRoutes(Bookings.RESOURCE, database, shared.pdf(), pictures),
                new FileLinks(shared.secrets().linkKey(), publicUrl, shared.clock()),
                new OverdueLinks(shared.secrets().linkKey(), publicUrl),
                new CartLinks(shared.secrets().linkKey(), publicUrl));
        return new MailRenderers(
                new OrderMails(database, documents, shared.clock(), config.mail()),
                new PortalMails(database, shared.secrets().linkKey(), shared.clock(), config.portal(), publicUrl));
    }

    /** Selects the renderer of a message by its purpose. */
    private record MailRenderers(OrderMails orders, PortalMails portal) implements MailRenderer {
        private MailRenderer of(QueuedMail mail) {
            return mail.purpose() == MailPurpose.PORTAL_LINK ? portal : orders;
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
