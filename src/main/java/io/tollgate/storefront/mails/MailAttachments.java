package io.tollgate.storefront.mails;

import io.tollgate.catalog.event.EventCalendar;
import io.tollgate.catalog.file.FileLinks;
import io.tollgate.pdf.ContentNode;
import io.tollgate.pdf.PdfFile;
import io.tollgate.platform.db.Database;
import io.tollgate.platform.mail.MailPurpose;
import io.tollgate.platform.mail.RenderedMail.Attachment;
import io.tollgate.platform.records.TenantGuard;
import io.tollgate.sales.invoice.InvoiceLinks.Kind;
import io.tollgate.sales.invoice.InvoicePdfRoutes;
import io.tollgate.sales.ticket.BookedTickets;
import io.tollgate.sales.ticket.BookedTickets.BookedTicket;
import io.tollgate.sales.ticket.TicketPdfRoutes;
import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.Tuple;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Collects the files that a message contains or links to. */
record MailAttachments(
        Database database, InvoicePdfRoutes invoices, TicketPdfRoutes tickets, FileLinks links, Duration linkValidity) {
    /**
     * The limit of each document. Mail servers accept 10 MB and more for the whole message, whose attachments grow by a
     * third.
     */
    private static final int BYTES_MAX = 5_000_000;

    private static final Set<MailPurpose> WITH_DOCUMENTS =
            Set.of(MailPurpose.ORDER_CONFIRMATION, MailPurpose.PAYMENT_RECEIVED);

    private static final String FILES = """
            SELECT seller_id, NULL::boolean, id, document ->> 'name' FROM file WHERE seller_id = $1 AND id = ANY($2)
            """;

    /** A file of an order, with a link to it. */
    record ProductFile(String name, String url) {}

    /**
     * The files of a message.
     *
     * @param tickets null if the order has no ticket document, or if it is too large
     * @param booked the tickets of a booking, at most 200
     */
    record Collected(
            @Nullable PdfFile invoice,
            @Nullable PdfFile tickets,
            @Nullable EventCalendar calendar,
            List<ProductFile> files,
            List<BookedTicket> booked) {
        static final Collected NONE = new Collected(null, null, null, List.of(), List.of());

        List<Attachment> attachments() {
            List<Attachment> all = new ArrayList<>();
            if (tickets != null) {
                all.add(new Attachment(tickets.name(), "application/pdf", tickets.bytes()));
            }
            if (invoice != null) {
                all.add(new Attachment(invoice.name(), "application/pdf", invoice.bytes()));
            }
            if (calendar != null) {
                all.add(new Attachment(
                        "event.ics", "text/calendar; charset=utf-8; method=PUBLISH", Buffer.buffer(calendar.text())));
            }
            return all;
        }
    }

    Future<Collected> collect(MailPurpose purpose, SubjectRecords records) {
        if (purpose == MailPurpose.TICKET_CONFIRMATION) {
            return tickets.file(
                            records.scope(),
                            records.booking().text("id"),
                            records.record().text("id"),
                            BYTES_MAX)
                    .map(ticket -> new Collected(null, ticket, calendar(records), List.of(), List.of()));
        }
        if (purpose == MailPurpose.ORDER_NOTIFICATION) {
            return booked(records).map(booked -> new Collected(null, null, null, List.of(), booked));
        }
        if (purpose == MailPurpose.SUBSCRIPTION_CONFIRMATION) {
            return files(records).map(files -> new Collected(null, null, null, files, List.of()));
        }
        if (!WITH_DOCUMENTS.contains(purpose) && purpose != MailPurpose.REFUND) {
            return Future.succeededFuture(Collected.NONE);
        }
        boolean all = WITH_DOCUMENTS.contains(purpose);
        Future<@Nullable PdfFile> invoice = invoice(records);
        Future<@Nullable PdfFile> ticket = all ? tickets(records) : Future.succeededFuture(null);
        Future<List<ProductFile>> files = all ? files(records) : Future.succeededFuture(List.of());
        Future<List<BookedTicket>> booked = all ? booked(records) : Future.succeededFuture(List.of());
        return Future.join(invoice, ticket, files, booked)
                .map(done -> new Collected(
                        invoice.result(),
                        ticket.result(),
                        all ? calendar(records) : null,
                        files.result(),
                        booked.result()));
    }

    private Future<List<BookedTicket>> booked(SubjectRecords records) {
        return records.kind() == SubjectRecords.Kind.BOOKING
                ? new BookedTickets(database)
                        .of(records.scope(), records.record().text("id"))
                : Future.succeededFuture(List.of());
    }

    private Future<@Nullable PdfFile> invoice(SubjectRecords records) {
        return records.record().has("invoiceId")
                ? invoices.file(Kind.INVOICE, records.scope(), records.record().text("invoiceId"), BYTES_MAX)
                : Future.succeededFuture(null);
    }

    private Future<@Nullable PdfFile> tickets(SubjectRecords records) {
        return records.kind() == SubjectRecords.Kind.BOOKING
                ? tickets.file(records.scope(), records.record().text("id"), null, BYTES_MAX)
                : Future.succeededFuture(null);
    }

    /** Returns the event of a booking, canceled if one of both is; null if it has no start. */
    static @Nullable EventCalendar calendar(SubjectRecords records) {
        ContentNode details = records.page().at("eventDetails");
        Instant start = details.time("startDate");
        Instant canceledAt = records.record().time("canceledAt");
        Instant changedAt = canceledAt == null ? records.record().time("createdAt") : canceledAt;
        boolean forEvent =
                records.kind() == SubjectRecords.Kind.BOOKING || records.kind() == SubjectRecords.Kind.TICKET;
        if (!forEvent || start == null || changedAt == null) {
            return null;
        }
        return new EventCalendar(
                records.record().text("pageId"),
                changedAt,
                start,
                details.time("endDate"),
                records.title(),
                details.text("location"),
                "",
                details.text("meetingLink"),
                records.isCanceled() || records.page().text("status").equals("canceled"));
    }

    /** Returns the files of a paid order, or of a subscription that gives access to them, in their order. */
    private Future<List<ProductFile>> files(SubjectRecords records) {
        List<String> ids = PurchasedFiles.ids(records);
        if (ids.isEmpty() || !new PurchaseDetails(records).givesFiles()) {
            return Future.succeededFuture(List.of());
        }
        return database.get(FILES, Tuple.of(records.scope().sellerId()).addArrayOfString(ids.toArray(String[]::new)))
                .map(rows -> {
                    List<ProductFile> files = new ArrayList<>();
                    for (String id : ids) {
                        for (Row row : rows) {
                            TenantGuard.requireTenant(records.scope(), row);
                            if (id.equals(row.getString(2))) {
                                String name = row.getString(3);
                                files.add(new ProductFile(name, links.sign(records.scope(), id, name, linkValidity)));
                            }
                        }
                    }
                    return files;
                });
    }
}
