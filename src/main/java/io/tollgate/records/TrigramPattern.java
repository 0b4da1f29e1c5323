package io.tollgate.records;

/**
 * How an index can serve a search for a text.
 *
 * <p>The trigram index needs three letters or digits in a row. For shorter inputs, which are whole
 * names in Chinese and Korean, a second one holds the same text with a letter set between all
 * characters, so that any two neighbours, and any one character, are a trigram there.
 */
enum TrigramPattern {
    TRIGRAMS,
    /** Nothing but letters and digits, fewer than three. */
    CHARACTERS,
    /**
     * No letter and no digit, which no index knows, or others among so few: what an index knows of {@code om.} is
     * in every row with a {@code .com}, and to look at all these costs ten times what a scan does.
     */
    NEITHER;

    /** What stands between characters in the index of characters. */
    private static final String BETWEEN = "x";

    /** The expression that the index of characters is on. */
    static final String SPREAD = "('x' || regexp_replace(search_text, '(.)', '\\1x', 'g'))";

    static TrigramPattern of(String text) {
        int row = 0;
        boolean others = text.isEmpty();
        for (int i = 0; i < text.length(); i += Character.charCount(text.codePointAt(i))) {
            boolean known = Character.isLetterOrDigit(text.codePointAt(i));
            row = known ? row + 1 : 0;
            others |= !known;
            if (row == 3) {
                return TRIGRAMS;
            }
        }
        return others ? NEITHER : CHARACTERS;
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
