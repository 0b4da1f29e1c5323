package io.tollgate.platform.export;

import org.jspecify.annotations.Nullable;

/**
 * Neutralizes texts that a spreadsheet would take for formulas.
 *
 * <p>A spreadsheet that splits the file by another delimiter than its own starts cells within a text, because a quote
 * in the middle of such a cell has no meaning to it. The text after another delimiter, or after a line break, is
 * therefore neutralized like a text of its own.
 */
final class FormulaGuard {
    /** The delimiters that a file can have. */
    static final String DELIMITERS = ",;\t";

    /** Also the full-width and small forms, and the minus sign, which some spreadsheets read like the ASCII signs. */
    private static final String SIGNS = "=+-@＝＋－＠﹦﹢﹣﹫\u2212";

    private static final int LAST_ASCII = 0x7f;

    private final String others;

    /** @param delimiter of the file */
    FormulaGuard(char delimiter) {
        others = DELIMITERS.replace(String.valueOf(delimiter), "") + "\r\n";
    }

    /** Prefixes each part that looks like a formula with an apostrophe. */
    String text(String text) {
        if (text.isEmpty()) {
            return text;
        }
        StringBuilder changed = null;
        int copied = 0;
        int start = 0;
        boolean begins = true;
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            boolean firstControl = i == 0 && (c == '\t' || c == '\r');
            if (begins && SIGNS.indexOf(c) >= 0 || firstControl) {
                changed = changed == null ? new StringBuilder(text.length() + 1) : changed;
                changed.append(text, copied, start).append('\'');
                copied = start;
                begins = false;
            } else if (others.indexOf(c) >= 0) {
                begins = true;
                start = i + 1;
            } else {
                begins = begins && isSkipped(c);
            }
        }
        return changed == null
                ? text
                : changed.append(text, copied, text.length()).toString();
    }

    /** Escapes the signs with which parts of a JSON structure look like formulas. The value remains the same. */
    String json(String json) {
        StringBuilder changed = null;
        int copied = 0;
        boolean begins = false;
        boolean quoted = false;
        for (int i = 0; i < json.length(); i++) {
            char c = json.charAt(i);
            if (quoted && begins && SIGNS.indexOf(c) >= 0) {
                changed = escape(changed, json, copied, i);
                copied = i + 1;
                begins = false;
            } else if (quoted && c == '\\') {
                begins = false;
                i++;
            } else {
                quoted ^= c == '"';
                begins = others.indexOf(c) >= 0 || begins && isSkipped(c);
            }
        }
        return changed == null
                ? json
                : changed.append(json, copied, json.length()).toString();
    }

    private static StringBuilder escape(@Nullable StringBuilder changed, String json, int copied, int at) {
        StringBuilder text = changed == null ? new StringBuilder(json.length() + 5) : changed;
        return text.append(json, copied, at).append("\\u").append(String.format("%04x", (int) json.charAt(at)));
    }

    /** Returns whether a spreadsheet might ignore the character before a formula: blank, invisible, or a quote. */
    private static boolean isSkipped(char c) {
        return c <= ' '
                || c == '"'
                || c >= LAST_ASCII
                        && (Character.isSpaceChar(c)
                                || Character.isISOControl(c)
                                || Character.getType(c) == Character.FORMAT);
    }
}
