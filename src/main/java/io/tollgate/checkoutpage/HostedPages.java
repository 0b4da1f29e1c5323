package io.tollgate.checkoutpage;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tollgate.catalog.CheckoutPage;
import io.tollgate.catalog.OrderBump;
import io.tollgate.catalog.PageBehavior;
import io.tollgate.catalog.PageTexts;
import io.tollgate.catalog.PageTexts.BumpContent;
import io.tollgate.catalog.PageTexts.BumpProduct;
import io.tollgate.catalog.Product;
import io.tollgate.catalog.json.CatalogDecoder;
import io.tollgate.http.Composition;
import io.tollgate.page.PageAddresses;
import io.tollgate.page.PageAddresses.FoundPage;
import io.tollgate.page.PageKind;
import io.tollgate.records.CatalogDocuments;
import io.tollgate.resource.Scope;
import io.tollgate.seller.Sellers.Seller;
import io.vertx.core.Future;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Reads checkout pages with everything that they show. */
public record HostedPages(PageAddresses addresses, CatalogDocuments catalog, Composition composition) {
    /**
     * A checkout page as a buyer opens it.
     *
     * @param bumps the offered order bumps, in order
     */
    public record HostedPage(
            Seller seller, CheckoutPage page, PageTexts content, List<Bump> bumps, PageBehavior behavior) {
        /** Returns the scope of the page's orders: test orders while its test mode is on. */
        public Scope scope() {
            return new Scope(seller.id(), !page.testmode());
        }
    }

    /** An order bump with its product. */
    public record Bump(OrderBump rule, BumpContent content, Product product, BumpProduct texts) {}

    /** Returns the checkout page with this id; null if there is none. */
    public Future<@Nullable HostedPage> byId(String sellerId, String pageId) {
        return addresses
                .byId(sellerId, pageId)
                .compose(found -> found == null || found.kind() != PageKind.CHECKOUT
                        ? Future.<@Nullable HostedPage>succeededFuture(null)
                        : complete(found).map(page -> page));
    }

    /** Returns the slug of a page of any kind; null if there is no published page with this id. */
    public Future<@Nullable String> publishedSlug(String sellerId, String pageId) {
        return catalog.documents(new Scope(sellerId, true), "page", "id", List.of(pageId), "id")
                .map(found -> found.getOrDefault(pageId, List.of()).stream()
                        .filter(page -> page.path("status").asText().equals("published"))
                        .map(page -> page.path("slug").asText())
                        .findFirst()
                        .orElse(null));
    }

    /** An uploaded file. */
    public record AttachedFile(String id, String name, long size) {}

    /** Returns the uploaded files with these ids, in their order, without those that no longer exist. */
    public Future<List<AttachedFile>> files(String sellerId, Collection<String> ids) {
        return catalog.documents(new Scope(sellerId, true), "file", "id", ids, "id")
                .map(found -> ids.stream()
                        .flatMap(
                                id -> found.getOrDefault(id, List.of()).stream().limit(1))
                        .map(file -> new AttachedFile(
                                file.path("id").asText(),
                                file.path("name").asText(),
                                file.path("size").asLong()))
                        .toList());
    }

    /** Completes a checkout page that was found at its address. */
    public Future<HostedPage> complete(FoundPage found) {
        Scope scope = new Scope(found.seller().id(), true);
        return composition
                .compose(scope, List.of(found.document()))
                .compose(composed -> page(found.seller(), scope, composed.get(0)));
    }

    private Future<HostedPage> page(Seller seller, Scope scope, ObjectNode document) {
        CheckoutPage page = CatalogDecoder.decode(document, CheckoutPage.class);
        PageTexts content = CatalogDecoder.decode(document, PageTexts.class);
        return catalog.documents(scope, "order_bump", "page_id", List.of(page.id()), "product_id")
                .compose(found -> {
                    List<ObjectNode> bumps = found.getOrDefault(page.id(), List.of());
                    List<String> products = bumps.stream()
                            .map(bump -> bump.path("productId").asText())
                            .toList();
                    return products.isEmpty()
                            ? Future.succeededFuture(List.<Bump>of())
                            : catalog.documents(scope, "product", "id", products, "id")
                                    .map(byId -> bumps(bumps, byId));
                })
                .map(bumps -> new HostedPage(
                        seller, page, content, bumps, CatalogDecoder.decode(document, PageBehavior.class)));
    }

    private static List<Bump> bumps(List<ObjectNode> bumps, Map<String, List<ObjectNode>> products) {
        return bumps.stream()
                .map(bump -> bump(bump, products))
                .filter(Objects::nonNull)
                .filter(bump -> bump.rule().enabled())
                .sorted(Comparator.comparingInt(bump -> bump.content().order()))
                .toList();
    }

    private static @Nullable Bump bump(ObjectNode bump, Map<String, List<ObjectNode>> products) {
        List<ObjectNode> product = products.getOrDefault(bump.path("productId").asText(), List.of());
        return product.isEmpty()
                ? null
                : new Bump(
                        CatalogDecoder.decode(bump, OrderBump.class),
                        CatalogDecoder.decode(bump, BumpContent.class),
                        CatalogDecoder.decode(product.get(0), Product.class),
                        CatalogDecoder.decode(product.get(0), BumpProduct.class));
    }
}
