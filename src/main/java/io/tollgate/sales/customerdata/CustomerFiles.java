package io.tollgate.sales.customerdata;

import io.tollgate.catalog.file.FileStore;
import io.tollgate.pdf.PdfFile;
import io.tollgate.platform.db.Database;
import io.tollgate.platform.export.ArchiveSection;
import io.tollgate.platform.resource.Scope;
import io.tollgate.sales.customerdata.FileSection.Content;
import io.tollgate.sales.invoice.InvoiceLinks.Kind;
import io.tollgate.sales.invoice.InvoicePdfRoutes;
import io.tollgate.sales.ticket.TicketPdfRoutes;
import io.vertx.core.Future;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The files that a customer uploaded, and the documents that the customer got. */
public record CustomerFiles(Database database, FileStore store, InvoicePdfRoutes invoices, TicketPdfRoutes tickets) {
    /** In bytes. Larger documents are left out, because each is in memory while it is sent. */
    private static final int DOCUMENT_MAX = 16 << 20;

    List<ArchiveSection> sections(Scope scope, String customerId) {
        return List.of(
                new FileSection(
                        "files",
                        rows(scope, CustomerStatement.FILES, customerId),
                        row -> store.read(scope, row.getString("id"))
                                .map(bytes -> bytes == null ? null : new Content(row.getString("name"), bytes))),
                documents(
                        scope,
                        CustomerStatement.INVOICES,
                        customerId,
                        id -> invoices.file(Kind.INVOICE, scope, id, DOCUMENT_MAX)),
                documents(
                        scope,
                        CustomerStatement.CREDIT_NOTES,
                        customerId,
                        id -> invoices.file(Kind.CREDIT_NOTE, scope, id, DOCUMENT_MAX)),
                documents(
                        scope,
                        CustomerStatement.BOOKINGS,
                        customerId,
                        id -> tickets.file(scope, id, null, DOCUMENT_MAX)));
    }

    /** Renders a document. Null if there is none. */
    private interface Renderer {
        Future<@Nullable PdfFile> of(String id);
    }

    private ArchiveSection documents(Scope scope, CustomerStatement statement, String customerId, Renderer renderer) {
        return new FileSection(
                "documents",
                rows(scope, statement, customerId),
                row -> renderer.of(row.getString("id"))
                        .map(file -> file == null ? null : new Content(file.name(), file.bytes())));
    }

    private CustomerRows rows(Scope scope, CustomerStatement statement, String customerId) {
        return new CustomerRows(database, scope, statement, customerId);
    }
}
