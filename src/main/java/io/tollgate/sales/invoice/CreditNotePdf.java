package io.tollgate.sales.invoice;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tollgate.pdf.ContentNode;
import io.tollgate.pdf.PdfRequest;
import io.tollgate.pdf.PdfTemplate;
import io.tollgate.pdf.RenderContext;
import io.tollgate.platform.clock.Times;
import java.io.OutputStream;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** Renders the credit note of a refund in the form of its invoice, on one A4 page or as many as its parties need. */
public final class CreditNotePdf implements PdfTemplate {
    /** The part of a document's content that only credit notes have. */
    static final String CONTENT = "creditNote";

    /**
     * A credit note.
     *
     * @param failed whether the refund failed later, so that the credit note is void
     */
    public record CreditNote(String number, Instant issuedAt, long amount, long taxAmount, boolean failed) {}

    /**
     * Returns the render request for a credit note. Decodes the logo, so callers with a logo must be on a worker
     * thread.
     *
     * @param invoice the record of the invoice that is credited
     * @param page the page of the sale, for its language, with the time zone of the account
     * @param sellerName the seller's display name
     * @param logo the seller's logo as uploaded; null if it has none
     */
    static PdfRequest request(
            CreditNote note, ObjectNode invoice, JsonNode page, String sellerName, byte @Nullable [] logo) {
        ObjectNode shown = invoice.deepCopy();
        shown.put("status", note.failed() ? "void" : "refunded");
        ObjectNode content = InvoicePdf.content(shown, page, sellerName, logo);
        content.remove("invoiceSettings");
        content.putObject(CONTENT)
                .put("number", note.number())
                .put("issuedAt", Times.text(note.issuedAt()))
                .put("amount", note.amount())
                .put("taxAmount", note.taxAmount());
        return PdfRequest.of(new CreditNotePdf(), content);
    }

    @Override
    public String name() {
        return "credit-note-2";
    }

    @Override
    public void render(JsonNode json, RenderContext context, OutputStream out) {
        ContentNode content = new ContentNode(json);
        ContentNode note = content.at(CONTENT);
        InvoicePdfPages.render(
                content,
                new InvoicePdfPages.Heading(CONTENT, note.text("number"), note.time("issuedAt")),
                (pages, below) -> new InvoicePdfTotals(pages, content).drawCredit(below),
                context,
                out);
    }
}
