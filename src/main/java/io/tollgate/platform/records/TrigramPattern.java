package io.tollgate.platform.records;

/**
 * Selects the index that can serve a text search.
 *
 * <p>The trigram index needs three consecutive letters or digits. Shorter inputs are common, because whole names in
 * Chinese and Korean are short. A second index serves them: it contains the text with a letter inserted between all
 * characters, so that any one or two characters form a trigram.
 */
enum TrigramPattern {
    TRIGRAMS,
    /** Fewer than three characters, all of them letters or digits. */
    CHARACTERS,
    /**
     * No letter or digit, which no index contains; or few letters mixed with other characters. For {@code om.}, the
     * index would return every row with a {@code .com}, and rechecking these costs ten times as much as a scan.
     */
    NEITHER;

    /** The letter inserted between characters in the character index. */
    private static final String BETWEEN = "x";

    /** The indexed expression of the character index. */
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

    /** Returns the LIKE pattern for the character index. */
    static String spread(String text) {
        StringBuilder spread = new StringBuilder("%" + BETWEEN);
        text.codePoints()
                .forEach(c -> spread.append(escaped(Character.toString(c))).append(BETWEEN));
        return spread.append('%').toString();
    }

    /** Returns the LIKE pattern of texts that contain a text. */
    static String containing(String text) {
        return "%" + escaped(text) + "%";
    }

    private static String escaped(String text) {
        return text.replace("\\", "\\\\").replace("%", "\\%").replace("_", "\\_");
    }
}
