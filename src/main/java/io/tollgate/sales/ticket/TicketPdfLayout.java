package io.tollgate.sales.ticket;

import io.tollgate.pdf.TextStyle;
import io.tollgate.pdf.font.Weight;

/** The dimensions of a ticket for one paper size, in points. */
enum TicketPdfLayout {
    A4(595.28f, 841.89f, 44, 218, 246, 176, new float[] {42, 37, 32, 27, 22}, 10, 13.5f, 24, 30, 8.5f, 19),
    A6(297.64f, 419.53f, 19, 84, 127, 92, new float[] {19, 17, 15, 13, 11, 9.5f}, 6, 7.6f, 12.5f, 15.5f, 5, 9.5f);

    final float width;
    final float height;
    final float margin;
    final float artHeight;
    final float stubHeight;
    final float codeSide;
    final float[] titleSizes;
    final float gap;
    final TextStyle title;
    final TextStyle label;
    final TextStyle value;
    final TextStyle name;
    final TextStyle shortId;
    final TextStyle small;

    TicketPdfLayout(
            float width,
            float height,
            float margin,
            float artHeight,
            float stubHeight,
            float codeSide,
            float[] titleSizes,
            float label,
            float value,
            float name,
            float shortId,
            float small,
            float gap) {
        this.width = width;
        this.height = height;
        this.margin = margin;
        this.artHeight = artHeight;
        this.stubHeight = stubHeight;
        this.codeSide = codeSide;
        this.titleSizes = titleSizes;
        this.gap = gap;
        this.title = new TextStyle(Weight.EXTRABOLD, titleSizes[0], titleSizes[0] * 1.16f, TicketPdfArt.DARK);
        this.label = new TextStyle(Weight.REGULAR, label, label * 1.3f, TicketPdfArt.MUTED);
        this.value = new TextStyle(Weight.SEMIBOLD, value, value * 1.32f, TicketPdfArt.DARK);
        this.name = new TextStyle(Weight.EXTRABOLD, name, name * 1.25f, TicketPdfArt.DARK);
        this.shortId = new TextStyle(Weight.EXTRABOLD, shortId, shortId * 1.2f, TicketPdfArt.DARK);
        this.small = new TextStyle(Weight.REGULAR, small, small * 1.42f, TicketPdfArt.MUTED);
    }

    /** Returns the width between the margins. */
    float inner() {
        return width - 2 * margin;
    }

    /** Returns the y coordinate of the perforation above the stub. */
    float tear() {
        return height - stubHeight;
    }
}
