package io.tollgate.platform.guide;

import java.util.List;
import java.util.Locale;

/**
 * The layout of all documentation pages: header, side navigation and content.
 *
 * @param template HTML with a {@code {name}} placeholder for each part
 * @param tags groups of endpoints, in the order of the reference
 */
public record PageLayout(String template, List<String> tags) {
    /** Returns the page of a guide. */
    public String page(Guide guide) {
        String markdown = "<link rel=\"alternate\" type=\"text/markdown\" href=\"" + guide.markdownPath() + "\">";
        String content = "<main id=\"content\" tabindex=\"-1\"><article>" + guide.html() + footer(guide) + "</article>"
                + outline(guide) + "</main>";
        return fill(guide.title(), guide.path(), "guide", markdown, content);
    }

    /** Returns the page of the reference, whose content a script loads. */
    public String reference(String head, String content) {
        return fill("API reference", "/docs/reference", "reference", head, content);
    }

    private String fill(String title, String path, String kind, String head, String content) {
        String page = template.replace("{title}", escape(title))
                .replace("{kind}", kind)
                .replace("{head}", head)
                .replace("{navigation}", navigation(path));
        // Replaced last, because a guide may contain braces.
        return page.replace("{content}", content);
    }

    private String navigation(String current) {
        StringBuilder html = new StringBuilder("<p>Guides</p><ul>");
        Guides.all().forEach(guide -> html.append(item(guide.path(), guide.title(), current)));
        html.append("</ul><p>Reference</p><ul>").append(item("/docs/reference", "API reference", current));
        if (!current.equals("/docs/reference")) {
            tags.forEach(tag -> html.append(item(referencePath(tag), tag, current)));
        }
        return html.append("</ul>").toString();
    }

    /** Returns the path of a group of endpoints in the reference. */
    public static String referencePath(String tag) {
        return "/docs/reference#tag/" + tag.toLowerCase(Locale.ROOT).replace(' ', '-');
    }

    private static String item(String path, String title, String current) {
        String here = path.equals(current) ? " aria-current=\"page\"" : "";
        return "<li><a href=\"" + path + "\"" + here + ">" + escape(title) + "</a></li>";
    }

    private static String outline(Guide guide) {
        List<Guide.Section> named = guide.sections().subList(1, guide.sections().size());
        if (named.size() < 2) {
            return "";
        }
        StringBuilder html =
                new StringBuilder("<nav class=\"outline\" aria-label=\"On this page\"><p>On this page</p><ul>");
        named.forEach(section -> html.append(item("#" + section.anchor(), section.heading(), "")));
        return html.append("</ul></nav>").toString();
    }

    private static String footer(Guide guide) {
        int at = Guides.NAMES.indexOf(guide.name());
        StringBuilder html = new StringBuilder("<footer><a href=\"" + guide.markdownPath() + "\">Markdown</a>");
        if (at + 1 < Guides.NAMES.size()) {
            Guide next = Guides.all().get(at + 1);
            html.append("<a rel=\"next\" href=\"" + next.path() + "\">Next: " + escape(next.title()) + "</a>");
        }
        return html.append("</footer>").toString();
    }

    private static String escape(String text) {
        return text.replace("&", "&amp;")
                .replace("<", "&lt;")
                .replace(">", "&gt;")
                .replace("\"", "&quot;");
    }
}
