package io.tollgate.pdf.text;

import com.ibm.icu.lang.UCharacter;
import com.ibm.icu.lang.UProperty;
import com.ibm.icu.lang.UScript;
import com.ibm.icu.text.BreakIterator;
import com.ibm.icu.util.ULocale;
import io.tollgate.pdf.font.Face;
import io.tollgate.pdf.font.HanForms;
import io.tollgate.pdf.font.Typefaces;
import io.tollgate.pdf.font.Weight;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Splits text of one direction into pieces with one face each. Not thread-safe. */
final class Itemizer {
    private static final int BOX = 0x25a1;

    private final Typefaces typefaces;
    private final BreakIterator clusters = BreakIterator.getCharacterInstance(ULocale.ROOT);

    /** A piece of text and its face. */
    record Piece(int start, int end, Face face) {}

    Itemizer(Typefaces typefaces) {
        this.typefaces = typefaces;
    }

    List<Piece> pieces(String text, Weight weight, HanForms han) {
        List<Piece> pieces = new ArrayList<>(2);
        HanForms forms = hasKana(text) ? HanForms.JAPANESE : han;
        clusters.setText(text);
        int start = clusters.first();
        Face current = null;
        for (int end = clusters.next(); end != BreakIterator.DONE; start = end, end = clusters.next()) {
            Face face = face(text.substring(start, end), weight, forms, current);
            current = face;
            add(pieces, start, end, face);
        }
        return pieces;
    }

    private static void add(List<Piece> pieces, int start, int end, Face face) {
        if (!pieces.isEmpty()) {
            Piece last = pieces.get(pieces.size() - 1);
            if (last.face().equals(face)) {
                pieces.set(pieces.size() - 1, new Piece(last.start(), end, face));
                return;
            }
        }
        pieces.add(new Piece(start, end, face));
    }

    private static boolean isPunctuation(int codePoint) {
        return switch (Character.getType(codePoint)) {
            case Character.DASH_PUNCTUATION,
                    Character.OTHER_PUNCTUATION,
                    Character.START_PUNCTUATION,
                    Character.END_PUNCTUATION,
                    Character.INITIAL_QUOTE_PUNCTUATION,
                    Character.FINAL_QUOTE_PUNCTUATION -> UScript.getScript(codePoint) == UScript.COMMON;
            default -> false;
        };
    }

    /**
     * Returns the face of a cluster. Spaces and punctuation keep the preceding face, so that words of one script form
     * one run. Emoji fonts are an exception, because their spaces are as wide as emoji.
     */
    private Face face(String cluster, Weight weight, HanForms han, @Nullable Face current) {
        if (cluster.equals(" ") && current != null && typefaces.hasTextSpace(current)) {
            return current;
        }
        int[] visible = visible(cluster);
        int script = visible.length == 0 ? UScript.COMMON : script(visible);
        if (visible.length == 1
                && isPunctuation(visible[0])
                && current != null
                && current.typeface().glyph(visible[0]) != 0) {
            return current;
        }
        Face face = typefaces.covering(visible, script, han, isEmoji(cluster), weight);
        if (face == null && visible.length > 1) {
            face = typefaces.covering(new int[] {visible[0]}, script, han, false, weight);
        }
        if (face == null) {
            face = typefaces.covering(new int[] {BOX}, UScript.COMMON, han, false, weight);
        }
        return face == null ? typefaces.primary(weight) : face;
    }

    private static int[] visible(String cluster) {
        int[] visible = new int[cluster.length()];
        int count = 0;
        for (int i = 0; i < cluster.length(); i += Character.charCount(cluster.codePointAt(i))) {
            int c = cluster.codePointAt(i);
            if (!UCharacter.hasBinaryProperty(c, UProperty.DEFAULT_IGNORABLE_CODE_POINT)) {
                visible[count++] = c;
            }
        }
        return count == visible.length ? visible : Arrays.copyOf(visible, count);
    }

    private static int script(int[] codePoints) {
        for (int codePoint : codePoints) {
            int script = UScript.getScript(codePoint);
            if (script != UScript.COMMON && script != UScript.INHERITED) {
                return script;
            }
        }
        return UScript.COMMON;
    }

    private static boolean isEmoji(String cluster) {
        int first = cluster.codePointAt(0);
        return first > 0x7f && UCharacter.hasBinaryProperty(first, UProperty.EMOJI_PRESENTATION)
                || cluster.indexOf('\ufe0f') > 0;
    }

    private static boolean hasKana(String text) {
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c >= 0x3041 && c <= 0x30ff && c != 0x30fb) {
                return true;
            }
        }
        return false;
    }
}
