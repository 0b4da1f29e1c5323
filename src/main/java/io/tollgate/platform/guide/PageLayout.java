package io.tollgate.platform.guide;

import java.util.List;
import java.util.Map;

/**
 * The layout of all documentation pages: header, side navigation and content.
 *
 * @param template HTML with a {@code {name}} placeholder for each part
 * @param tags groups of endpoints, in the order of the reference
 */
public record PageLayout(String template, List<String> tags) {
    static final String REFERENCE_PATH = "/docs/reference";

    /** Returns the page of a guide. */
    public String page(Guide guide) {
        String markdown = "<link rel=\"alternate\" type=\"text/markdown\" href=\"" + guide.markdownPath() + "\">";
        String content = "<main id=\"content\" tabindex=\"-1\"><article>" + guide.html() + footer(guide) + "</article>"
                + outline(guide) + "</main>";
        return fill(guide.title(), guide.path(), "guide", markdown, Map.of(), content);
    }

    /**
     * Returns a page that is not a guide.
     *
     * @param path which the navigation marks
     * @param endpoints below the path in the navigation, by their anchors
     */
    public String page(String title, String path, Map<String, String> endpoints, String article) {
        String content = "<main id=\"content\" tabindex=\"-1\"><article>" + article + "</article></main>";
        return fill(title, path, "guide reference", "", endpoints, content);
    }

    private String fill(
            String title, String path, String kind, String head, Map<String, String> endpoints, String content) {
        String page = template.replace("{title}", escape(title))
                .replace("{kind}", kind)
                .replace("{head}", head)
                .replace("{navigation}", navigation(path, endpoints));
        // Replaced last, because a guide may contain braces.
        return page.replace("{content}", content);
    }

    private String navigation(String current, Map<String, String> endpoints) {
        StringBuilder html = new StringBuilder("<p>Guides</p><ul>");
        Guides.all().forEach(guide -> html.append(item(guide.path(), guide.title(), current)));
        html.append("</ul><p>Manuals for operators</p><ul>");
        Guides.manuals().forEach(guide -> html.append(item(guide.path(), guide.title(), current)));
        html.append("</ul><p>Reference</p><ul>").append(item(REFERENCE_PATH, "API reference", current));
        html.append(item(ReferenceText.ERRORS_PATH, "Errors", current));
        html.append(item(ReferenceView.Events.PATH, "Webhook events", current));
        for (String tag : tags) {
            String path = ReferenceView.Group.pathOf(tag);
            html.append(item(path, tag, current));
            if (path.equals(current) && !endpoints.isEmpty()) {
                html.append("<li><ul>");
                endpoints.forEach((anchor, title) -> html.append(item(anchor, title, "")));
                html.append("</ul></li>");
            }
        }
        return html.append("</ul>").toString();
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
        int at = Guides.all().indexOf(guide);
        StringBuilder html = new StringBuilder("<footer><a href=\"" + guide.markdownPath() + "\">Markdown</a>");
        if (at >= 0 && at + 1 < Guides.all().size()) {
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
