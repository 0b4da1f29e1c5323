package io.tollgate.pdf.document;

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
        Place place = new Place(line, x, y, size, ink);
        Integer number = seen.putIfAbsent(place, UNIQUE);
        if (number == null) {
            return null;
        }
        if (number == UNIQUE) {
            number = draw(place);
            seen.put(place, number);
        }
        return number;
    }

    private int draw(Place place) {
        Bytes out = document.blank();
        place.ink.write(out);
        out.text("rg\n");
        new TextPen(document, out).draw(place.line, place.x, place.y, place.size, place.ink);
        float reach = REACH * place.size;
        float right = place.x + place.line.width(place.size) + reach;
        int number = document.form(place.x - reach, place.y - reach, right, place.y + reach, out);
        document.reuse(out);
        return number;
    }

    /**
     * A text at its place. Equal text in equal faces has equal glyphs, so these need not be compared;
     * nor may it matter whether the line is the very same object, which a cache decides.
     */
    private record Place(ShapedLine line, float x, float y, float size, Ink ink) {
        @Override
        public boolean equals(@Nullable Object other) {
            return other instanceof Place place
                    && x == place.x
                    && y == place.y
                    && size == place.size
                    && ink.equals(place.ink)
                    && same(line, place.line);
        }

        private static boolean same(ShapedLine one, ShapedLine other) {
            if (one == other) {
                return true;
            }
            List<GlyphRun> runs = one.runs();
            if (!one.text().equals(other.text())
                    || one.rightToLeft() != other.rightToLeft()
                    || runs.size() != other.runs().size()) {
                return false;
            }
            for (int i = 0; i < runs.size(); i++) {
                if (!runs.get(i).face().equals(other.runs().get(i).face())) {
                    return false;
                }
            }
            return true;
        }

        @Override
        public int hashCode() {
            return 31 * (31 * Float.hashCode(x) + Float.hashCode(y))
                    + line.text().hashCode();
        }
    }
}
