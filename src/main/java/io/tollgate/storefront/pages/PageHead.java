package io.tollgate.storefront.pages;

import io.tollgate.catalog.model.PageStatus;
import io.tollgate.catalog.model.PageTexts.Image;
import io.tollgate.catalog.page.VisitedPage;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.json.JsonObject;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * What the head of a published page says to programs: its address, what messengers show for a link to it, and its
 * structured data. It describes the page as its seller published it, and not what an address sets.
 *
 * @param url address of the page, without a query
 * @param description plain text; empty without one
 * @param imageUrl absolute URL of the image; null without one
 * @param data schema.org data as JSON-LD, for a script element; null if search engines may not index the page
 */
public record PageHead(
        String url,
        String title,
        String siteName,
        String description,
        @Nullable String imageUrl,
        @Nullable String data) {
    private static final int DESCRIPTION_MAX = 200;

    /**
     * Returns the head of a page; null if the response is no view of a published page: drafts and archived pages,
     * embedded pages, and responses to a form.
     *
     * @param publicUrl the address at which buyers reach Tollgate, without a trailing slash
     * @param data builds the structured data for the address of the page
     */
    static @Nullable PageHead of(
            PageRequest<? extends VisitedPage> open,
            String publicUrl,
            @Nullable String html,
            List<Image> images,
            Function<String, @Nullable JsonObject> data) {
        VisitedPage stored = open.stored();
        boolean shown = stored.page().status() == PageStatus.PUBLISHED
                && !open.display().embedded()
                && !open.ctx().request().method().equals(HttpMethod.POST);
        if (!shown) {
            return null;
        }
        String url = publicUrl + stored.path();
        String image = images.stream()
                .map(one -> PictureSources.absolute(one, publicUrl))
                .filter(Objects::nonNull)
                .findFirst()
                .orElse(null);
        JsonObject found = open.shell().index() ? data.apply(url) : null;
        return new PageHead(
                url,
                stored.heading(),
                stored.seller().displayName(),
                shortened(PageCalendars.plain(html).replaceAll("\\s+", " ")),
                image,
                found == null ? null : PageMarkup.script(found));
    }

    private static String shortened(String text) {
        if (text.length() <= DESCRIPTION_MAX) {
            return text;
        }
        int end = text.lastIndexOf(' ', DESCRIPTION_MAX);
        return text.substring(0, end < DESCRIPTION_MAX / 2 ? text.offsetByCodePoints(0, DESCRIPTION_MAX / 2) : end)
                + "…";
    }

    /** Returns the kind of the card that messengers show. */
    public String card() {
        return imageUrl == null ? "summary" : "summary_large_image";
    }
}
