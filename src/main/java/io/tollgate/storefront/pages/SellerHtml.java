package io.tollgate.storefront.pages;

import org.jspecify.annotations.Nullable;
import org.owasp.html.HtmlPolicyBuilder;
import org.owasp.html.PolicyFactory;

/**
 * Cleans the HTML of sellers before buyers see it: text, lists, tables, links and images remain. Scripts, styles, forms
 * and frames do not.
 */
public final class SellerHtml {
    private static final PolicyFactory POLICY = new HtmlPolicyBuilder()
            .allowElements(
                    "p",
                    "div",
                    "span",
                    "br",
                    "hr",
                    "h1",
                    "h2",
                    "h3",
                    "h4",
                    "h5",
                    "h6",
                    "b",
                    "strong",
                    "i",
                    "em",
                    "u",
                    "s",
                    "sub",
                    "sup",
                    "small",
                    "code",
                    "pre",
                    "blockquote",
                    "ul",
                    "ol",
                    "li",
                    "a",
                    "img",
                    "table",
                    "thead",
                    "tbody",
                    "tr",
                    "th",
                    "td",
                    "figure",
                    "figcaption")
            .allowAttributes("href")
            .onElements("a")
            .allowAttributes("src", "alt", "width", "height")
            .onElements("img")
            .allowAttributes("colspan", "rowspan")
            .onElements("th", "td")
            .allowStandardUrlProtocols()
            .requireRelNofollowOnLinks()
            .requireRelsOnLinks("noopener", "noreferrer")
            .toFactory();

    private SellerHtml() {}

    /** Returns the clean HTML; null if nothing remains. */
    public static @Nullable String clean(@Nullable String html) {
        if (html == null) {
            return null;
        }
        String clean = POLICY.sanitize(html);
        return clean.isBlank() ? null : clean;
    }
}
