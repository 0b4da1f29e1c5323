package io.tollgate.catalog.page;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tollgate.accounts.seller.Sellers;
import io.tollgate.platform.http.Composition;
import io.tollgate.platform.records.CatalogDocuments;
import io.tollgate.platform.resource.Scope;
import io.vertx.core.Future;
import java.util.List;

/**
 * Adds the URL, the preview link, the number of visits and the basis of the warnings to pages. They are not part of the
 * stored document.
 */
public final class PageComposition {
    private static final String ACCOUNT = "account";

    /** One statement for both, because every view of a hosted page waits for it. */
    private static final String VISITS_AND_ACCOUNT = """
            SELECT seller_id, NULL::boolean, page_id, visit_count FROM page_visits
            WHERE seller_id = $1 AND page_id = ANY ($2)
            UNION ALL
            SELECT seller_id, NULL::boolean, '%s', 1::bigint FROM processor_account
            WHERE seller_id = $1 AND livemode AND (simulated OR publishable_key IS NOT NULL)
            """.formatted(ACCOUNT);

    private final CatalogDocuments catalog;
    private final Sellers sellers;
    private final String publicUrl;
    private final PreviewLinks previews;

    /** @param publicUrl base URL of the pages for buyers, without a trailing slash */
    public PageComposition(CatalogDocuments catalog, Sellers sellers, String publicUrl, PreviewLinks previews) {
        this.catalog = catalog;
        this.sellers = sellers;
        this.publicUrl = publicUrl;
        this.previews = previews;
    }

    public Future<List<ObjectNode>> compose(Scope scope, List<ObjectNode> pages) {
        return sellers.seller(scope.sellerId())
                .compose(seller -> catalog.counts(scope, VISITS_AND_ACCOUNT, ids(pages))
                        .map(visits -> {
                            for (ObjectNode page : pages) {
                                String id = page.get("id").textValue();
                                String slug = page.get("slug").textValue();
                                String url = publicUrl + "/s/" + seller.name() + "/" + slug;
                                boolean published = page.path("status").asText().equals("published");
                                page.put("url", url);
                                page.put("previewUrl", published ? null : preview(url, scope, id));
                                page.put("visitCount", visits.getOrDefault(id, 0L));
                                PageWarnings.begin(page, visits.containsKey(ACCOUNT));
                            }
                            return pages;
                        }));
    }

    /** Returns a composition of pages whose link to the preview is null. */
    public static Composition.Factory withoutPreview(Composition.Factory pages) {
        return documents -> {
            Composition composition = pages.of(documents);
            return (scope, all) -> composition.compose(scope, all).map(composed -> {
                composed.forEach(page -> page.putNull("previewUrl"));
                return composed;
            });
        };
    }

    private String preview(String url, Scope scope, String pageId) {
        return url + "?" + PreviewLinks.PARAMETER + "=" + previews.token(scope.sellerId(), pageId);
    }

    public static List<String> ids(List<ObjectNode> documents) {
        return documents.stream()
                .map(document -> document.get("id").textValue())
                .toList();
    }
}
