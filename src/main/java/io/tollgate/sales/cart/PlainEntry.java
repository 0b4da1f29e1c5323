package io.tollgate.sales.cart;

import java.util.List;

/** Numbers and codes as buyers enter or paste them, with the characters that the rules of orders know. */
public final class PlainEntry {
    private PlainEntry() {}

    /**
     * Returns a text with ASCII digits, one kind of space, apostrophe and hyphen, and without invisible characters or
     * spaces around it. Of the separators of numbers, only the Arabic one of decimals (U+066B) stays different.
     */
    public static String of(String text) {
        StringBuilder plain = new StringBuilder();
        text.codePoints()
                .filter(c -> Character.getType(c) != Character.FORMAT)
                .map(c -> c >= '\uff01' && c <= '\uff5e' ? c - 0xfee0 : c)
                .forEach(c -> plain.appendCodePoint(plain(c)));
        return plain.toString().strip();
    }

    private static int plain(int c) {
        if (Character.isDigit(c)) {
            return '0' + Character.digit(c, 10);
        }
        if (Character.isSpaceChar(c) || Character.isWhitespace(c)) {
            return ' ';
        }
        if (Character.getType(c) == Character.DASH_PUNCTUATION) {
            return '-';
        }
        return switch (c) {
            case '\u2212' -> '-';
            case '\u2018', '\u2019', '\u066c' -> '\'';
            case '\u060c' -> ',';
            case '\uffe5' -> '\u00a5';
            case '\uffe1' -> '\u00a3';
            default -> c;
        };
    }

    /** Returns the codes that an entry can mean: the entry itself, and its plain form. */
    public static List<String> codes(String entry) {
        return List.of(entry, of(entry)).stream().distinct().toList();
    }
}
