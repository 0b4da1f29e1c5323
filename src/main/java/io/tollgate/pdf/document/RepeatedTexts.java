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
 * Draws a text that appears at the same position on several pages once, as a form that these pages refer to. The page
 * of its first use contains the text itself, because repetition is not known yet.
 */
final class RepeatedTexts {
    /** How far glyphs may extend beyond their line, in font sizes. */
    private static final float REACH = 3;

    private final PdfDocument document;
    private final Map<Place, TextUse> uses = new HashMap<>();

    RepeatedTexts(PdfDocument document) {
        this.document = document;
    }

    /** Returns the form of a text from its second use on, or null if the text must be drawn on its page. */
    @Nullable
    PDFormXObject form(ShapedLine line, float x, float y, float size, RgbColor color) throws IOException {
        Place place = Place.of(line, x, y, size, color);
        TextUse use = uses.get(place);
        if (use == null) {
            uses.put(place, new TextUse());
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

    /** The uses of a text at one position: null for one use, otherwise the form for all others. */
    private static final class TextUse {
        private @Nullable PDFormXObject form;
    }

    /**
     * A text and its position. Equal text in equal faces has equal glyphs, so glyphs are not compared. They are not
     * stored either: most texts never repeat, and their glyphs would stay in memory until the document is finished.
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
