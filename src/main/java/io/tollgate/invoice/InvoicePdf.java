package io.tollgate.invoice;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.ibm.icu.util.ULocale;
import io.tollgate.pdf.ContentNode;
import io.tollgate.pdf.Formats;
import io.tollgate.pdf.Labels;
import io.tollgate.pdf.Logo;
import io.tollgate.pdf.PdfRequest;
import io.tollgate.pdf.PdfTemplate;
import io.tollgate.pdf.RenderContext;
import io.tollgate.pdf.document.Description;
import io.tollgate.pdf.document.PdfDocument;
import java.io.OutputStream;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** Invoices as documents: A4, as many pages as the lines need. */
public final class InvoicePdf implements PdfTemplate {

    /**
     * What the document of an invoice shows.
     *
     * @param invoice the record
     * @param page the page sold on, for its language and invoice settings
     * @param sellerName as buyers know the seller
     * @param logo the seller's, as it was uploaded, and then for workers only; null where it has none
     */
    public static PdfRequest request(ObjectNode invoice, JsonNode page, String sellerName, byte @Nullable [] logo) {
        ObjectNode content = JsonNodeFactory.instance.objectNode();
        ObjectNode shown = invoice.deepCopy();
        shown.remove("invoiceUrl");
        content.set("invoice", shown);
        content.put("sellerName", sellerName);
        content.set("locale", page.get("locale"));
        content.set("invoiceSettings", page.get("invoiceSettings"));
        if (logo != null) {
            Logo.put(content, logo);
        }
        return PdfRequest.of(new InvoicePdf(), content);
    }

    /** What the file is called when it is saved: ASCII, from the number alone. */
    public static String fileName(JsonNode invoice) {
        String number = invoice.path("invoiceNumber").asText("");
        return "invoice-"
                + (number.matches("[A-Za-z0-9-]{1,40}")
                        ? number
                        : invoice.path("id").asText("draft")) + ".pdf";
    }

    @Override
    public String name() {
        return "invoice-2";
    }

    @Override
    public void render(JsonNode json, RenderContext context, OutputStream out) {
        ContentNode content = new ContentNode(json);
        ContentNode invoice = content.at("invoice");
        ULocale locale = Formats.locale(content.text("locale"));
        Labels labels = Labels.of(locale);
        Instant written = invoice.time("updatedAt");
        PdfDocument document = context.document(new Description(
                labels.get("invoice") + " " + invoice.text("invoiceNumber") + " · " + content.text("sellerName"),
                content.text("sellerName"),
                locale.toLanguageTag(),
                written == null ? Instant.EPOCH : written,
                context.digest()));
        InvoicePdfPages pages = new InvoicePdfPages(document, context, locale, labels, content);
        float below = new InvoicePdfHead(pages, content).draw();
        below = new InvoicePdfLines(pages, invoice).draw(below);
        new InvoicePdfTotals(pages, content).draw(below);
        pages.close();
        document.save(out);
    }
}
