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

/** Converts a cleaned line of text to positioned glyphs. Not thread-safe; each worker has its own. */
public final class Shaper {
    private static final int CACHE_MAX = 500;

    /** Size of the filter of texts seen before, a power of two. */
    private static final int SEEN = 4096;

    private final Itemizer itemizer;
    private final RunShaper runs = new RunShaper();
    private final Map<Key, ShapedLine> cache = new LinkedHashMap<>(1024, 0.75f, true) {
        @Override
        protected boolean removeEldestEntry(Map.Entry<Key, ShapedLine> eldest) {
            return size() > CACHE_MAX;
        }
    };

    /** The hash of the latest text in each slot. */
    private final int[] seen = new int[SEEN];

    private record Key(String text, Setting setting) {}

    /**
     * The settings that determine the glyphs of a text.
     *
     * @param rightToLeft the direction of a line without strong directional characters
     */
    public record Setting(Weight weight, HanForms han, boolean rightToLeft) {}

    public Shaper(Typefaces typefaces) {
        this.itemizer = new Itemizer(typefaces);
    }

    public ShapedLine shape(String text, Setting setting) {
        Key key = new Key(text, setting);
        ShapedLine known = cache.get(key);
        if (known == null) {
            known = shapeUncached(text, setting);
            if (text.length() <= 200 && wasSeen(key)) {
                cache.put(key, known);
            }
        }
        return known;
    }

    /**
     * Returns whether a text was probably seen before. Labels and titles repeat; names do not, and caching them would
     * only burden the garbage collector. A text is therefore cached at its second use.
     */
    private boolean wasSeen(Key key) {
        int hash = key.hashCode();
        int place = (hash ^ hash >>> 16) & SEEN - 1;
        boolean before = seen[place] == hash;
        seen[place] = hash;
        return before;
    }

    private ShapedLine shapeUncached(String text, Setting setting) {
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
