package io.tollgate.catalog.checkoutpage;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tollgate.catalog.page.PageDuplication;
import io.tollgate.catalog.page.PageRecords;
import io.tollgate.catalog.product.NewProducts;
import io.tollgate.catalog.product.OrderBumpCopies;
import io.tollgate.catalog.product.ProductComposition;
import io.tollgate.catalog.product.Products;
import io.tollgate.platform.records.Records.Stored;
import io.tollgate.platform.resource.Resource;
import io.tollgate.platform.write.WriteContext;
import io.vertx.core.Future;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The product and the order bumps of a checkout page that is copied. */
final class CheckoutPageParts implements PageDuplication.Parts {
    @Override
    public @Nullable Resource resource(ObjectNode part) {
        return part.has("id") ? Products.RESOURCE : null;
    }

    @Override
    public Future<List<ObjectNode>> read(WriteContext write, Stored page) {
        String id = page.record().path("id").asText();
        return OrderBumpCopies.read(write, CheckoutPages.RESOURCE, id)
                .compose(bumps -> write.catalog()
                        .documents(write.scope(), "product", "page_id", List.of(id), "page_id")
                        .compose(found -> new ProductComposition(write.catalog())
                                .compose(write.scope(), found.getOrDefault(id, List.of())))
                        .map(products -> {
                            List<ObjectNode> all = new ArrayList<>(products);
                            all.addAll(bumps);
                            return all;
                        }));
    }

    /** The first copy is that of the product. */
    @Override
    public Future<Stored> insert(WriteContext write, PageRecords pages, ObjectNode page, List<ObjectNode> copies) {
        String id = page.path("id").asText();
        ObjectNode product = copies.get(0);
        return CheckoutPageRoutes.insert(write, page, product.path("title").asText())
                .compose(stored -> OrderBumpCopies.insert(write, id, copies.subList(1, copies.size()))
                        .compose(done -> NewProducts.insertCopy(write, id, product))
                        .map(stored));
    }
}
