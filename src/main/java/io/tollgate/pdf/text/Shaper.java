package io.tollgate.pdf.text;

import com.ibm.icu.text.Bidi;
import io.tollgate.pdf.font.Face;
import io.tollgate.pdf.font.HanForms;
import io.tollgate.pdf.font.Typefaces;
import io.tollgate.pdf.font.Weight;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Turns a cleaned line of text into glyphs in place. Not for several threads: each worker has one. */
public final class Shaper {
    private static final int REMEMBERED_MAX = 500;

    /** Of so many texts it is known, more or less, that they were there before. A power of two. */
    private static final int HEARD_OF = 4096;

    private final Itemizer itemizer;
    private final RunShaper runs = new RunShaper();
    private final Map<Key, ShapedLine> remembered = new LinkedHashMap<>(1024, 0.75f, true) {
        @Override
        protected boolean removeEldestEntry(Map.Entry<Key, ShapedLine> eldest) {
            return size() > REMEMBERED_MAX;
        }
    };

    /** The hash of the text that last came to each place. */
    private final int[] heardOf = new int[HEARD_OF];

    private record Key(String text, Setting setting) {}

    /**
     * What decides about the glyphs besides the text.
     *
     * @param rightToLeft the direction of a line that does not tell its own
     */
    public record Setting(Weight weight, HanForms han, boolean rightToLeft) {}

    public Shaper(Typefaces typefaces) {
        this.itemizer = new Itemizer(typefaces);
    }

    public ShapedLine shape(String text, Setting setting) {
        Key key = new Key(text, setting);
        ShapedLine known = remembered.get(key);
        if (known == null) {
            known = shapeAnew(text, setting);
            if (text.length() <= 200 && wasHeardOf(key)) {
                remembered.put(key, known);
            }
        }
        return known;
    }

    /**
     * Labels and titles come again and again; names do not, and what is kept of them is only carried about by
     * the garbage collector. So a text is remembered from its second time on.
     */
    private boolean wasHeardOf(Key key) {
        int hash = key.hashCode();
        int place = (hash ^ hash >>> 16) & HEARD_OF - 1;
        boolean before = heardOf[place] == hash;
        heardOf[place] = hash;
        return before;
    }

    private ShapedLine shapeAnew(String text, Setting setting) {
        List<GlyphRun> shaped = new ArrayList<>(2);
        boolean rightToLeft = false;
        char[] characters = text.toCharArray();
        if (setting.rightToLeft() || Bidi.requiresBidi(characters, 0, characters.length)) {
            Bidi bidi = new Bidi(text, setting.rightToLeft() ? Bidi.LEVEL_DEFAULT_RTL : Bidi.LEVEL_DEFAULT_LTR);
            rightToLeft = (bidi.getParaLevel() & 1) == 1;
            for (int i = 0; i < bidi.countRuns(); i++) {
                var run = bidi.getVisualRun(i);
                add(shaped, text.substring(run.getStart(), run.getLimit()), run.isOddRun(), setting);
            }
        } else {
            add(shaped, text, false, setting);
        }
        float width = 0;
        for (GlyphRun run : shaped) {
            width += run.width();
        }
        return new ShapedLine(text, List.copyOf(shaped), width, rightToLeft);
    }

    private void add(List<GlyphRun> shaped, String text, boolean rightToLeft, Setting setting) {
        List<Itemizer.Piece> pieces = itemizer.pieces(text, setting.weight(), setting.han());
        int count = pieces.size();
        for (int i = 0; i < count; i++) {
            Itemizer.Piece piece = pieces.get(rightToLeft ? count - 1 - i : i);
            Face face = piece.face();
            shaped.add(runs.shape(face, text.substring(piece.start(), piece.end()), rightToLeft));
        }
    }
}
