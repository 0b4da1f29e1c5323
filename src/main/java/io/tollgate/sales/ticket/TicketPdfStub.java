package io.tollgate.sales.ticket;

import io.tollgate.pdf.ContentNode;
import io.tollgate.pdf.TextLayout;
import io.tollgate.pdf.TextLayout.Align;
import io.tollgate.pdf.TextStyle;
import io.tollgate.pdf.document.Canvas;
import io.tollgate.pdf.document.QrCode;
import io.tollgate.pdf.document.RgbColor;
import io.tollgate.pdf.document.Tag;
import io.tollgate.pdf.font.Weight;

/** Draws the lower part of a ticket: check-in code, ticket and order number, price and terms. */
final class TicketPdfStub {
    private final TicketPdfSeries series;
    private final TicketPdfLayout layout;
    private final TextLayout text;
    private final Canvas canvas;
    private final Tag section;
    private final ContentNode ticket;
    private final boolean canceled;

    TicketPdfStub(TicketPdfSeries series, TextLayout text, Tag section, ContentNode ticket, boolean canceled) {
        this.series = series;
        this.layout = series.layout;
        this.text = text;
        this.canvas = text.canvas();
        this.section = section;
        this.ticket = ticket;
        this.canceled = canceled;
    }

    void draw() {
        float top = layout.tear() + layout.gap * 1.35f;
        code(top);
        float x = layout.margin + layout.codeSide + layout.gap * 1.25f;
        float wide = layout.width - layout.margin - x;
        numbers(x, top, wide);
        terms();
    }

    /** Draws the QR code on a white panel that includes its quiet zone. */
    private void code(float y) {
        float side = layout.codeSide;
        float x = text.left(layout.margin, side);
        canvas.decoration(() -> {
            canvas.fillColor(RgbColor.WHITE);
            canvas.outline().rounded(x, y, side, side, side * 0.045f).fill();
        });
        if (canceled) {
            canvas.decoration(() -> {
                canvas.strokeStyle(TicketPdfArt.WARNING.tint(0.7), side * 0.03f);
                canvas.line(x + side * 0.2f, y + side * 0.2f, x + side * 0.8f, y + side * 0.8f);
                canvas.line(x + side * 0.8f, y + side * 0.2f, x + side * 0.2f, y + side * 0.8f);
            });
            return;
        }
        QrCode code = QrCode.of(ticket.text("checkInCode"));
        float module = side / (code.size() + 2f * QrCode.QUIET_ZONE);
        float quiet = module * QrCode.QUIET_ZONE;
        String words = series.labels.get("codeAlt", ticket.text("ticketShortId"));
        float bottom = layout.height - y - side;
        Tag figure = section.figure(words, x, bottom, x + side, bottom + side);
        canvas.tagged(figure, () -> {
            canvas.fillColor(RgbColor.BLACK);
            canvas.code(code, x + quiet, y + quiet, side - 2 * quiet);
        });
    }

    private void numbers(float x, float y, float wide) {
        Tag list = section.add("L");
        Tag item = list.add("LI");
        float below = text.put(item.add("Lbl"), series.labels.get("code"), layout.label, x, y, wide, Align.START);
        TextStyle style = layout.shortId.withColor(series.accent(canceled));
        float[] sizes = {style.size(), style.size() * 0.8f, style.size() * 0.6f};
        TextLayout.Fitting shortId = text.fit(text.technical(ticket.text("ticketShortId")), style, sizes, wide, 1);
        below = text.put(item.add("LBody"), shortId, x, below + layout.gap * 0.45f, wide, Align.START);
        float next = below + layout.gap * 1.3f;
        float half = (wide + layout.gap) / 2;
        fact(list, "order", text.technical(series.content.text("orderId")), x, next, half - layout.gap);
        fact(list, "price", price(), x + half, next, wide - half);
        if (!canceled) {
            TextStyle scan =
                    new TextStyle(Weight.REGULAR, layout.label.size(), layout.label.leading(), TicketPdfArt.MUTED);
            float foot = y + layout.codeSide - scan.size() * 0.727f;
            text.put(section.add("P"), series.labels.get("scan"), scan, x, foot, wide, Align.START);
        }
    }

    private void fact(Tag list, String label, String value, float x, float y, float wide) {
        Tag item = list.add("LI");
        float below = text.put(item.add("Lbl"), series.labels.get(label), layout.label, x, y, wide, Align.START);
        float size = layout.value.size();
        TextLayout.Fitting fitted = text.fit(value, layout.value, new float[] {size, size * 0.8f}, wide, 1);
        text.put(item.add("LBody"), fitted, x, below + layout.gap * 0.42f, wide, Align.START);
    }

    private String price() {
        long amount = ticket.amount("price");
        return amount == 0
                ? series.labels.get("free")
                : series.context.formats().money(amount, ticket.text("currency"), series.locale);
    }

    private void terms() {
        float y = layout.tear() + layout.gap * 1.35f + layout.codeSide + layout.gap * 0.75f;
        TextLayout.Fitting terms = text.fit(
                series.labels.get("terms"),
                layout.small,
                new float[] {layout.small.size(), layout.small.size() * 0.88f},
                layout.inner(),
                2);
        text.put(section.add("P"), terms, layout.margin, y, layout.inner(), Align.START);
    }
}
