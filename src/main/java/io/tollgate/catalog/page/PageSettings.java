package io.tollgate.catalog.page;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tollgate.platform.input.Input;
import java.util.HashSet;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Applies a body to the settings of a new or stored page, and records the problems of the result. */
public final class PageSettings {
    /** Keys that are not fields of a page or have rules of their own. */
    private static final Set<String> EXCLUDED =
            Set.of("slug", "imageIds", "fields", "redirectUrlPath", "redirectUrlQuery");

    private static final Pattern MARKUP = Pattern.compile("<[a-zA-Z/!][^>]*>");

    private PageSettings() {}

    /**
     * Returns the page after the change.
     *
     * @param former the page before the change, or the defaults of a new one
     * @param defaults the defaults of a new page, which null restores
     * @param excluded keys that the caller processes itself
     * @param fields the fields of the page, to which redirect tokens may refer
     * @param token the key with which redirect tokens in the body refer to a field
     */
    static ObjectNode merge(
            ObjectNode former,
            ObjectNode defaults,
            PageKind kind,
            Input input,
            Set<String> excluded,
            FieldDocuments fields,
            String token) {
        Set<String> unmerged = new HashSet<>(EXCLUDED);
        unmerged.addAll(excluded);
        ObjectNode page = Templates.merge(input, former, defaults, unmerged);
        FunnelSteps.apply(input, page, new RedirectTokens(former, fields, token));
        new RedirectTokens(former, fields, token).apply(input, page);
        if (kind.takesMoney()) {
            CheckoutRules.apply(input, page, former, kind);
        }
        if (input.has("description")) {
            page.put("descriptionHtml", html(input.text("description")));
        }
        PageRules.check(input, page);
        Templates.keepFormerEmptiness(page, former);
        return page;
    }

    /** Returns the pages that the body refers to. */
    static PageReferences references(Input input) {
        PageReferences references = new PageReferences();
        references.add(input, "redirectPageId", null);
        FunnelSteps.addReferences(input, references);
        return references;
    }

    /** Converts plain text to an HTML paragraph. Returns text that contains markup unchanged. */
    public static @Nullable String html(@Nullable String text) {
        if (text == null || text.isEmpty() || MARKUP.matcher(text).find()) {
            return text;
        }
        String escaped = text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
        return "<p>" + escaped.replaceAll("\\R", "<br>") + "</p>";
    }
}
