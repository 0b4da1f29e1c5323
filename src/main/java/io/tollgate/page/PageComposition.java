package io.tollgate.page;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tollgate.records.CatalogDocuments;
import io.tollgate.resource.Scope;
import io.tollgate.seller.Sellers;
import io.vertx.core.Future;
import java.util.List;

/** Adds the URL and the number of visits to pages. They are not part of the stored document. */
public final class PageComposition {
    private static final String VISITS = "SELECT seller_id, NULL::boolean, page_id, visit_count FROM page_visits"
            + " WHERE seller_id = $1 AND page_id = ANY ($2)";

    private final CatalogDocuments catalog;
    private final Sellers sellers;
    private final String publicUrl;

    /** @param publicUrl base URL of the pages for buyers, without a trailing slash */
    public PageComposition(CatalogDocuments catalog, Sellers sellers, String publicUrl) {
        this.catalog = catalog;
        this.sellers = sellers;
        this.publicUrl = publicUrl;
    }

    public Future<List<ObjectNode>> compose(Scope scope, List<ObjectNode> pages) {
        return sellers.seller(scope.sellerId())
                .compose(seller -> catalog.counts(scope, VISITS, ids(pages)).map(visits -> {
                    for (ObjectNode page : pages) {
                        String id = page.get("id").textValue();
                        String slug = page.get("slug").textValue();
                        page.put("url", publicUrl + "/s/" + seller.name() + "/" + slug);
                        page.put("visitCount", visits.getOrDefault(id, 0L));
                    }
                    return pages;
                }));
    }

    public static List<String> ids(List<ObjectNode> documents) {
        return documents.stream()
                .map(document -> document.get("id").textValue())
                .toList();
    }
}
