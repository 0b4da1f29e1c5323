package io.tollgate.sales.invoice;

import com.ibm.icu.util.ULocale;
import io.tollgate.pdf.ContentNode;
import io.tollgate.pdf.Formats;
import io.tollgate.pdf.Labels;
import io.tollgate.pdf.RenderContext;
import io.tollgate.pdf.TextLayout;
import io.tollgate.pdf.TextLayout.Align;
import io.tollgate.pdf.TextStyle;
import io.tollgate.pdf.document.Canvas;
import io.tollgate.pdf.document.Description;
import io.tollgate.pdf.document.PdfDocument;
import io.tollgate.pdf.document.RgbColor;
import io.tollgate.pdf.document.Tag;
import io.tollgate.pdf.font.Weight;
import io.tollgate.platform.clock.TimeZones;
import java.io.OutputStream;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The pages of one invoice with their footers, and the shared labels and styles. */
final class InvoicePdfPages {
    static final float LEFT = 56;
    static final float WIDTH = 595.28f - 2 * LEFT;
    static final float BOTTOM = 841.89f - 88;

    static final RgbColor DARK = RgbColor.of(0x14181f);
    static final RgbColor MUTED = RgbColor.of(0x5d6675);
    static final RgbColor RULE = RgbColor.of(0xdde1e7);
    static final RgbColor ACCENT = RgbColor.of(0x1f4fd8);
    static final RgbColor WARNING = RgbColor.of(0xb3261e);

    static final TextStyle BODY = new TextStyle(Weight.REGULAR, 9.5f, 14, DARK);
    static final TextStyle STRONG = new TextStyle(Weight.SEMIBOLD, 9.5f, 14, DARK);
    static final TextStyle SMALL = new TextStyle(Weight.REGULAR, 8, 12, MUTED);
    static final TextStyle LABEL = new TextStyle(Weight.SEMIBOLD, 7.5f, 11, MUTED);

    private static final float HEIGHT = 841.89f;

    private final PdfDocument document;
    private final RenderContext context;
    private final ULocale locale;
    private final Labels labels;
    private final ContentNode content;
    private final List<TextLayout> sheets = new ArrayList<>();

    private InvoicePdfPages(
            PdfDocument document, RenderContext context, ULocale locale, Labels labels, ContentNode content) {
        this.document = document;
        this.context = context;
        this.locale = locale;
        this.labels = labels;
        this.content = content;
        add();
    }

    /**
     * What the description of a document names.
     *
     * @param label key of the label of its kind
     * @param time when the document was issued or written last; null if unknown
     */
    record Heading(String label, String number, @Nullable Instant time) {}

    /** Draws what is below the head of a document. */
    interface Body {
        void draw(InvoicePdfPages pages, float below);
    }

    /** Renders a document with the head and the footers that invoices and credit notes have in common. */
    static void render(ContentNode content, Heading heading, Body body, RenderContext context, OutputStream out) {
        ULocale locale = Formats.locale(content.text("locale"));
        Labels labels = Labels.of(locale);
        String seller = content.text("sellerName");
        PdfDocument document = context.document(new Description(
                labels.get(heading.label()) + " " + heading.number() + " · " + seller,
                seller,
                locale.toLanguageTag(),
                Objects.requireNonNullElse(heading.time(), Instant.EPOCH),
                context.digest()));
        InvoicePdfPages pages = new InvoicePdfPages(document, context, locale, labels, content);
        body.draw(pages, new InvoicePdfHead(pages, content).draw());
        pages.close();
        document.save(out);
    }

    /** Adds a page and returns the y coordinate at which its content starts. */
    float add() {
        Canvas canvas = document.page(2 * LEFT + WIDTH, HEIGHT);
        sheets.add(new TextLayout(canvas, context.paragraphs(), locale));
        String mark = mark();
        if (!mark.isEmpty()) {
            watermark(mark);
        }
        return 64;
    }

    /** Returns the text layout of the current page. */
    TextLayout text() {
        return sheets.get(sheets.size() - 1);
    }

    /** Returns the y coordinate for a block of this height: {@code y}, or the top of a new page if it does not fit. */
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
        return context.formats().money(amount, content.at("invoice").text("currency"), locale);
    }

    Formats formats() {
        return context.formats();
    }

    ULocale locale() {
        return locale;
    }

    String date(Instant time) {
        return context.formats().date(time, "dMMMMy", locale, zone());
    }

    /** Returns the time zone of the account, in which documents are dated. */
    String zone() {
        String zone = content.text("timezone");
        return TimeZones.has(zone) ? zone : "UTC";
    }

    private String mark() {
        ContentNode invoice = content.at("invoice");
        if (!invoice.is("livemode")) {
            return labels.get("test");
        }
        return "void".equals(invoice.text("status")) ? labels.get("status.void") : "";
    }

    private void watermark(String word) {
        TextStyle style = new TextStyle(Weight.EXTRABOLD, 120, 120, WARNING);
        Canvas canvas = text().canvas();
        float size = Math.min(120, 120 * 460 / text().width(word, style));
        TextStyle fitted = style.withSize(size);
        canvas.isolated(() -> {
            canvas.opacity(8);
            canvas.rotate(canvas.width() / 2, HEIGHT / 2, 35);
            float wide = text().width(word, fitted);
            text().center(word, fitted, 0, -size / 3, wide);
        });
    }

    /** Draws the footers, which need the final page count, and closes all pages. */
    void close() {
        for (int i = 0; i < sheets.size(); i++) {
            TextLayout text = sheets.get(i);
            float y = HEIGHT - 48;
            text.canvas().decoration(() -> {
                text.canvas().strokeStyle(RULE, 0.6f);
                text.canvas().line(LEFT, y - 12, LEFT + WIDTH, y - 12);
            });
            text.decorate(footer(text, WIDTH - 120), SMALL, LEFT, y, WIDTH - 120, Align.START);
            String count = labels.get("page", number(i + 1), number(sheets.size()));
            text.decorate(count, SMALL, LEFT + WIDTH - 120, y, 120, Align.END);
            text.canvas().close();
        }
    }

    /** Returns the seller name and invoice number. The name is truncated if the line is too long. */
    private String footer(TextLayout text, float width) {
        ContentNode creditNote = content.at(CreditNotePdf.CONTENT);
        String invoiceNumber = creditNote.has("number")
                ? creditNote.text("number")
                : content.at("invoice").text("invoiceNumber");
        String number = invoiceNumber.isEmpty() ? "" : "  ·  " + text.technical(invoiceNumber);
        float room = width - text.width("…" + number, SMALL);
        return text.lines(content.text("sellerName"), SMALL, room, 1).get(0).text() + number;
    }

    private String number(int count) {
        return context.formats().number(BigDecimal.valueOf(count), locale);
    }
}
