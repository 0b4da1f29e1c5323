package io.tollgate.invoice;

import static io.tollgate.invoice.InvoicePdfPages.ACCENT;
import static io.tollgate.invoice.InvoicePdfPages.BODY;
import static io.tollgate.invoice.InvoicePdfPages.DARK;
import static io.tollgate.invoice.InvoicePdfPages.LABEL;
import static io.tollgate.invoice.InvoicePdfPages.LEFT;
import static io.tollgate.invoice.InvoicePdfPages.MUTED;
import static io.tollgate.invoice.InvoicePdfPages.RULE;
import static io.tollgate.invoice.InvoicePdfPages.STRONG;
import static io.tollgate.invoice.InvoicePdfPages.WARNING;
import static io.tollgate.invoice.InvoicePdfPages.WIDTH;

import com.ibm.icu.util.ULocale;
import io.tollgate.pdf.Content;
import io.tollgate.pdf.Logo;
import io.tollgate.pdf.Look;
import io.tollgate.pdf.Sheet;
import io.tollgate.pdf.document.Canvas;
import io.tollgate.pdf.document.Ink;
import io.tollgate.pdf.document.Tag;
import io.tollgate.pdf.font.Weight;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The upper part of an invoice: who, whom, which, when, and how it stands. */
final class InvoicePdfHead {
    private static final Look SELLER = new Look(Weight.EXTRABOLD, 15, 19, DARK);
    private static final Look TITLE = new Look(Weight.EXTRABOLD, 30, 34, DARK);
    private static final Look SUM = new Look(Weight.EXTRABOLD, 22, 26, DARK);
    private static final float[] TITLE_SIZES = {30, 24, 18};
    private static final float[] PARTY_NAME_SIZES = {11, 9.5f, 8};
    private static final float[] PARTY_SIZES = {9.5f, 8};

    /** Enough for the longest name, and the longest line of an address, that a seller may have. */
    private static final int PARTY_LINES_MAX = 5;

    private static final Ink GOOD = Ink.of(0x0b6b3a);
    private static final float LOGO_WIDE = 160;
    private static final float LOGO_HIGH = 48;
    private static final float LOGO_INSET = 10;
    private static final float LOGO_MIDDLE = 67;

    private final InvoicePdfPages pages;
    private final Content content;
    private final Content invoice;
    private final Sheet sheet;

    InvoicePdfHead(InvoicePdfPages pages, Content content) {
        this.pages = pages;
        this.content = content;
        this.invoice = content.at("invoice");
        this.sheet = pages.sheet();
    }

    /** Returns where the head ends. */
    float draw() {
        Canvas canvas = sheet.canvas();
        canvas.decoration(() -> {
            canvas.ink(ACCENT);
            canvas.rectangle(0, 0, canvas.width(), 6);
        });
        Tag title = pages.structure().add("H1");
        Sheet.Fitting word = sheet.fit(pages.label("invoice"), TITLE, TITLE_SIZES, WIDTH / 2 - 16, 1);
        sheet.put(title, word, LEFT, 56, WIDTH / 2 - 16, Sheet.Align.START);
        Logo logo = Logo.of(content);
        if (logo == null) {
            Sheet.Fitting name = sheet.fit(content.text("sellerName"), SELLER, new float[] {15, 12, 10}, WIDTH / 2, 2);
            sheet.put(pages.structure().add("P"), name, LEFT + WIDTH / 2, 58, WIDTH / 2, Sheet.Align.END);
        } else {
            logo(logo);
        }
        float y = facts(112);
        y = parties(y + 26);
        return sum(y + 22);
    }

    /** In place of the seller's name, which stands below as well; its middle is that of the title's capitals. */
    private void logo(Logo logo) {
        Logo.Size size = logo.within(LOGO_WIDE, LOGO_HIGH);
        float inset = logo.light() ? LOGO_INSET : 0;
        float wide = size.wide() + 2 * inset;
        float high = size.high() + 2 * inset;
        float x = sheet.left(LEFT + WIDTH - wide, wide);
        float y = LOGO_MIDDLE - high / 2;
        Canvas canvas = sheet.canvas();
        if (logo.light()) {
            canvas.decoration(() -> {
                canvas.ink(DARK);
                canvas.outline().rounded(x, y, wide, high, LOGO_INSET / 2).fill();
            });
        }
        float bottom = canvas.height() - y - high;
        Tag figure = pages.structure().figure(content.text("sellerName"), x, bottom, x + wide, bottom + high);
        canvas.tagged(figure, () -> logo.draw(canvas, x + inset, y + inset, size));
    }

