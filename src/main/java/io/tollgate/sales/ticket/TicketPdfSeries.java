package io.tollgate.sales.ticket;

import com.ibm.icu.util.ULocale;
import io.tollgate.pdf.ContentNode;
import io.tollgate.pdf.Labels;
import io.tollgate.pdf.Logo;
import io.tollgate.pdf.RenderContext;
import io.tollgate.pdf.document.Canvas;
import io.tollgate.pdf.document.PdfDocument;
import io.tollgate.pdf.document.Picture;
import io.tollgate.pdf.document.RgbColor;
import org.jspecify.annotations.Nullable;

/** The parts that all tickets of a document share: event, labels and background. */
final class TicketPdfSeries {
    private static final float STUB_TINT = 0.07f;

    /** The maximum width of a logo as a fraction of the page width. */
    private static final float LOGO_WIDTH = 0.27f;

    /** The maximum height of a logo as a fraction of the art height. */
    private static final float LOGO_HEIGHT = 0.21f;

    final PdfDocument document;
    final RenderContext context;
    final TicketPdfLayout layout;
    final ULocale locale;
    final Labels labels;
    final ContentNode content;
    final TicketPdfTimes times;
    private final TicketPdfArt art;
    private final @Nullable Picture picture;
    private final @Nullable Logo logo;
    private PdfDocument.@Nullable SharedForm background;
    private PdfDocument.@Nullable SharedForm fadedBackground;

    TicketPdfSeries(
            PdfDocument document,
            RenderContext context,
            TicketPdfLayout layout,
            ULocale locale,
            Labels labels,
            ContentNode content) {
        this.document = document;
        this.context = context;
        this.layout = layout;
        this.locale = locale;
        this.labels = labels;
        this.content = content;
        this.times = TicketPdfTimes.of(content.at("event"), context.formats(), locale);
        this.art = TicketPdfArt.of(content.text("pageId"));
        this.picture = TicketPdfPicture.of(content, layout);
        this.logo = Logo.of(content);
    }

    RgbColor accent(boolean faded) {
        return faded ? art.faded().accent() : art.accent();
    }

    /** Returns the shared form with the background of every ticket. */
    PdfDocument.SharedForm background(boolean faded) {
        if (faded) {
            if (fadedBackground == null) {
                fadedBackground = draw(art.faded(), null, null);
            }
            return fadedBackground;
        }
        if (background == null) {
            background = draw(art, picture, logo);
        }
        return background;
    }

    private PdfDocument.SharedForm draw(TicketPdfArt colors, @Nullable Picture shown, @Nullable Logo mark) {
        return document.sharedForm(layout.width, layout.height, canvas -> {
            if (shown == null) {
                colors.draw(canvas, layout.artHeight);
            } else {
                canvas.picture(shown, 0, 0, layout.width, layout.artHeight);
            }
            if (mark != null) {
                mark(canvas, mark);
            }
            stub(canvas, colors.accent());
        });
    }

    /**
     * Draws the logo on a panel, because the picture below may have any color. It needs no alternative text: the page
     * shows the seller's name.
     */
    private void mark(Canvas canvas, Logo mark) {
        Logo.Size size = mark.within(layout.width * LOGO_WIDTH, layout.artHeight * LOGO_HEIGHT);
        float inset = layout.margin * 0.3f;
        float wide = size.wide() + 2 * inset;
        float high = size.high() + 2 * inset;
        float x = locale.isRightToLeft() ? layout.width - layout.margin - wide : layout.margin;
        float y = layout.margin * 0.75f;
        canvas.fillColor(mark.light() ? art.base() : RgbColor.WHITE);
        canvas.outline().rounded(x, y, wide, high, inset * 0.6f).fill();
        mark.draw(canvas, x + inset, y + inset, size);
    }

    /** Draws the tear-off stub: a tinted area below a dotted line between two notches. */
    private void stub(Canvas canvas, RgbColor accent) {
        float tear = layout.tear();
        float notch = layout.margin * 0.3f;
        canvas.fillColor(accent.tint(STUB_TINT));
        canvas.rectangle(0, tear, layout.width, layout.stubHeight);
        canvas.fillColor(RgbColor.WHITE);
        canvas.outline().circle(0, tear, notch).fill();
        canvas.outline().circle(layout.width, tear, notch).fill();
        canvas.strokeStyle(accent.tint(0.55), layout.margin * 0.03f);
        canvas.dashes(0.01f, layout.margin * 0.11f);
        canvas.line(notch * 1.6f, tear, layout.width - notch * 1.6f, tear);
        canvas.dashes(0, 0);
    }
}
