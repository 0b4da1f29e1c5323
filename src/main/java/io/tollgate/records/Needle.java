package io.tollgate.records;

/**
 * How an index can serve a search for a text.
 *
 * <p>The trigram index needs three letters or digits in a row. For shorter inputs, which are whole
 * names in Chinese and Korean, a second one holds the same text with a letter set between all
 * characters, so that any two neighbours, and any one character, are a trigram there.
 */
enum Needle {
    TRIGRAMS,
    CHARACTERS,
    /** No letter and no digit: no index knows it. */
    NEITHER;

    /** What stands between characters in the index of characters. */
    private static final String BETWEEN = "x";

    /** The expression that the index of characters is on. */
    static final String SPREAD = "('x' || regexp_replace(search_text, '(.)', '\\1x', 'g'))";

    static Needle of(String text) {
        int row = 0;
        Needle needle = NEITHER;
        for (int i = 0; i < text.length(); i += Character.charCount(text.codePointAt(i))) {
            row = Character.isLetterOrDigit(text.codePointAt(i)) ? row + 1 : 0;
            if (row == 3) {
                return TRIGRAMS;
            }
            needle = row > 0 ? CHARACTERS : needle;
        }
        return needle;
    }

    /** The pattern by which the index of characters finds a text. */
    static String spread(String text) {
        StringBuilder spread = new StringBuilder("%" + BETWEEN);
        text.codePoints()
                .forEach(c -> spread.append(escaped(Character.toString(c))).append(BETWEEN));
        return spread.append('%').toString();
    }

    /** The pattern of texts that contain a text. */
    static String containing(String text) {
        return "%" + escaped(text) + "%";
    }

    private static String escaped(String text) {
        return text.replace("\\", "\\\\").replace("%", "\\%").replace("_", "\\_");
    }
}
