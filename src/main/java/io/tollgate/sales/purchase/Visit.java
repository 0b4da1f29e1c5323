package io.tollgate.sales.purchase;

import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The details that the buyer's browser sent when it visited the page.
 *
 * @param queryParameters query parameters of the page's URL
 * @param language the language that the buyer selected, such as {@code de}; null for that of the page
 */
public record Visit(
        @Nullable String clientIp,
        @Nullable String sessionId,
        @Nullable String userAgent,
        @Nullable Integer screenWidth,
        @Nullable String visitId,
        Map<String, String> queryParameters,
        @Nullable String language) {
    /** The query parameter that embeds a page: {@code 1}, or the origin of the embedding site. */
    public static final String EMBED = "embed";

    /** Returns a visit with query parameters only. */
    public static Visit of(Map<String, String> queryParameters) {
        return new Visit(null, null, null, null, null, queryParameters, null);
    }

    /**
     * Returns the locale of everything that the buyer receives: the language that the buyer selected, or the locale of
     * the page if that is in the same language or the buyer selected none. Null if neither is known.
     */
    public @Nullable String locale(@Nullable String pageLocale) {
        if (language == null || pageLocale == null) {
            return pageLocale == null ? language : pageLocale;
        }
        return Locale.forLanguageTag(pageLocale).getLanguage().equals(language) ? pageLocale : language;
    }
}
