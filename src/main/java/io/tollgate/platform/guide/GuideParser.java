package io.tollgate.platform.guide;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.commonmark.Extension;
import org.commonmark.ext.gfm.tables.TablesExtension;
import org.commonmark.node.AbstractVisitor;
import org.commonmark.node.Heading;
import org.commonmark.node.Link;
import org.commonmark.node.Node;
import org.commonmark.node.Paragraph;
import org.commonmark.parser.Parser;
import org.commonmark.renderer.html.AttributeProvider;
import org.commonmark.renderer.html.HtmlRenderer;
import org.commonmark.renderer.text.TextContentRenderer;

/** Converts the Markdown of a guide to HTML and to sections for search. Raw HTML in a guide is escaped. */
final class GuideParser {
    private static final List<Extension> EXTENSIONS = List.of(TablesExtension.create());
    private static final Parser PARSER = Parser.builder().extensions(EXTENSIONS).build();
    private static final TextContentRenderer TEXT =
            TextContentRenderer.builder().extensions(EXTENSIONS).build();

    /** A link to another guide or manual in Markdown, with an optional anchor. */
    private static final Pattern GUIDE_LINK = Pattern.compile("(?:\\.\\./|guides/)?([a-z-]+)\\.md(#.*)?");

    /** The first cell of a row of the table of settings. */
    private static final Pattern SETTING = Pattern.compile("<tr>(\\s*<td><code>([a-zA-Z0-9.]+)</code></td>)");

    private final Node document;
    private final Map<Node, String> anchors = new IdentityHashMap<>();
    private final List<Guide.Section> sections = new ArrayList<>();
    private String title = "";
    private String summary = "";

    private GuideParser(String markdown) {
        document = PARSER.parse(markdown);
        document.accept(new LinkResolver());
        read();
    }

    static Guide parse(String name, String markdown) {
        GuideParser parser = new GuideParser(markdown);
        return new Guide(name, parser.title, parser.summary, markdown, parser.html(), List.copyOf(parser.sections));
    }

    /** Returns a piece of Markdown as HTML, without anchors. */
    static String fragment(String markdown) {
        return HtmlRenderer.builder()
                .extensions(EXTENSIONS)
                .escapeHtml(true)
                .sanitizeUrls(true)
                .build()
                .render(PARSER.parse(markdown));
    }

    private void read() {
        Map<String, Integer> used = new HashMap<>();
        String anchor = "";
        String heading = "";
        StringBuilder text = new StringBuilder();
        for (Node node = document.getFirstChild(); node != null; node = node.getNext()) {
            String content = TEXT.render(node).strip();
            if (node instanceof Heading head && head.getLevel() == 1) {
                title = content;
                heading = content;
            } else if (node instanceof Heading) {
                sections.add(new Guide.Section(anchor, heading, text.toString().strip()));
                text.setLength(0);
                anchor = anchor(content, used);
                heading = content;
                anchors.put(node, anchor);
            } else {
                summary = summary.isEmpty() && node instanceof Paragraph ? content.replace('\n', ' ') : summary;
                text.append(content.replace('\n', ' ')).append(' ');
            }
        }
        sections.add(new Guide.Section(anchor, heading, text.toString().strip()));
    }

    /** Returns the anchor that GitHub gives a heading, so that links work there too. */
    private static String anchor(String heading, Map<String, Integer> used) {
        String plain = heading.toLowerCase(Locale.ROOT)
                .replaceAll("[^\\p{L}\\p{N} _-]", "")
                .replace(' ', '-');
        int times = used.merge(plain, 1, Integer::sum);
        return times == 1 ? plain : plain + "-" + (times - 1);
    }

    private String html() {
        return HtmlRenderer.builder()
                .extensions(EXTENSIONS)
                .escapeHtml(true)
                .sanitizeUrls(true)
                .attributeProviderFactory(context -> attributes())
                .nodeRendererFactory(SampleRenderer::new)
                .build()
                .render(document)
                // Wide tables scroll separately, also by keyboard.
                .replace("<table>", "<div class=\"table\" role=\"group\" aria-label=\"Table\" tabindex=\"0\"><table>")
                .replace("</table>", "</table></div>")
                .transform(html -> SETTING.matcher(html).replaceAll("<tr id=\"$2\">$1"));
    }

    private AttributeProvider attributes() {
        return (node, tag, attributes) -> {
            String anchor = anchors.get(node);
            if (anchor != null) {
                attributes.put("id", anchor);
            }
        };
    }

    /**
     * Replaces links to other guides and manuals by their paths on this server. Links to files that this server does
     * not have become text.
     */
    private static final class LinkResolver extends AbstractVisitor {
        @Override
        public void visit(Link link) {
            visitChildren(link);
            Matcher guide = GUIDE_LINK.matcher(link.getDestination());
            if (guide.matches() && isServed(guide.group(1))) {
                link.setDestination(Guide.pathOf(guide.group(1)) + (guide.group(2) == null ? "" : guide.group(2)));
            } else if (!link.getDestination().matches("[#/].*")) {
                while (link.getFirstChild() != null) {
                    link.insertBefore(link.getFirstChild());
                }
                link.unlink();
            }
        }

        private static boolean isServed(String name) {
            return Guides.NAMES.contains(name) || Guides.MANUALS.contains(name);
        }
    }
}
