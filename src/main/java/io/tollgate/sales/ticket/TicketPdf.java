package io.tollgate.sales.ticket;

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
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Renders the tickets of a booking as a document with one page per ticket. */
public final class TicketPdf implements PdfTemplate {
    /** The most tickets that render within the time limit of a document. */
    static final int TICKETS_MAX = 1_000;

    /**
     * Returns the render request for a booking. Decodes images, so callers must be on a worker thread.
     *
     * @param picture the event's picture as uploaded; null if it has none
     * @param logo the seller's logo as uploaded; null if it has none
     */
    static PdfRequest request(
            TicketPdfContent.Sources sources,
            TicketPdfLayout layout,
            byte @Nullable [] picture,
            byte @Nullable [] logo) {
        ObjectNode content = TicketPdfContent.of(sources, layout);
        if (picture != null) {
            TicketPdfPicture.put(content, picture, layout);
        }
        if (logo != null) {
            Logo.put(content, logo);
        }
        return PdfRequest.of(new TicketPdf(), content);
    }

    /** Returns a sample document that uses every feature of ordinary tickets. */
    public static PdfRequest sample() {
        ObjectNode page = JsonNodeFactory.instance.objectNode();
        page.put("locale", "en-GB").put("title", "Sample");
        page.putObject("eventDetails")
                .put("startDate", "2026-01-01T18:00:00.000Z")
                .put("timezone", "Europe/Berlin")
                .put("type", "in_person")
                .put("location", "Sample");
        ObjectNode ticket = JsonNodeFactory.instance.objectNode();
        ticket.put("ticketShortId", "23456789").put("checkInCode", "sample").put("status", "PAID");
        ticket.put("attendeeName", "Sample")
                .put("pricing", "paid")
                .put("revenue", 100)
                .put("currency", "eur");
        ObjectNode booking = JsonNodeFactory.instance.objectNode();
        booking.put("pageId", "0".repeat(24)).put("orderId", "00000000");
        booking.put("livemode", false).put("createdAt", "2026-01-01T00:00:00.000Z");
        var sources = new TicketPdfContent.Sources(booking, List.of(ticket), page, "Sample");
        return request(sources, TicketPdfLayout.A4, null, null);
    }

    @Override
    public String name() {
        return "tickets-3";
    }

    @Override
    public void render(JsonNode json, RenderContext context, OutputStream out) {
        ContentNode content = new ContentNode(json);
        TicketPdfLayout layout = TicketPdfLayout.valueOf(content.text("format"));
        ULocale locale = Formats.locale(content.text("locale"));
        Labels labels = Labels.of(locale);
        Instant written = content.time("written");
        PdfDocument document = context.document(new Description(
                content.text("title") + " · " + labels.get("ticket") + " " + content.text("orderId"),
                content.text("sellerName"),
                locale.toLanguageTag(),
                written == null ? Instant.EPOCH : written,
                context.digest()));
        TicketPdfSeries series = new TicketPdfSeries(document, context, layout, locale, labels, content);
        List<ContentNode> tickets = content.list("tickets");
        for (int i = 0; i < tickets.size(); i++) {
            new TicketPdfPage(series, tickets.get(i), i + 1, tickets.size()).draw();
        }
        document.save(out);
    }
}
