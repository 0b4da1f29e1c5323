package io.tollgate.pdf.text;

import com.ibm.icu.text.BreakIterator;
import com.ibm.icu.util.ULocale;
import io.tollgate.pdf.font.HanForms;
import io.tollgate.pdf.font.Weight;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Breaks text into lines that fit a width, by the rules of its language: between words, between syllables in scripts
 * without spaces, and between any two characters if a word is too wide.
 */
public final class Paragraphs {
    private static final String ELLIPSIS = "…";

    private final Shaper shaper;
    private final Map<ULocale, BreakIterator> breaks = new HashMap<>();
    private final BreakIterator clusters = BreakIterator.getCharacterInstance(ULocale.ROOT);

    public Paragraphs(Shaper shaper) {
        this.shaper = shaper;
    }

    /** The weight, size and language of text. */
    public record Style(Weight weight, float size, ULocale locale) {
        public Style sized(float other) {
            return new Style(weight, other, locale);
        }

        Shaper.Setting setting() {
            return new Shaper.Setting(weight, han(), locale.isRightToLeft());
        }

        private HanForms han() {
            return switch (locale.getLanguage()) {
                case "ja" -> HanForms.JAPANESE;
                case "zh" -> locale.getCountry().matches("TW|HK|MO") ? HanForms.TRADITIONAL : HanForms.SIMPLIFIED;
                default -> HanForms.SIMPLIFIED;
            };
        }
    }

    /** Shapes a text as one line of any width. */
    public ShapedLine line(String text, Style style) {
        return shaper.shape(CleanText.line(text), style.setting());
    }

    /** Breaks a text into lines. If there are more than {@code linesMax}, the last one ends with an ellipsis. */
    public List<ShapedLine> lines(String text, Style style, float width, int linesMax) {
        List<ShapedLine> lines = new ArrayList<>(2);
        for (String paragraph : CleanText.lines(text).split("\n", -1)) {
            wrap(paragraph, style, width, lines, linesMax + 1);
        }
        if (lines.size() <= linesMax) {
            return lines;
        }
        List<ShapedLine> kept = new ArrayList<>(lines.subList(0, linesMax));
        kept.set(linesMax - 1, truncate(kept.get(linesMax - 1).text(), style, width));
        return kept;
    }

    private ShapedLine truncate(String text, Style style, float width) {
        String kept = text;
        while (!kept.isEmpty()) {
            ShapedLine line = shaper.shape(kept + ELLIPSIS, style.setting());
            if (line.width(style.size()) <= width) {
                return line;
            }
            clusters.setText(kept);
            clusters.last();
            kept = kept.substring(0, Math.max(0, clusters.previous()));
        }
        return shaper.shape(ELLIPSIS, style.setting());
    }

    private void wrap(String text, Style style, float width, List<ShapedLine> lines, int linesMax) {
        ShapedLine whole = shaper.shape(text, style.setting());
        if (whole.width(style.size()) <= width) {
            lines.add(whole);
            return;
        }
        BreakIterator words = breaks.computeIfAbsent(style.locale(), BreakIterator::getLineInstance);
        words.setText(text);
        int start = 0;
        while (start < text.length() && lines.size() < linesMax) {
            int end = furthest(words, text, start, style, width);
            lines.add(shaper.shape(text.substring(start, end).strip(), style.setting()));
            start = end;
        }
    }

    private int furthest(BreakIterator words, String text, int start, Style style, float width) {
        float used = 0;
        int end = start;
        for (int next = words.following(start); next != BreakIterator.DONE; next = words.next()) {
            String word = text.substring(end, next);
            float needed = width(word.stripTrailing(), style);
            if (used + needed > width) {
                return end == start ? squeezed(text, start, next, style, width) : end;
            }
            used += word.endsWith(" ") ? width(word, style) : needed;
            end = next;
        }
        return end;
    }

    /** Breaks a word that is wider than the line between two characters, after at least one. */
    private int squeezed(String text, int start, int limit, Style style, float width) {
        clusters.setText(text);
        int end = clusters.following(start);
        for (int next = clusters.next(); next != BreakIterator.DONE && next <= limit; next = clusters.next()) {
            if (width(text.substring(start, next), style) > width) {
                return end;
            }
            end = next;
        }
        return end;
    }

    private float width(String text, Style style) {
        return shaper.shape(text, style.setting()).width(style.size());
    }

    /** Breaks a text at the largest of the given sizes that needs at most {@code linesMax} lines. */
    public FittedText fit(String text, Style style, float[] sizes, float width, int linesMax) {
        for (float size : sizes) {
            List<ShapedLine> lines = lines(text, style.sized(size), width, linesMax + 1);
            if (lines.size() <= linesMax) {
                return new FittedText(lines, size);
            }
        }
        float last = sizes[sizes.length - 1];
        return new FittedText(lines(text, style.sized(last), width, linesMax), last);
    }

    /** Lines and the font size they fit. */
    public record FittedText(List<ShapedLine> lines, float size) {}
}
