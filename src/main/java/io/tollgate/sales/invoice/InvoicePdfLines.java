package io.tollgate.sales.invoice;

import static io.tollgate.sales.invoice.InvoicePdfPages.BODY;
import static io.tollgate.sales.invoice.InvoicePdfPages.DARK;
import static io.tollgate.sales.invoice.InvoicePdfPages.LABEL;
import static io.tollgate.sales.invoice.InvoicePdfPages.LEFT;
import static io.tollgate.sales.invoice.InvoicePdfPages.RULE;
import static io.tollgate.sales.invoice.InvoicePdfPages.SMALL;
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

/** Draws the table of line items over as many pages as it needs, and repeats its heading on each page. */
final class InvoicePdfLines {
    private static final float[] WIDTHS = {WIDTH - 250, 50, 95, 105};
    private static final TextStyle ITEM = new TextStyle(Weight.SEMIBOLD, 9.5f, 13, DARK);

    private final InvoicePdfPages pages;
    private final ContentNode invoice;
    private final Tag table;

    InvoicePdfLines(InvoicePdfPages pages, ContentNode invoice) {
        this.pages = pages;
        this.invoice = invoice;
        this.table = pages.structure().add("Table");
    }

    /** Draws the table and returns the y coordinate of its end. */
    float draw(float y) {
        float below = heading(y, true);
        for (ContentNode line : invoice.list("lineItems")) {
            below = row(line, below);
        }
        return below;
    }

    private float heading(float y, boolean first) {
        TextLayout text = pages.text();
        String[] names = {pages.label("item"), pages.label("quantity"), pages.label("unitPrice"), pages.label("amount")
        };
        Tag row = first ? table.add("TR") : null;
        float x = LEFT;
        for (int i = 0; i < names.length; i++) {
            Align align = i == 0 ? Align.START : Align.END;
            if (row == null) {
                text.decorate(names[i], LABEL, x, y, WIDTHS[i], align);
            } else {
                text.put(row.heading(true, 1), names[i], LABEL, x, y, WIDTHS[i], align);
            }
            x += WIDTHS[i];
        }
        rule(text.canvas(), y + 14, 1, true);
        return y + 14;
    }

    private static void rule(Canvas canvas, float y, float thickness, boolean dark) {
        canvas.decoration(() -> {
            canvas.strokeStyle(dark ? DARK : RULE, thickness);
            canvas.line(LEFT, y, LEFT + WIDTH, y);
        });
    }

    private float row(ContentNode line, float y) {
        List<ShapedLine> name =
                pages.text().lines(InvoiceLineNames.of(pages::label, line.text("name")), ITEM, WIDTHS[0] - 16, 6);
        List<String> notes = notes(line);
        float height = 12 + 7 + (name.size() - 1) * ITEM.leading() + notes.size() * SMALL.leading() + 12;
        float top = pages.room(y, height);
        if (top != y) {
            top = heading(top, false);
        }
        TextLayout text = pages.text();
        Tag row = table.add("TR");
        Tag item = row.cell(1);
        float below = text.put(item, name, ITEM, LEFT, top + 12, WIDTHS[0] - 16, Align.START);
        for (String note : notes) {
            below = text.put(item, note, SMALL, LEFT, below + 7, WIDTHS[0] - 16, Align.START);
        }
        String quantity = pages.formats().number(BigDecimal.valueOf(line.amount("quantity")), pages.locale());
        String[] values = {quantity, pages.money(line.amount("unitPrice")), pages.money(line.amount("amount"))};
        float x = LEFT + WIDTHS[0];
        for (int i = 0; i < values.length; i++) {
            text.put(row.cell(1), values[i], BODY, x, top + 12, WIDTHS[i + 1], Align.END);
            x += WIDTHS[i + 1];
        }
        rule(text.canvas(), top + height, 0.6f, false);
        return top + height;
    }

    private List<String> notes(ContentNode line) {
        List<String> notes = new ArrayList<>();
        if (line.amount("bulkDiscountAmount") != 0) {
            notes.add(pages.label("bulkDiscount") + "  " + pages.money(-line.amount("bulkDiscountAmount")));
        }
        if (line.amount("couponDiscountAmount") != 0) {
            notes.add((pages.label("coupon") + " " + line.text("couponCode")).strip() + "  "
                    + pages.money(-line.amount("couponDiscountAmount")));
        }
        return notes;
    }
}