    /** A row of small columns, each a heading and a value. */
    private float facts(float y) {
        List<String[]> facts = new ArrayList<>();
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
        Tag list = pages.structure().add("Sect");
        float step = WIDTH / 4;
        float end = y;
        for (int i = 0; i < facts.size(); i++) {
            float x = LEFT + i * step;
            sheet.put(list.add("P"), facts.get(i)[0], LABEL, x, y, step - 12, Sheet.Align.START);
            Sheet.Fitting value = sheet.fit(facts.get(i)[1], STRONG, new float[] {9.5f, 8}, step - 12, 3);
            end = Math.max(end, sheet.put(list.add("P"), value, x, y + 14, step - 12, Sheet.Align.START));
        }
        return end;
    }

    private @Nullable Instant due(Instant issued) {
        Content dueDays = content.at("invoiceSettings").at("dueDays");
        boolean open = "open".equals(invoice.text("status")) || "uncollectible".equals(invoice.text("status"));
        return open && dueDays.is("enabled") ? issued.plus(Duration.ofDays(dueDays.amount("days"))) : null;
    }

    private float parties(float y) {
        Canvas canvas = sheet.canvas();
        canvas.decoration(() -> {
            canvas.pencil(RULE, 0.6f);
            canvas.line(LEFT, y - 12, LEFT + WIDTH, y - 12);
        });
        float half = WIDTH / 2;
        Content seller = invoice.at("sellerBilling");
        Content buyer = invoice.at("billing");
        String sellerName = seller.has("name") ? seller.text("name") : content.text("sellerName");
        String buyerName = buyer.has("name") ? buyer.text("name") : invoice.text("customerName");
        float from = party(pages.label("from"), sellerName, seller, LEFT, y, half - 24);
        float to = party(pages.label("billTo"), buyerName, buyer, LEFT + half, y, half);
        return Math.max(from, to);
    }

    private float party(String label, String name, Content party, float x, float y, float width) {
        Tag section = pages.structure().add("Sect");
        sheet.put(section.add("H2"), label, LABEL, x, y, width, Sheet.Align.START);
        float below = y + 15;
        if (!name.isBlank()) {
            Sheet.Fitting fitted = sheet.fit(name, STRONG.sized(11), PARTY_NAME_SIZES, width, PARTY_LINES_MAX);
            below = sheet.put(section.add("P"), fitted, x, below, width, Sheet.Align.START) + 8;
        }
        for (String line : details(party)) {
            Sheet.Fitting fitted = sheet.fit(line, BODY, PARTY_SIZES, width, PARTY_LINES_MAX);
            below = sheet.put(section.add("P"), fitted, x, below, width, Sheet.Align.START) + 7;
        }
        return below;
    }

    private List<String> details(Content party) {
        List<String> lines = new ArrayList<>();
        Content address = party.at("address");
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
        lines.add(sheet.technical(party.text("phone")));
        if (party.has("taxId")) {
            lines.add(pages.label("taxId") + " " + sheet.technical(party.text("taxId")));
        }
        lines.removeIf(line -> line.replace("\u200e", "").isBlank());
        return lines;
    }

    /** The amount that matters most, and the state of the invoice. */
    private float sum(float y) {
        String status = invoice.text("status");
        boolean open = status.equals("open") || status.equals("uncollectible");
        long amount = open ? invoice.amount("amountDue") : invoice.amount("amount");
        Ink ink = status.equals("paid") ? GOOD : open || status.equals("draft") ? DARK : WARNING;
        String state = pages.label("status." + (status.isEmpty() ? "draft" : status));
        float end =
                sheet.put(pages.structure().add("P"), pages.money(amount), SUM, LEFT, y, WIDTH / 2, Sheet.Align.START);
        Look look = new Look(Weight.SEMIBOLD, 9.5f, 12, ink);
        float wide = sheet.width(state, look) + 24;
        float x = LEFT + WIDTH - wide;
        Canvas canvas = sheet.canvas();
        canvas.decoration(() -> {
            canvas.ink(ink.tint(0.1));
            canvas.outline().rounded(sheet.left(x, wide), y - 4, wide, 24, 12).fill();
        });
        sheet.put(pages.structure().add("P"), state, look, x + 12, y + 4.6f, wide - 24, Sheet.Align.CENTER);
        if (!invoice.is("livemode")) {
            Look note = new Look(Weight.SEMIBOLD, 9.5f, 12, WARNING);
            end = sheet.put(
                    pages.structure().add("P"),
                    pages.label("testInvoice"),
                    note,
                    LEFT,
                    end + 12,
                    WIDTH,
                    Sheet.Align.START);
        } else if (invoice.has("productTitle")) {
            Look about = BODY.in(MUTED);
            var lines = sheet.lines(invoice.text("productTitle"), about, WIDTH, 2);
            end = sheet.put(pages.structure().add("P"), lines, about, LEFT, end + 11, WIDTH, Sheet.Align.START);
        }
        return end + 22;
    }
}
