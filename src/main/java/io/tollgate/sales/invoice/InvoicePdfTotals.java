package io.tollgate.sales.invoice;

import static io.tollgate.sales.invoice.InvoicePdfPages.BODY;
import static io.tollgate.sales.invoice.InvoicePdfPages.DARK;
import static io.tollgate.sales.invoice.InvoicePdfPages.LEFT;
import static io.tollgate.sales.invoice.InvoicePdfPages.MUTED;
import static io.tollgate.sales.invoice.InvoicePdfPages.STRONG;
import static io.tollgate.sales.invoice.InvoicePdfPages.WIDTH;

import io.tollgate.pdf.ContentNode;
import io.tollgate.pdf.TextLayout;
import io.tollgate.pdf.TextLayout.Align;
import io.tollgate.pdf.TextStyle;
import io.tollgate.pdf.document.Canvas;
import io.tollgate.pdf.document.Tag;
import io.tollgate.pdf.font.Weight;
import io.tollgate.pdf.text.ShapedLine;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Draws the lower part of an invoice: discounts, fees, taxes, totals, bank details and additional information. */
final class InvoicePdfTotals {
    private static final float START = WIDTH * 0.45f;
    private static final float NAME = WIDTH * 0.35f;
    private static final float VALUE = WIDTH * 0.20f;
    private static final TextStyle TOTAL = new TextStyle(Weight.EXTRABOLD, 12, 16, DARK);
    private static final TextStyle HEADING = new TextStyle(Weight.SEMIBOLD, 9.5f, 14, DARK);

    private final InvoicePdfPages pages;
    private final ContentNode content;
    private final ContentNode invoice;
    private final List<Row> rows = new ArrayList<>();

    private record Row(String name, long amount, TextStyle style) {}

    InvoicePdfTotals(InvoicePdfPages pages, ContentNode content) {
        this.pages = pages;
        this.content = content;
        this.invoice = content.at("invoice");
    }

    void draw(float y) {
        discountsAndFees();
        taxes();
        payment();
        float below = table(y + 14);
        notes(below + 30);
    }

    /** Draws the amounts of a credit note: the refunded amount and its tax share. */
    void drawCredit(float y) {
        ContentNode note = content.at(CreditNotePdf.CONTENT);
        long tax = note.amount("taxAmount");
        if (tax != 0) {
            row(pages.label("excludingTax"), note.amount("amount") - tax, BODY);
            row(taxLabel(), tax, BODY);
        }
        row(pages.label("amountRefunded"), note.amount("amount"), TOTAL);
        table(y + 14);
    }

    /** Returns the name of the invoice's tax rate, or the word for tax if it has several or none. */
    private String taxLabel() {
        List<ContentNode> rates = invoice.list("taxRates");
        String name = rates.size() == 1 ? rates.get(0).text("displayName") : "";
        return name.isEmpty() ? pages.label("tax") : name;
    }

    private void row(String name, long amount, TextStyle style) {
        rows.add(new Row(name, amount, style));
    }

    private void discountsAndFees() {
        row(pages.label("subtotal"), invoice.amount("subtotal"), BODY);
        long bulk = invoice.amount("bulkDiscount");
        if (bulk != 0) {
            row(pages.label("bulkDiscount"), -bulk, BODY);
        }
        ContentNode coupon = invoice.at("coupon");
        if (coupon.amount("discount") != 0) {
            row((pages.label("coupon") + " " + coupon.text("code")).strip(), -coupon.amount("discount"), BODY);
        }
        long complimentary = invoice.amount("complimentaryDiscountAmount");
        if (complimentary != 0) {
            row(pages.label("complimentary"), -complimentary, BODY);
        }
        if (bulk + coupon.amount("discount") + complimentary != 0) {
            row(pages.label("subtotalAfterDiscount"), invoice.amount("subtotalAfterDiscount"), BODY);
        }
        for (ContentNode fee : invoice.list("fees")) {
            BigDecimal percent = fee.number("percentage");
            String share = percent == null || percent.signum() == 0 ? "" : " (" + percent(percent) + ")";
            row(InvoiceLineNames.of(pages::label, fee.text("name")) + share, fee.amount("amount"), BODY);
        }
    }

    private String percent(BigDecimal percent) {
        return pages.formats().number(percent, pages.locale()) + "\u00a0%";
    }

