package io.tollgate.catalog.checkoutpage;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tollgate.catalog.page.PageComposition;
import io.tollgate.catalog.page.PageWarnings;
import io.tollgate.catalog.product.ProductComposition;
import io.tollgate.platform.records.CatalogDocuments;
import io.tollgate.platform.resource.Scope;
import io.vertx.core.Future;
import java.util.List;
import java.util.Map;

/**
 * Adds the product to checkout pages, and the three product settings that a page repeats. Only the product stores these
 * settings.
 */
public final class CheckoutPageComposition {
    private final CatalogDocuments catalog;
    private final PageComposition pages;
    private final ProductComposition products;

    public CheckoutPageComposition(CatalogDocuments catalog, PageComposition pages, ProductComposition products) {
        this.catalog = catalog;
        this.pages = pages;
        this.products = products;
    }

    public Future<List<ObjectNode>> compose(Scope scope, List<ObjectNode> found) {
        // Pipelined: a busy database answers both after one wait.
        Future<List<ObjectNode>> completed = pages.compose(scope, found);
        Future<Map<String, List<ObjectNode>>> read =
                catalog.documents(scope, "product", "page_id", PageComposition.ids(found), "page_id");
        return Future.join(completed, read).compose(both -> {
            Map<String, List<ObjectNode>> byPage = read.result();
            return products.compose(
                            scope,
                            byPage.values().stream().flatMap(List::stream).toList())
                    .map(done -> withProducts(found, byPage));
        });
    }

    private static List<ObjectNode> withProducts(List<ObjectNode> pages, Map<String, List<ObjectNode>> byPage) {
        for (ObjectNode page : pages) {
            for (ObjectNode product : byPage.getOrDefault(page.get("id").textValue(), List.of())) {
                page.set("product", product);
                page.putObject("limitSubscriptions")
                        .set("enabled", product.path("limitSubscriptions").get("enabled"));
                page.putObject("limitSubscriptionsProcessor")
                        .set(
                                "enabled",
                                product.path("limitSubscriptions")
                                        .path("limitSubscriptionsProcessor")
                                        .get("enabled"));
                page.set(
                        "enableFileAccessForInactiveSubscriptions",
                        product.get("enableFileAccessForInactiveSubscriptions"));
            }
            PageWarnings.ofCheckoutPage(page);
        }
        return pages;
    }
}
