package io.tollgate.catalog.product;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tollgate.platform.records.CatalogDocuments;
import io.tollgate.platform.records.CatalogDocuments.Capacity;
import io.tollgate.platform.resource.Scope;
import io.vertx.core.Future;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Adds the remaining stock to products and their options. It is stored outside the document. */
public final class ProductComposition {
    private final CatalogDocuments catalog;

    public ProductComposition(CatalogDocuments catalog) {
        this.catalog = catalog;
    }

    public Future<List<ObjectNode>> compose(Scope scope, List<ObjectNode> products) {
        List<ObjectNode> options = new ArrayList<>();
        for (ObjectNode product : products) {
            for (JsonNode variant : product.path("variants")) {
                variant.path("options").forEach(option -> options.add((ObjectNode) option));
            }
        }
        return stock(scope, "product", products)
                .compose(done -> stock(scope, "variant_option", options))
                .map(done -> products);
    }

    private Future<Void> stock(Scope scope, String kind, List<ObjectNode> holders) {
        List<String> ids =
                holders.stream().map(holder -> holder.get("id").textValue()).toList();
        return catalog.capacities(scope, kind, ids).map(stocks -> {
            holders.forEach(holder -> setStock(holder, stocks));
            return null;
        });
    }

    private static void setStock(ObjectNode holder, Map<String, Capacity> stocks) {
        Capacity stock = stocks.getOrDefault(holder.get("id").textValue(), Capacity.UNLIMITED);
        Integer capacity = stock.capacity();
        holder.put("stock", capacity == null ? null : capacity - stock.taken());
    }
}
