package io.tollgate.pdf.document;

import io.tollgate.pdf.font.Face;
import io.tollgate.pdf.text.GlyphRun;
import io.tollgate.pdf.text.ShapedLine;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Texts that stand at the same place on page after page. From the second time on, such a text is
 * drawn once for all pages, which then name it: shorter pages are sooner written and packed.
 */
final class RepeatedTexts {
    /** What letters may reach beyond their line, in sizes of the type. */
    private static final float REACH = 3;

    private static final int UNIQUE = -1;

    private final PdfDocument document;
    private final Map<Place, Integer> seen = new HashMap<>();

    RepeatedTexts(PdfDocument document) {
        this.document = document;
    }

    /** The drawing that holds the text, by number; null where it is to be drawn here. */
    @Nullable
    Integer drawn(ShapedLine line, float x, float y, float size, Ink ink) {
        Place place = Place.of(line, x, y, size, ink);
        Integer number = seen.putIfAbsent(place, UNIQUE);
        if (number == null) {
            return null;
        }
        if (number == UNIQUE) {
            number = draw(line, place);
            seen.put(place, number);
        }
        return number;
    }

    private int draw(ShapedLine line, Place place) {
        Bytes out = document.blank();
        place.ink.write(out);
        out.text("rg\n");
        new TextPen(document, out).draw(line, place.x, place.y, place.size, place.ink);
        float reach = REACH * place.size;
        float right = place.x + line.width(place.size) + reach;
        int number = document.form(place.x - reach, place.y - reach, right, place.y + reach, out);
        document.reuse(out);
        return number;
    }

    /**
     * A text at its place. Equal text in equal faces has equal glyphs, so these need not be compared; nor are
     * they kept, since most texts never come again, and the collector would carry all of them about until the
     * document is done.
     */
    private record Place(String text, boolean rightToLeft, List<Face> faces, float x, float y, float size, Ink ink) {
        private static Place of(ShapedLine line, float x, float y, float size, Ink ink) {
            List<GlyphRun> runs = line.runs();
            List<Face> faces = runs.size() == 1
                    ? List.of(runs.get(0).face())
                    : runs.stream().map(GlyphRun::face).toList();
            return new Place(line.text(), line.rightToLeft(), faces, x, y, size, ink);
        }

        @Override
        public int hashCode() {
            return 31 * (31 * Float.hashCode(x) + Float.hashCode(y)) + text.hashCode();
        }
    }
}
