package io.tollgate.sales.invoice;

import static io.tollgate.sales.invoice.InvoicePdfPages.ACCENT;
import static io.tollgate.sales.invoice.InvoicePdfPages.BODY;
import static io.tollgate.sales.invoice.InvoicePdfPages.DARK;
import static io.tollgate.sales.invoice.InvoicePdfPages.LABEL;
import static io.tollgate.sales.invoice.InvoicePdfPages.LEFT;
import static io.tollgate.sales.invoice.InvoicePdfPages.MUTED;
import static io.tollgate.sales.invoice.InvoicePdfPages.RULE;
import static io.tollgate.sales.invoice.InvoicePdfPages.STRONG;
import static io.tollgate.sales.invoice.InvoicePdfPages.WARNING;
import static io.tollgate.sales.invoice.InvoicePdfPages.WIDTH;

import com.ibm.icu.util.ULocale;
import io.tollgate.pdf.ContentNode;
import io.tollgate.pdf.Logo;
import io.tollgate.pdf.TextLayout;
import io.tollgate.pdf.TextLayout.Align;
import io.tollgate.pdf.TextStyle;
import io.tollgate.pdf.document.Canvas;
import io.tollgate.pdf.document.RgbColor;
import io.tollgate.pdf.document.Tag;
import io.tollgate.pdf.font.Weight;
import java.time.Instant;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Draws the upper part of an invoice: parties, number, dates, amount and status. */
final class InvoicePdfHead {
    private static final TextStyle SELLER = new TextStyle(Weight.EXTRABOLD, 15, 19, DARK);
    private static final TextStyle TITLE = new TextStyle(Weight.EXTRABOLD, 30, 34, DARK);
    private static final TextStyle SUM = new TextStyle(Weight.EXTRABOLD, 22, 26, DARK);
    private static final float[] TITLE_SIZES = {30, 24, 18};
    private static final float[] PARTY_NAME_SIZES = {11, 9.5f, 8};
    private static final float[] PARTY_SIZES = {9.5f, 8};

    /** Enough lines for the longest seller name and the longest address line that are accepted. */
    private static final int PARTY_LINES_MAX = 5;

    private static final RgbColor PAID_COLOR = RgbColor.of(0x0b6b3a);
    private static final float LOGO_WIDTH_MAX = 160;
    private static final float LOGO_HEIGHT_MAX = 48;
    private static final float LOGO_INSET = 10;
    private static final float LOGO_MIDDLE = 67;

    private final InvoicePdfPages pages;
    private final ContentNode content;
    private final ContentNode invoice;
    private final TextLayout text;

    InvoicePdfHead(InvoicePdfPages pages, ContentNode content) {
        this.pages = pages;
        this.content = content;
        this.invoice = content.at("invoice");
        this.text = pages.text();
    }

    /** Draws the head and returns the y coordinate of its end. */
    float draw() {
        Canvas canvas = text.canvas();
        canvas.decoration(() -> {
            canvas.fillColor(ACCENT);
            canvas.rectangle(0, 0, canvas.width(), 6);
        });
        Tag title = pages.structure().add("H1");
        TextLayout.Fitting word =
                text.fit(pages.label(credits() ? "creditNote" : "invoice"), TITLE, TITLE_SIZES, WIDTH / 2 - 16, 1);
        text.put(title, word, LEFT, 56, WIDTH / 2 - 16, Align.START);
        Logo logo = Logo.of(content);
        if (logo == null) {
            TextLayout.Fitting name =
                    text.fit(content.text("sellerName"), SELLER, new float[] {15, 12, 10}, WIDTH / 2, 2);
            text.put(pages.structure().add("P"), name, LEFT + WIDTH / 2, 58, WIDTH / 2, Align.END);
        } else {
            logo(logo);
        }
        float y = facts(112);
        y = parties(y + 26);
        return sum(y + 22);
    }

