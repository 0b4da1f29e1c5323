package io.tollgate.pdf.document;

import io.tollgate.pdf.font.Face;
import io.tollgate.pdf.text.GlyphRun;
import io.tollgate.pdf.text.ShapedLine;
import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.pdfbox.pdmodel.common.PDRectangle;
import org.apache.pdfbox.pdmodel.graphics.form.PDFormXObject;
import org.jspecify.annotations.Nullable;

/**
 * Texts that stand at the same place on page after page. From the second time on, such a text is
 * drawn once for all pages, which then name it: shorter pages are sooner written and packed.
 */
final class RepeatedTexts {
    /** What letters may reach beyond their line, in sizes of the type. */
    private static final float REACH = 3;

    private final PdfDocument document;
    private final Map<Place, Use> uses = new HashMap<>();

    RepeatedTexts(PdfDocument document) {
        this.document = document;
    }

    /** The form that shows the text, from its second use on; null if the text is to be drawn on its page. */
    @Nullable
    PDFormXObject form(ShapedLine line, float x, float y, float size, RgbColor color) throws IOException {
        Place place = Place.of(line, x, y, size, color);
        Use use = uses.get(place);
        if (use == null) {
            uses.put(place, new Use());
            return null;
        }
        if (use.form == null) {
            use.form = draw(line, place);
        }
        return use.form;
    }

    private PDFormXObject draw(ShapedLine line, Place place) throws IOException {
        PageContent content = document.content();
        RgbColor color = place.color;
        content.shapes().setNonStrokingColor(color.redShare(), color.greenShare(), color.blueShare());
        content.text().draw(line, place.x, place.y, place.size, color);
        float reach = REACH * place.size;
        float wide = line.width(place.size) + 2 * reach;
        return document.form(new PDRectangle(place.x - reach, place.y - reach, wide, 2 * reach), content);
    }

    /** A place where a text was drawn once, or more often by a form. */
    private static final class Use {
        private @Nullable PDFormXObject form;
    }

    /**
     * A text at its place. Equal text in equal faces has equal glyphs, so these need not be compared; nor are
     * they kept, since most texts never come again, and the collector would carry all of them about until the
     * document is done.
     */
    private record Place(
            String text, boolean rightToLeft, List<Face> faces, float x, float y, float size, RgbColor color) {
        private static Place of(ShapedLine line, float x, float y, float size, RgbColor color) {
            List<GlyphRun> runs = line.runs();
            List<Face> faces = runs.size() == 1
                    ? List.of(runs.get(0).face())
                    : runs.stream().map(GlyphRun::face).toList();
            return new Place(line.text(), line.rightToLeft(), faces, x, y, size, color);
        }

        @Override
        public int hashCode() {
            return 31 * (31 * Float.hashCode(x) + Float.hashCode(y)) + text.hashCode();
        }
    }
}
