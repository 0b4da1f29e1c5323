package io.tollgate.catalog.checkoutpage;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tollgate.accounts.seller.Sellers.Seller;
import io.tollgate.catalog.model.CheckoutPage;
import io.tollgate.catalog.model.Event;
import io.tollgate.catalog.model.EventTexts;
import io.tollgate.catalog.model.OrderBump;
import io.tollgate.catalog.model.PageBehavior;
import io.tollgate.catalog.model.PageTexts;
import io.tollgate.catalog.model.PageTexts.BumpContent;
import io.tollgate.catalog.model.PageTexts.BumpProduct;
import io.tollgate.catalog.model.PageTexts.Redirect;
import io.tollgate.catalog.model.Product;
import io.tollgate.catalog.model.SellingPage;
import io.tollgate.catalog.model.json.CatalogDecoder;
import io.tollgate.catalog.page.PageAddresses;
import io.tollgate.catalog.page.PageAddresses.FoundPage;
import io.tollgate.catalog.page.PageKind;
import io.tollgate.catalog.page.VisitedPage;
import io.tollgate.platform.clock.Clock;
import io.tollgate.platform.http.Composition;
import io.tollgate.platform.records.CatalogDocuments;
import io.tollgate.platform.resource.Scope;
import io.vertx.core.Future;
import java.time.Instant;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Reads the pages that sell, with everything that they show. */
public record HostedPages(
        PageAddresses addresses,
        CatalogDocuments catalog,
        Composition.Factory products,
        Composition.Factory events,
        Clock clock) {
    /** A page as a buyer opens it. */
    public sealed interface Hosted extends VisitedPage {
        @Override
        SellingPage page();

        PageTexts content();

        /** Returns the offered order bumps, in order. */
        List<Bump> bumps();

        @Override
        default @Nullable Redirect redirect() {
            return content().redirect();
        }

        @Override
        default boolean googleIndex() {
            return content().googleIndex();
        }

        @Override
        default String heading() {
            return Objects.requireNonNullElse(content().title(), page().displayTitle());
        }
    }

    /** A checkout page. */
    public record HostedPage(
            @Override Seller seller,
            @Override CheckoutPage page,
            @Override PageTexts content,
            @Override List<Bump> bumps,
            @Override PageBehavior behavior)
            implements Hosted {}

    /**
     * The page of an event.
     *
     * @param now when it was read
     */
    public record HostedEvent(
            @Override Seller seller,
            @Override Event page,
            @Override PageTexts content,
            EventTexts texts,
            @Override List<Bump> bumps,
            @Override PageBehavior behavior,
            Instant now)
            implements Hosted {}

    /** An order bump with its product. */
    public record Bump(OrderBump rule, BumpContent content, Product product, BumpProduct texts) {}

    /** Returns the page with this id, as it is now; null if there is none that sells. */
    public Future<@Nullable Hosted> byId(String sellerId, String pageId) {
        return byId(sellerId, pageId, Map.of());
    }

    /**
     * Does the same for a buyer who holds a part of the stock.
     *
     * @param held the quantities by the ids of what is limited
     */
    public Future<@Nullable Hosted> byId(String sellerId, String pageId, Map<String, Integer> held) {
        return addresses
                .byId(sellerId, pageId)
                .compose(found -> found == null || found.kind() == PageKind.FORM
                        ? Future.<@Nullable Hosted>succeededFuture(null)
                        : complete(found, held).map(page -> page));
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

    /**
     * Completes a checkout page or an event that was found at its address.
     *
     * @param held what the buyer holds, which is not taken from the stock: the quantities by the ids of what is limited
     */
    public Future<Hosted> complete(FoundPage found, Map<String, Integer> held) {
        Scope scope = new Scope(found.seller().id(), true);
        Composition.Factory factory = found.kind() == PageKind.EVENT ? events : products;
        Composition composition = factory.of(held.isEmpty() ? catalog : catalog.without(held));
        // Pipelined: a busy database answers both after one wait.
        Future<List<ObjectNode>> composed = composition.compose(scope, List.of(found.document()));
        Future<List<Bump>> bumps = bumps(scope, found.document().path("id").asText());
        Future<Instant> time =
                catalog.time(scope.sellerId(), found.document().path("testmode").asBoolean(), clock);
        return Future.join(composed, bumps, time)
                .map(all -> page(found, composed.result().get(0), bumps.result(), time.result()));
    }

    private Hosted page(FoundPage found, ObjectNode document, List<Bump> bumps, Instant now) {
        Seller seller = found.seller();
        PageTexts content = CatalogDecoder.decode(document, PageTexts.class);
        PageBehavior behavior = CatalogDecoder.decode(document, PageBehavior.class);
        if (found.kind() != PageKind.EVENT) {
            CheckoutPage page = CatalogDecoder.decode(document, CheckoutPage.class);
            return new HostedPage(seller, page, content, bumps, behavior);
        }
        Event event = CatalogDecoder.decode(document, Event.class);
        EventTexts texts = CatalogDecoder.decode(document, EventTexts.class);
        return new HostedEvent(seller, event, content, texts, bumps, behavior, now);
    }

    private Future<List<Bump>> bumps(Scope scope, String pageId) {
        return catalog.documents(scope, "order_bump", "page_id", List.of(pageId), "product_id")
                .compose(found -> {
                    List<ObjectNode> bumps = found.getOrDefault(pageId, List.of());
                    List<String> products = bumps.stream()
                            .map(bump -> bump.path("productId").asText())
                            .toList();
                    return products.isEmpty()
                            ? Future.succeededFuture(List.of())
                            : catalog.documents(scope, "product", "id", products, "id")
                                    .map(byId -> bumps(bumps, byId));
                });
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