    /**
     * Draws the logo in place of the seller's name, which the parties repeat. The logo is vertically centered on the
     * capitals of the title.
     */
    private void logo(Logo logo) {
        Logo.Size size = logo.within(LOGO_WIDTH_MAX, LOGO_HEIGHT_MAX);
        float inset = logo.light() ? LOGO_INSET : 0;
        float wide = size.wide() + 2 * inset;
        float high = size.high() + 2 * inset;
        float x = text.left(LEFT + WIDTH - wide, wide);
        float y = LOGO_MIDDLE - high / 2;
        Canvas canvas = text.canvas();
        if (logo.light()) {
            canvas.decoration(() -> {
                canvas.fillColor(DARK);
                canvas.outline().rounded(x, y, wide, high, LOGO_INSET / 2).fill();
            });
        }
        float bottom = canvas.height() - y - high;
        Tag figure = pages.structure().figure(content.text("sellerName"), x, bottom, x + wide, bottom + high);
        canvas.tagged(figure, () -> logo.draw(canvas, x + inset, y + inset, size));
    }

    /** Draws number, dates and purchase order as columns, each with a label and a value. */
    private float facts(float y) {
        List<String[]> facts = new ArrayList<>();
        if (credits()) {
            ContentNode note = content.at(CreditNotePdf.CONTENT);
            Instant issued = note.time("issuedAt");
            facts.add(new String[] {pages.label("creditNoteNumber"), note.text("number")});
            facts.add(new String[] {pages.label("issued"), issued == null ? "–" : pages.date(issued)});
            facts.add(new String[] {pages.label("invoiceNumber"), invoice.text("invoiceNumber")});
            return columns(facts, y);
        }
        facts.add(new String[] {
            pages.label("invoiceNumber"), invoice.has("invoiceNumber") ? invoice.text("invoiceNumber") : "–"
        });
        Instant issued = invoice.time("createdAt");
        if (issued != null) {
            facts.add(new String[] {pages.label("issued"), pages.date(issued)});
            Instant due = due(issued);
            if (due != null) {
                facts.add(new String[] {pages.label("due"), pages.date(due)});
            }
        }
        if (invoice.has("poNumber")) {
            String label = invoice.has("poNumberLabel") ? invoice.text("poNumberLabel") : pages.label("poNumber");
            facts.add(new String[] {label, invoice.text("poNumber")});
        }
        return columns(facts, y);
    }

    private boolean credits() {
        return content.at(CreditNotePdf.CONTENT).has("number");
    }

    private float columns(List<String[]> facts, float y) {
        Tag list = pages.structure().add("Sect");
        float step = WIDTH / 4;
        float end = y;
        for (int i = 0; i < facts.size(); i++) {
            float x = LEFT + i * step;
            text.put(list.add("P"), facts.get(i)[0], LABEL, x, y, step - 12, Align.START);
            TextLayout.Fitting value = text.fit(facts.get(i)[1], STRONG, new float[] {9.5f, 8}, step - 12, 3);
            end = Math.max(end, text.put(list.add("P"), value, x, y + 14, step - 12, Align.START));
        }
        return end;
    }

    private @Nullable Instant due(Instant issued) {
        ContentNode dueDays = content.at("invoiceSettings").at("dueDays");
        boolean open = "open".equals(invoice.text("status")) || "uncollectible".equals(invoice.text("status"));
        return open && dueDays.is("enabled")
                ? issued.atZone(ZoneId.of(pages.zone()))
                        .plusDays(dueDays.amount("days"))
                        .toInstant()
                : null;
    }

    private float parties(float y) {
        Canvas canvas = text.canvas();
        canvas.decoration(() -> {
            canvas.strokeStyle(RULE, 0.6f);
            canvas.line(LEFT, y - 12, LEFT + WIDTH, y - 12);
        });
        float half = WIDTH / 2;
        ContentNode seller = invoice.at("sellerBilling");
        ContentNode buyer = invoice.at("billing");
        String sellerName = seller.has("name") ? seller.text("name") : content.text("sellerName");
        String buyerName = buyer.has("name") ? buyer.text("name") : invoice.text("customerName");
        float from = party(pages.label("from"), sellerName, seller, LEFT, y, half - 24);
        float to = party(pages.label("billTo"), buyerName, buyer, LEFT + half, y, half);
        return Math.max(from, to);
    }

