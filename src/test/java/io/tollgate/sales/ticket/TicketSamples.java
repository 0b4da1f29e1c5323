package io.tollgate.sales.ticket;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tollgate.pdf.PdfRequest;
import io.tollgate.pdf.RenderContext;
import io.tollgate.pdf.font.Typefaces;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A booking with tickets to render; a test changes what it needs. */
public final class TicketSamples {
    private static final ObjectMapper MAPPER = new ObjectMapper();
    private static final Typefaces TYPEFACES = new Typefaces();

    public final ObjectNode booking = JsonNodeFactory.instance.objectNode();
    public final ObjectNode page = JsonNodeFactory.instance.objectNode();
    public final List<ObjectNode> tickets = new ArrayList<>();
    public String sellerName = "Lumen Concerts";
    public byte @Nullable [] picture;
    public byte @Nullable [] logo;

    public TicketSamples() {
        booking.put("pageId", "65a1f065a1f065a1f065a1f0");
        booking.put("livemode", true).put("orderId", "02009743");
        booking.put("createdAt", "2026-11-20T10:00:00.000Z").put("eventTitle", "Night of Strings");
        ArrayNode lines = booking.putArray("tickets");
        lines.addObject()
                .put("ticketTypeId", "656565656565656565656565")
                .put("name", "Balcony")
                .put("ticketGroupName", "Seated");
        page.put("locale", "en-GB").put("title", "Night of Strings");
        page.putObject("eventDetails")
                .put("startDate", "2026-12-12T18:30:00.000Z")
                .put("endDate", "2026-12-12T21:30:00.000Z")
                .put("timezone", "Europe/Berlin")
                .put("type", "in_person")
                .put("location", "Konzerthaus, Gendarmenmarkt 2, Berlin");
    }

    /** Adds a ticket. */
    public ObjectNode ticket(String attendee) {
        int number = tickets.size();
        ObjectNode ticket = JsonNodeFactory.instance.objectNode();
        ticket.put("ticketTypeId", "656565656565656565656565");
        ticket.put(
                "ticketShortId", "7KQ2M%03d".formatted(number).replace('0', 'Z').replace('1', 'Y'));
        ticket.put("checkInCode", "Qm9va2luZy1jb2Rl_%05d".formatted(number));
        ticket.put("status", "PAID").put("attendeeName", attendee).put("pricing", "paid");
        ticket.put("revenue", 4850).put("currency", "eur").put("updatedAt", "2026-11-20T10:00:00.000Z");
        tickets.add(ticket);
        return ticket;
    }

    public PdfRequest request(TicketPdfLayout layout) {
        return TicketPdf.request(
                new TicketPdfContent.Sources(booking, tickets, page, sellerName), layout, picture, logo);
    }

    public byte[] drawn(TicketPdfLayout layout) {
        return drawn(layout, new RenderContext(TYPEFACES));
    }

    public byte[] drawn(TicketPdfLayout layout, RenderContext context) {
        ByteArrayOutputStream file = new ByteArrayOutputStream();
        draw(layout, context, file);
        return file.toByteArray();
    }

    void draw(TicketPdfLayout layout, RenderContext context, OutputStream out) {
        PdfRequest request = request(layout);
        try {
            JsonNode content = MAPPER.readTree(request.content().getBytes());
            new TicketPdf().render(content, context.begin(request.digest(), Duration.ofSeconds(60)), out);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
