package io.tollgate.catalog.page;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tollgate.accounts.seller.Sellers;
import io.tollgate.accounts.seller.Sellers.Seller;
import io.tollgate.catalog.model.BuyerField;
import io.tollgate.catalog.model.json.CatalogDecoder;
import io.tollgate.platform.records.CatalogDocuments;
import io.tollgate.platform.resource.Scope;
import io.vertx.core.Future;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Finds the page at an address of a buyer, of any kind. */
public record PageAddresses(Sellers sellers, CatalogDocuments catalog) {
    /** A page as it is stored, without the data that is stored apart. */
    public record FoundPage(Seller seller, PageKind kind, ObjectNode document) {
        public String id() {
            return document.path("id").asText();
        }

        public boolean isTest() {
            return document.path("testmode").asBoolean();
        }

        /** Returns whether visitors can upload files. */
        public boolean takesFiles() {
            return document.path("fields")
                    .valueStream()
                    .map(field -> CatalogDecoder.decode(field, BuyerField.class))
                    .anyMatch(BuyerField::takesFiles);
        }
    }

    /** Returns the page with this address; null if there is none. Drafts and archived pages are included. */
    public Future<@Nullable FoundPage> find(String sellerName, String slug) {
        return sellers.named(sellerName)
                .compose(seller -> seller == null ? Future.succeededFuture(null) : find(seller, "slug", slug));
    }

    /** Returns the page with this id; null if there is none. */
    public Future<@Nullable FoundPage> byId(String sellerId, String pageId) {
        return sellers.seller(sellerId).compose(seller -> find(seller, "id", pageId));
    }

    private Future<@Nullable FoundPage> find(Seller seller, String column, String value) {
        return catalog.documents(new Scope(seller.id(), true), "page", column, List.of(value), "id")
                .map(found -> {
                    List<ObjectNode> pages = found.getOrDefault(value, List.of());
                    if (pages.isEmpty()) {
                        return null;
                    }
                    ObjectNode page = pages.get(0);
                    return new FoundPage(seller, PageKind.of(page.path("type").asText()), page);
                });
    }
}