    private float party(String label, String name, ContentNode party, float x, float y, float width) {
        Tag section = pages.structure().add("Sect");
        text.put(section.add("H2"), label, LABEL, x, y, width, Align.START);
        float below = y + 15;
        if (!name.isBlank()) {
            TextLayout.Fitting fitted = text.fit(name, STRONG.withSize(11), PARTY_NAME_SIZES, width, PARTY_LINES_MAX);
            below = text.put(section.add("P"), fitted, x, below, width, Align.START) + 8;
        }
        for (String line : details(party)) {
            TextLayout.Fitting fitted = text.fit(line, BODY, PARTY_SIZES, width, PARTY_LINES_MAX);
            below = text.put(section.add("P"), fitted, x, below, width, Align.START) + 7;
        }
        return below;
    }

    private List<String> details(ContentNode party) {
        List<String> lines = new ArrayList<>();
        ContentNode address = party.at("address");
        for (String part : List.of("line1", "line2")) {
            lines.add(address.text(part));
        }
        String town = address.text("postalCode") + " " + address.text("city");
        String state = address.text("state");
        lines.add(town.isBlank() || state.isBlank() ? town.strip() + state : town.strip() + ", " + state);
        if (address.has("country")) {
            String name = new ULocale("", address.text("country")).getDisplayCountry(pages.locale());
            lines.add(name.isEmpty() ? address.text("country") : name);
        }
        lines.add(party.text("email"));
        lines.add(text.technical(party.text("phone")));
        if (party.has("taxId")) {
            lines.add(pages.label("taxId") + " " + text.technical(party.text("taxId")));
        }
        lines.removeIf(line -> line.replace("\u200e", "").isBlank());
        return lines;
    }

    /** Draws the amount due of an open invoice, or the total of any other, and the status. */
    private float sum(float y) {
        String status = invoice.text("status");
        boolean open = status.equals("open") || status.equals("uncollectible");
        long amount = credits()
                ? content.at(CreditNotePdf.CONTENT).amount("amount")
                : open ? invoice.amount("amountDue") : invoice.amount("amount");
        RgbColor color = status.equals("paid") ? PAID_COLOR : open || status.equals("draft") ? DARK : WARNING;
        String state = pages.label("status." + (status.isEmpty() ? "draft" : status));
        float end = text.put(pages.structure().add("P"), pages.money(amount), SUM, LEFT, y, WIDTH / 2, Align.START);
        TextStyle style = new TextStyle(Weight.SEMIBOLD, 9.5f, 12, color);
        float wide = text.width(state, style) + 24;
        float x = LEFT + WIDTH - wide;
        Canvas canvas = text.canvas();
        canvas.decoration(() -> {
            canvas.fillColor(color.tint(0.1));
            canvas.outline().rounded(text.left(x, wide), y - 4, wide, 24, 12).fill();
        });
        text.put(pages.structure().add("P"), state, style, x + 12, y + 4.6f, wide - 24, Align.CENTER);
        if (!invoice.is("livemode") && !credits()) {
            TextStyle note = new TextStyle(Weight.SEMIBOLD, 9.5f, 12, WARNING);
            end = text.put(
                    pages.structure().add("P"), pages.label("testInvoice"), note, LEFT, end + 12, WIDTH, Align.START);
        } else if (invoice.has("productTitle")) {
            TextStyle about = BODY.withColor(MUTED);
            var lines = text.lines(invoice.text("productTitle"), about, WIDTH, 2);
            end = text.put(pages.structure().add("P"), lines, about, LEFT, end + 11, WIDTH, Align.START);
        }
        return end + 22;
    }
}