    private void taxes() {
        if (invoice.amount("taxAmount") == 0 && invoice.list("taxBreakdown").isEmpty()) {
            return;
        }
        row(pages.label("excludingTax"), invoice.amount("amountExcludingTax"), BODY);
        for (ContentNode tax : invoice.list("taxBreakdown")) {
            BigDecimal share = tax.at("taxRateDetails").number("percentageDecimal");
            String rate = share == null ? "" : percent(share.movePointRight(2));
            String name = taxName(tax, share);
            String on = pages.label("taxOn", (name + " " + rate).strip(), pages.money(tax.amount("taxableAmount")));
            row(on, tax.amount("taxAmount"), BODY);
        }
        if (invoice.list("taxBreakdown").isEmpty()) {
            List<ContentNode> rates = invoice.list("taxRates");
            String name = rates.size() == 1 ? rates.get(0).text("displayName") : "";
            row(name.isEmpty() ? pages.label("tax") : name, invoice.amount("taxAmount"), BODY);
        }
    }

    /** Returns the seller's display name of the tax rate, or the label of the tax type if no rate matches. */
    private String taxName(ContentNode tax, @Nullable BigDecimal share) {
        for (ContentNode rate : invoice.list("taxRates")) {
            BigDecimal percentage = rate.number("percentage");
            boolean same = share != null && percentage != null && percentage.compareTo(share.movePointRight(2)) == 0;
            if (same && rate.has("displayName")) {
                return rate.text("displayName");
            }
        }
        return switch (tax.text("taxType")) {
            case "vat" -> pages.label("vat");
            case "sales_tax" -> pages.label("salesTax");
            default -> pages.label("tax");
        };
    }

    private void payment() {
        row(pages.label("total"), invoice.amount("amount"), TOTAL);
        if (invoice.amount("amountPaid") != 0) {
            row(pages.label("amountPaid"), invoice.amount("amountPaid"), BODY.withColor(MUTED));
        }
        if (invoice.amount("amountRefunded") != 0) {
            row(pages.label("amountRefunded"), -invoice.amount("amountRefunded"), BODY.withColor(MUTED));
        }
        if (invoice.amount("amountDue") != 0) {
            row(pages.label("amountDue"), invoice.amount("amountDue"), STRONG);
        }
    }

    private float table(float y) {
        Tag table = pages.structure().add("Table");
        float below = y;
        for (Row row : rows) {
            List<ShapedLine> name = pages.text().lines(row.name(), row.style(), NAME - 8, 3);
            float height = 10 + name.size() * row.style().leading() - 4;
            boolean total = row.style().equals(TOTAL);
            below = pages.room(below, height + (total ? 10 : 0));
            if (total) {
                below += 4;
                line(below);
                below += 5;
            }
            TextLayout text = pages.text();
            Tag line = table.add("TR");
            text.put(line.heading(false, 1), name, row.style(), LEFT + START, below + 6, NAME - 8, Align.START);
            text.put(
                    line.cell(1),
                    pages.money(row.amount()),
                    row.style(),
                    LEFT + START + NAME,
                    below + 6,
                    VALUE,
                    Align.END);
            below += height;
        }
        return below;
    }

    private void line(float y) {
        Canvas canvas = pages.text().canvas();
        float x = pages.text().left(LEFT + START, NAME + VALUE);
        canvas.decoration(() -> {
            canvas.strokeStyle(DARK, 1);
            canvas.line(x, y, x + NAME + VALUE, y);
        });
    }

    private void notes(float y) {
        ContentNode settings = content.at("invoiceSettings");
        float below = y;
        if (settings.has("bankDetails")) {
            below = note(pages.label("bankDetails"), settings.text("bankDetails"), below) + 22;
        }
        ContentNode more = settings.at("additionalInformation");
        if (more.is("enabled") && (more.has("message") || more.has("title"))) {
            note(more.text("title"), more.text("message"), below);
        }
    }

    private float note(String title, String message, float y) {
        List<ShapedLine> lines = pages.text().lines(message, BODY.withColor(MUTED), WIDTH * 0.8f, 200);
        float below = pages.room(y, 60);
        Tag section = pages.structure().add("Sect");
        if (!title.isBlank()) {
            var heading = pages.text().lines(title, HEADING, WIDTH, 2);
            below = pages.text().put(section.add("H2"), heading, HEADING, LEFT, below, WIDTH, Align.START) + 8;
        }
        Tag paragraph = section.add("P");
        for (ShapedLine line : lines) {
            below = pages.room(below, 12);
            pages.text().put(paragraph, List.of(line), BODY.withColor(MUTED), LEFT, below, WIDTH * 0.8f, Align.START);
            below += BODY.leading();
        }
        return below;
    }
}
