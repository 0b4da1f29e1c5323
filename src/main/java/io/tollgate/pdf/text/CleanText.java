package io.tollgate.pdf.text;

import com.ibm.icu.lang.UCharacter;
import com.ibm.icu.lang.UCharacterCategory;
import com.ibm.icu.text.Normalizer2;

/** Removes characters that cannot be printed from a text. */
public final class CleanText {
    private CleanText() {}

    /**
     * Maximum number of combining marks per letter, above that of any language. More marks would overlap other lines.
     */
    private static final int MARKS_MAX = 8;

    private static final int LENGTH_MAX = 10_000;

    /** Normalizes to NFC, removes control characters and direction overrides, and collapses white space. */
    public static String line(String text) {
        return clean(text, false);
    }

    /** Does the same but keeps line breaks. */
    public static String lines(String text) {
        return clean(text, true);
    }

    private static String clean(String text, boolean breaks) {
        if (isPlain(text)) {
            return text;
        }
        StringBuilder clean = new StringBuilder(Math.min(text.length(), LENGTH_MAX));
        int marks = 0;
        boolean space = true;
        for (int i = 0; i < text.length() && clean.length() < LENGTH_MAX; ) {
            int c = text.codePointAt(i);
            i += Character.charCount(c);
            if (breaks && c == '\n') {
                trimEnd(clean);
                clean.append('\n');
                space = true;
            } else if (isSpace(c)) {
                if (!space) {
                    clean.append(' ');
                    space = true;
                }
            } else if (!isRemoved(c)) {
                marks = UCharacter.getCombiningClass(c) == 0 ? 0 : marks + 1;
                if (marks <= MARKS_MAX) {
                    clean.appendCodePoint(isSurrogate(c) ? 0xfffd : c);
                    space = false;
                }
            }
        }
        trimEnd(clean);
        return Normalizer2.getNFCInstance().normalize(clean);
    }

    /** Detects the common case, which needs no change. */
    private static boolean isPlain(String text) {
        if (text.length() > LENGTH_MAX) {
            return false;
        }
        char before = ' ';
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c < ' ' || c > '~' || c == ' ' && before == ' ') {
                return false;
            }
            before = c;
        }
        return text.isEmpty() || before != ' ';
    }

    private static void trimEnd(StringBuilder text) {
        if (!text.isEmpty() && text.charAt(text.length() - 1) == ' ') {
            text.setLength(text.length() - 1);
        }
    }

    private static boolean isSpace(int c) {
        return c == '\t'
                || c == '\n'
                || c == '\r'
                || c == 0x85
                || UCharacter.getType(c) == UCharacterCategory.SPACE_SEPARATOR
                || UCharacter.getType(c) == UCharacterCategory.LINE_SEPARATOR
                || UCharacter.getType(c) == UCharacterCategory.PARAGRAPH_SEPARATOR;
    }

    private static boolean isSurrogate(int c) {
        return c >= Character.MIN_SURROGATE && c <= Character.MAX_SURROGATE;
    }

    private static boolean isRemoved(int c) {
        boolean order = c >= 0x202a && c <= 0x202e || c >= 0x2066 && c <= 0x2069;
        boolean unseen = c == 0xfeff || c == 0x200b || c == 0x2060 || c == 0xad || c >= 0x206a && c <= 0x206f;
        boolean noncharacter = (c & 0xfffe) == 0xfffe || c >= 0xfdd0 && c <= 0xfdef;
        boolean annotation = c >= 0xfff9 && c <= 0xfffc;
        return order || unseen || noncharacter || annotation || UCharacter.getType(c) == UCharacterCategory.CONTROL;
    }
}
