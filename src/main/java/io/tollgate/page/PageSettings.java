package io.tollgate.page;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tollgate.input.Input;
import java.util.HashSet;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Puts what was sent into a page, new or not, and notes what does not fit. */
public final class PageSettings {
    /** Keys that are no fields of a page, or are made from more than was sent. */
    private static final Set<String> APART =
            Set.of("slug", "imageIds", "fields", "redirectUrlPath", "redirectUrlQuery");

    private static final Pattern MARKUP = Pattern.compile("<[a-zA-Z/!][^>]*>");

    private PageSettings() {}

    /**
     * The page as it would be.
     *
     * @param former the page before the change, or the defaults of a new one
     * @param defaults of a new page, which null restores
     * @param apart keys of its kind that its feature makes something of itself
     * @param fields those of the page, to which tokens of addresses may refer
     * @param token how a token of the body names a field
     */
    static ObjectNode over(
            ObjectNode former,
            ObjectNode defaults,
            PageKind kind,
            Input input,
            Set<String> apart,
            FieldDocuments fields,
            String token) {
        Set<String> kept = new HashSet<>(APART);
        kept.addAll(apart);
        ObjectNode page = Templates.over(input, former, defaults, kept);
        FunnelSteps.apply(input, page, new RedirectTokens(former, fields, token));
        new RedirectTokens(former, fields, token).apply(input, page);
        if (kind.takesMoney()) {
            CheckoutRules.apply(input, page, former, kind);
        }
        if (input.has("description")) {
            page.put("descriptionHtml", html(input.text("description")));
        }
        PageRules.check(input, page);
        Templates.settle(page, former);
        return page;
    }

    /** Every page that the body names. */
    static PageReferences references(Input input) {
        PageReferences references = new PageReferences();
        references.add(input, "redirectPageId", null);
        FunnelSteps.targets(input, references);
        return references;
    }

    /** Returns HTML as it is, and plain text escaped in a paragraph. */
    public static @Nullable String html(@Nullable String text) {
        if (text == null || text.isEmpty() || MARKUP.matcher(text).find()) {
            return text;
        }
        String escaped = text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
        return "<p>" + escaped.replaceAll("\\R", "<br>") + "</p>";
    }
}
