package io.tollgate.platform.mail;

import gg.jte.ContentType;
import gg.jte.TemplateEngine;
import gg.jte.output.StringOutput;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.owasp.html.HtmlPolicyBuilder;
import org.owasp.html.PolicyFactory;

/** Renders messages and the pages of the outbox. */
public final class MailTemplates {
    private static final TemplateEngine ENGINE = TemplateEngine.createPrecompiled(
            null, ContentType.Html, MailTemplates.class.getClassLoader(), "io.tollgate.storefront.templates");

    /** Removes all tags and attributes. */
    private static final PolicyFactory NO_TAGS = new HtmlPolicyBuilder().toFactory();

    private MailTemplates() {}

    /** Renders the HTML part of a message. */
    public static String html(MailDocument document) {
        return render("mail/message.jte", document);
    }

    static String render(String template, Object view) {
        StringOutput output = new StringOutput();
        ENGINE.render(template, view, output);
        return output.toString();
    }

    /** Renders the text part of a message. */
    public static String text(MailDocument document) {
        List<String> parts = new ArrayList<>();
        if (document.sellerName() != null) {
            parts.add(document.sellerName());
        }
        if (document.notice() != null) {
            parts.add("*** " + document.notice() + " ***");
        }
        parts.add(document.heading());
        document.blocks().forEach(block -> parts.add(text(block)));
        List<String> footer = new ArrayList<>(document.footer());
        if (document.stop() != null) {
            footer.add(link(document.stop()));
        }
        if (!footer.isEmpty()) {
            parts.add("-- \n" + String.join("\n", footer));
        }
        return String.join("\n\n", parts) + "\n";
    }

    private static String text(MailDocument.Block block) {
        String body = switch (block.kind()) {
            case TEXT -> block.text();
            case HTML -> plain(block.text());
            case AMOUNTS, FACTS ->
                block.rows().stream()
                        .map(row -> row.name() + ": " + row.value())
                        .collect(Collectors.joining("\n"));
            case BUTTON, LINKS -> block.rows().stream().map(MailTemplates::link).collect(Collectors.joining("\n"));
        };
        return block.title() == null ? body : block.title() + "\n" + body;
    }

    private static String link(MailDocument.Row row) {
        return row.name() + ":\n" + row.value();
    }

    /** Returns the text of HTML, with line breaks between its paragraphs. */
    static String plain(String html) {
        String broken = html.replaceAll("(?i)<br\\s*/?>|</(p|div|h[1-6]|li|tr|table|blockquote)>", "$0\n")
                .replaceAll("(?i)<a [^>]*href=\"(https?://[^\"]*)\"[^>]*>(.*?)</a>", "$2 ($1)");
        return unescaped(NO_TAGS.sanitize(broken).replace("<!-- -->", ""))
                .replaceAll("[ \\t]+", " ")
                .replaceAll(" ?\n ?", "\n")
                .replaceAll("\n{3,}", "\n\n")
                .strip();
    }

    private static String unescaped(String text) {
        return text.replace("&lt;", "<")
                .replace("&gt;", ">")
                .replace("&#34;", "\"")
                .replace("&#39;", "'")
                .replace("&#61;", "=")
                .replace("&#64;", "@")
                .replace("&#43;", "+")
                .replace("&#96;", "`")
                .replace("&amp;", "&");
    }
}
