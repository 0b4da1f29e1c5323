package io.tollgate.ticket;

import com.ibm.icu.util.ULocale;
import io.tollgate.pdf.Content;
import io.tollgate.pdf.Labels;
import io.tollgate.pdf.Press;
import io.tollgate.pdf.document.Canvas;
import io.tollgate.pdf.document.Ink;
import io.tollgate.pdf.document.PdfDocument;
import io.tollgate.pdf.document.Picture;
import org.jspecify.annotations.Nullable;

/** What all tickets of a document have in common: the event, the words, the paper they are drawn on. */
final class TicketPdfSeries {
    private static final float STUB_TINT = 0.07f;

    final PdfDocument document;
    final Press press;
    final TicketPdfLayout layout;
    final ULocale locale;
    final Labels labels;
    final Content content;
    final TicketPdfTimes times;
    private final TicketPdfArt art;
    private final @Nullable Picture picture;
    private PdfDocument.@Nullable Stamp paper;
    private PdfDocument.@Nullable Stamp fadedPaper;

    TicketPdfSeries(
            PdfDocument document,
            Press press,
            TicketPdfLayout layout,
            ULocale locale,
            Labels labels,
            Content content,
            TicketPdfTimes times,
            @Nullable Picture picture) {
        this.document = document;
        this.press = press;
        this.layout = layout;
        this.locale = locale;
        this.labels = labels;
        this.content = content;
        this.times = times;
        this.art = TicketPdfArt.of(content.text("pageId"));
        this.picture = picture;
    }

    Ink accent(boolean faded) {
        return faded ? art.faded().accent() : art.accent();
    }

    /** Everything on a ticket that is the same on all: drawn once. */
    PdfDocument.Stamp paper(boolean faded) {
        if (faded) {
            if (fadedPaper == null) {
                fadedPaper = draw(art.faded(), null);
            }
            return fadedPaper;
        }
        if (paper == null) {
            paper = draw(art, picture);
        }
        return paper;
    }

    private PdfDocument.Stamp draw(TicketPdfArt colours, @Nullable Picture shown) {
        return document.stamp(layout.width, layout.height, canvas -> {
            if (shown == null) {
                colours.draw(canvas, layout.artHeight);
            } else {
                canvas.picture(shown, 0, 0, layout.width, layout.artHeight);
            }
            stub(canvas, colours.accent());
        });
    }

    /** The part to tear off: tinted, behind a line of dots between two notches. */
    private void stub(Canvas canvas, Ink accent) {
        float tear = layout.tear();
        float notch = layout.margin * 0.3f;
        canvas.ink(accent.tint(STUB_TINT));
        canvas.rectangle(0, tear, layout.width, layout.stubHeight);
        canvas.ink(Ink.WHITE);
        canvas.outline().circle(0, tear, notch).fill();
        canvas.outline().circle(layout.width, tear, notch).fill();
        canvas.pencil(accent.tint(0.55), layout.margin * 0.03f);
        canvas.dashes(0.01f, layout.margin * 0.11f);
        canvas.line(notch * 1.6f, tear, layout.width - notch * 1.6f, tear);
        canvas.dashes(0, 0);
    }
}
