package io.tollgate;

import io.tollgate.booking.Bookings;
import io.tollgate.db.Database;
import io.tollgate.file.FileLinks;
import io.tollgate.file.FilePictures;
import io.tollgate.file.FileStore;
import io.tollgate.file.FileStores;
import io.tollgate.invoice.InvoiceLinks;
import io.tollgate.invoice.InvoicePdfRoutes;
import io.tollgate.mail.MailRenderer;
import io.tollgate.mail.MailVerticle;
import io.tollgate.notification.OrderMails;
import io.tollgate.pdf.Pictures;
import io.tollgate.records.Records;
import io.tollgate.ticket.TicketPdfRoutes;
import io.vertx.core.Vertx;

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
                new FileLinks(shared.secrets().linkKey(), publicUrl, shared.clock()));
        return new OrderMails(database, documents, shared.clock(), config.mail());
    }
}
