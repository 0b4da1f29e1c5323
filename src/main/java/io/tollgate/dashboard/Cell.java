package io.tollgate.dashboard;

import org.jspecify.annotations.Nullable;

/**
 * A value as a page shows it.
 *
 * @param text empty without a value
 * @param style the class of its element: {@code code}, {@code number}, or {@code status} with its meaning
 * @param time machine-readable, of a value that is a time; null for others
 * @param link path of what the value names; null without one
 */
public record Cell(
        String text,
        String style,
        @Nullable String time,
        @Nullable String link) {
    static final Cell NONE = new Cell("", "", null, null);

    static Cell text(String text) {
        return new Cell(text, "", null, null);
    }

    static Cell styled(String text, String style) {
        return new Cell(text, style, null, null);
    }

    Cell to(@Nullable String path) {
        return new Cell(text, style, time, path);
    }

    public boolean isStatus() {
        return style.startsWith("status");
    }
}
