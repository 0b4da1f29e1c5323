package io.tollgate.storefront.mails;

import io.tollgate.pdf.Formats;
import io.tollgate.platform.db.Database;
import io.tollgate.platform.error.ApiError;
import io.tollgate.platform.mail.MailDocument.Row;
import io.tollgate.platform.mail.MailRenderer.UnusableSubject;
import io.tollgate.platform.resource.Scope;
import io.tollgate.sales.invoice.InvoiceLinks;
import io.tollgate.storefront.pages.Messages;
import io.tollgate.storefront.pages.ReceiptReader;
import io.vertx.core.Future;
import java.util.ArrayList;
import java.util.List;

/** Reads receipts for confirmation pages. Belongs to one event loop, because formats are not thread-safe. */
public final class PurchaseReceipts implements ReceiptReader {
    private final Database database;
    private final InvoiceLinks invoices;
    private final String publicUrl;
    private final Formats formats = new Formats();

    public PurchaseReceipts(Database database, InvoiceLinks invoices, String publicUrl) {
        this.database = database;
        this.invoices = invoices;
        this.publicUrl = publicUrl;
    }

    @Override
    public Future<ReceiptView> read(Scope scope, String id, Messages messages) {
        MailTexts texts = MailTexts.of(messages.tag(), formats);
        return SubjectRecords.load(database, scope, id)
                .map(records -> view(ReceiptBlocks.of(records, texts)))
                .recover(failure ->
                        Future.failedFuture(failure instanceof UnusableSubject ? ApiError.notFound("Order") : failure));
    }

    private ReceiptView view(ReceiptBlocks blocks) {
        List<Row> documents = new ArrayList<>(blocks.processorInvoice());
        String invoice = new PurchaseDetails(blocks.records()).invoiceId();
        if (invoice != null) {
            String link = invoices.sign(blocks.records().scope(), invoice);
            documents.add(new Row(blocks.texts().text("receipt.invoice"), link));
        }
        return new ReceiptView(blocks.all(), documents, blocks.portalText(), blocks.portal(publicUrl));
    }
}
