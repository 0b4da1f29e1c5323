package io.tollgate.platform.guide;

import java.util.List;

/**
 * A guide, or a manual for operators.
 *
 * @param name the last segment of its path; {@code index} for the start page
 * @param title its first heading
 * @param summary its first paragraph, as text
 * @param markdown its source
 * @param html its content, without the layout
 * @param sections in order; the first one precedes any second-level heading
 */
public record Guide(String name, String title, String summary, String markdown, String html, List<Section> sections) {
    public static final String INDEX = "index";

    /**
     * A section of a guide, as search finds it.
     *
     * @param anchor the id of its heading; empty for the start of the page
     */
    public record Section(String anchor, String heading, String text) {}

    /** Returns the path of the page. */
    public String path() {
        return pathOf(name);
    }

    /** Returns the path of the page of a guide or manual. */
    public static String pathOf(String name) {
        return name.equals(INDEX) ? "/docs" : folder(name) + name;
    }

    private static String folder(String name) {
        return Guides.MANUALS.contains(name) ? "/docs/" : "/docs/guides/";
    }

    /** Returns the path of the Markdown source. */
    public String markdownPath() {
        return markdownPathOf(name);
    }

    /** Returns the path of the Markdown source of a guide or manual, on this server and in the class path. */
    public static String markdownPathOf(String name) {
        return folder(name) + name + ".md";
    }
}
