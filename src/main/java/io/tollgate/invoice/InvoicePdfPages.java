package io.tollgate.invoice;

import com.ibm.icu.util.ULocale;
import io.tollgate.pdf.Content;
import io.tollgate.pdf.Formats;
import io.tollgate.pdf.Labels;
import io.tollgate.pdf.Look;
import io.tollgate.pdf.Press;
import io.tollgate.pdf.Sheet;
import io.tollgate.pdf.document.Canvas;
import io.tollgate.pdf.document.Ink;
import io.tollgate.pdf.document.PdfDocument;
import io.tollgate.pdf.document.Tag;
import io.tollgate.pdf.font.Weight;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/** The pages of one invoice, with what stands on each of them, and the words and looks they share. */
final class InvoicePdfPages {
    static final float LEFT = 56;
    static final float WIDTH = 595.28f - 2 * LEFT;
    static final float BOTTOM = 841.89f - 88;

    static final Ink DARK = Ink.of(0x14181f);
    static final Ink MUTED = Ink.of(0x5d6675);
    static final Ink RULE = Ink.of(0xdde1e7);
    static final Ink ACCENT = Ink.of(0x1f4fd8);
    static final Ink WARNING = Ink.of(0xb3261e);

    static final Look BODY = new Look(Weight.REGULAR, 9.5f, 14, DARK);
    static final Look STRONG = new Look(Weight.SEMIBOLD, 9.5f, 14, DARK);
    static final Look SMALL = new Look(Weight.REGULAR, 8, 12, MUTED);
    static final Look LABEL = new Look(Weight.SEMIBOLD, 7.5f, 11, MUTED);

    private static final float HEIGHT = 841.89f;

    private final PdfDocument document;
    private final Press press;
    private final ULocale locale;
    private final Labels labels;
    private final Content content;
    private final List<Sheet> sheets = new ArrayList<>();

    InvoicePdfPages(PdfDocument document, Press press, ULocale locale, Labels labels, Content content) {
        this.document = document;
        this.press = press;
        this.locale = locale;
        this.labels = labels;
        this.content = content;
        add();
    }

    /** Starts a page; returns where its content begins. */
    float add() {
        Canvas canvas = document.page(2 * LEFT + WIDTH, HEIGHT);
        sheets.add(new Sheet(canvas, press.paragraphs(), locale));
        String mark = mark();
        if (!mark.isEmpty()) {
            watermark(mark);
        }
        return 64;
    }

    /** The page being drawn. */
    Sheet sheet() {
        return sheets.get(sheets.size() - 1);
    }

    /** Where to go on with something of this height: here, or on a new page. */
    float room(float y, float height) {
        return y + height <= BOTTOM ? y : add();
    }

    Tag structure() {
        return document.structure();
    }

    String label(String key, Object... values) {
        return values.length == 0 ? labels.get(key) : labels.get(key, values);
    }

    String money(long amount) {
        return press.formats().money(amount, content.at("invoice").text("currency"), locale);
    }

    Formats formats() {
        return press.formats();
    }

    ULocale locale() {
        return locale;
    }

    String date(Instant time) {
        return press.formats().date(time, "dMMMMy", locale, "UTC");
    }

    private String mark() {
        Content invoice = content.at("invoice");
        if (!invoice.is("livemode")) {
            return labels.get("test");
        }
        return "void".equals(invoice.text("status")) ? labels.get("status.void") : "";
    }

    private void watermark(String word) {
        Look look = new Look(Weight.EXTRABOLD, 120, 120, WARNING);
        Canvas canvas = sheet().canvas();
        float size = Math.min(120, 120 * 460 / sheet().width(word, look));
        Look fitted = look.sized(size);
        canvas.apart(() -> {
            canvas.opacity(8);
            canvas.turned(canvas.width() / 2, HEIGHT / 2, 35);
            float wide = sheet().width(word, fitted);
            sheet().center(word, fitted, 0, -size / 3, wide);
        });
    }

    /** Finishes all pages: only now their number is known. */
    void close() {
        for (int i = 0; i < sheets.size(); i++) {
            Sheet sheet = sheets.get(i);
            float y = HEIGHT - 48;
            sheet.canvas().decoration(() -> {
                sheet.canvas().pencil(RULE, 0.6f);
                sheet.canvas().line(LEFT, y - 12, LEFT + WIDTH, y - 12);
            });
            sheet.decorate(footer(sheet, WIDTH - 120), SMALL, LEFT, y, WIDTH - 120, Sheet.Align.START);
            String count = labels.get("page", number(i + 1), number(sheets.size()));
            sheet.decorate(count, SMALL, LEFT + WIDTH - 120, y, 120, Sheet.Align.END);
            sheet.canvas().close();
        }
    }

    /** Seller and number of the invoice. If they are too long for the line, the name is cut. */
    private String footer(Sheet sheet, float width) {
        String invoiceNumber = content.at("invoice").text("invoiceNumber");
        String number = invoiceNumber.isEmpty() ? "" : "  ·  " + sheet.technical(invoiceNumber);
        float room = width - sheet.width("…" + number, SMALL);
        return sheet.lines(content.text("sellerName"), SMALL, room, 1).get(0).text() + number;
    }

    private String number(int count) {
        return press.formats().number(BigDecimal.valueOf(count), locale);
    }
}
