package io.tollgate.sales.invoice;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tollgate.pdf.ContentNode;
import io.tollgate.pdf.Logo;
import io.tollgate.pdf.PdfRequest;
import io.tollgate.pdf.PdfTemplate;
import io.tollgate.pdf.RenderContext;
import java.io.OutputStream;
import org.jspecify.annotations.Nullable;

/** Renders an invoice as an A4 document with as many pages as its lines need. */
public final class InvoicePdf implements PdfTemplate {

    /**
     * Returns the render request for an invoice. Decodes the logo, so callers with a logo must be on a worker thread.
     *
     * @param invoice the invoice record
     * @param page the page of the sale, for its language and invoice settings
     * @param sellerName the seller's display name
     * @param logo the seller's logo as uploaded; null if it has none
     */
    public static PdfRequest request(ObjectNode invoice, JsonNode page, String sellerName, byte @Nullable [] logo) {
        return PdfRequest.of(new InvoicePdf(), content(invoice, page, sellerName, logo));
    }

    /** Returns what invoices and credit notes have in common. */
    static ObjectNode content(ObjectNode invoice, JsonNode page, String sellerName, byte @Nullable [] logo) {
        ObjectNode content = JsonNodeFactory.instance.objectNode();
        ObjectNode shown = invoice.deepCopy();
        shown.remove("invoiceUrl");
        content.set("invoice", shown);
        content.put("sellerName", sellerName);
        content.set("locale", page.get("locale"));
        content.set("timezone", page.get("timezone"));
        content.set("invoiceSettings", page.get("invoiceSettings"));
        if (logo != null) {
            Logo.put(content, logo);
        }
        return content;
    }

    /** Returns the file name of the download, in ASCII: the invoice number, or the id if the number is not usable. */
    public static String fileName(JsonNode invoice) {
        String number = invoice.path("invoiceNumber").asText("");
        return "invoice-"
                + (number.matches("[A-Za-z0-9-]{1,40}")
                        ? number
                        : invoice.path("id").asText("draft")) + ".pdf";
    }

    @Override
    public String name() {
        return "invoice-3";
    }

    @Override
    public void render(JsonNode json, RenderContext context, OutputStream out) {
        ContentNode content = new ContentNode(json);
        ContentNode invoice = content.at("invoice");
        InvoicePdfPages.render(
                content,
                new InvoicePdfPages.Heading("invoice", invoice.text("invoiceNumber"), invoice.time("updatedAt")),
                (pages, below) ->
                        new InvoicePdfTotals(pages, content).draw(new InvoicePdfLines(pages, invoice).draw(below)),
                context,
                out);
    }
}
