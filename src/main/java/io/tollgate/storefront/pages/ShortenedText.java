package io.tollgate.storefront.pages;

import com.ibm.icu.text.BreakIterator;
import com.ibm.icu.util.ULocale;
import org.jspecify.annotations.Nullable;

/**
 * A description of which buyers see the beginning until they open the rest.
 *
 * @param beginning whole sentences if some fit, otherwise whole words and an ellipsis
 * @param rest null if the text is short enough to be shown as a whole
 */
public record ShortenedText(String beginning, @Nullable String rest) {
    /** A text of up to this length is shown as a whole: opening it would reveal a line or two. */
    private static final int WHOLE_MAX = 200;

    private static final int BEGINNING_MAX = 140;

    /** A first sentence that is shorter, such as a greeting, says too little. */
    private static final int BEGINNING_MIN = 40;

    /**
     * Shortens a text.
     *
     * @param shortens the setting of the seller; if it is off, the text is shown as a whole
     * @return null without a text
     */
    static @Nullable ShortenedText of(Messages messages, @Nullable String text, boolean shortens) {
        if (text == null || text.isBlank()) {
            return null;
        }
        String whole = text.strip();
        if (!shortens || whole.codePointCount(0, whole.length()) <= WHOLE_MAX) {
            return new ShortenedText(whole, null);
        }
        ULocale locale = ULocale.forLanguageTag(messages.tag());
        int sentences = lastBreak(BreakIterator.getSentenceInstance(locale), whole);
        if (sentences >= BEGINNING_MIN) {
            return new ShortenedText(
                    whole.substring(0, sentences).strip(),
                    whole.substring(sentences).strip());
        }
        int words = lastBreak(BreakIterator.getLineInstance(locale), whole);
        int cut = words > 0 ? words : whole.offsetByCodePoints(0, BEGINNING_MAX);
        return new ShortenedText(
                whole.substring(0, cut).strip() + "\u2026",
                "\u2026" + whole.substring(cut).strip());
    }

    /** Returns the last boundary at which the beginning is not too long; 0 if there is none. */
    private static int lastBreak(BreakIterator breaks, String text) {
        breaks.setText(text);
        return breaks.preceding(text.offsetByCodePoints(0, BEGINNING_MAX) + 1);
    }
}
