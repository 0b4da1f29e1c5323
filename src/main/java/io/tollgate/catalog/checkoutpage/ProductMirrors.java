package io.tollgate.catalog.checkoutpage;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tollgate.catalog.product.Products;
import io.tollgate.platform.input.Input;
import io.tollgate.platform.records.Records;
import io.tollgate.platform.records.Records.Stored;
import io.tollgate.platform.write.WriteContext;
import io.vertx.core.Future;
import java.util.List;
import java.util.Map;

/** Product settings that checkout pages repeat. Setting them with the page is deprecated, but still possible. */
final class ProductMirrors {
    private static final String LIMIT = "limitSubscriptions";
    private static final String LIMIT_PROCESSOR = "limitSubscriptionsProcessor";
    private static final String FILES = "enableFileAccessForInactiveSubscriptions";

    private ProductMirrors() {}

    /** Rejects a setting that is sent with both the page and the product. Ignores {@code false} in the page. */
    static void check(Input page, Input product) {
        for (String name : List.of(LIMIT, LIMIT_PROCESSOR, FILES)) {
            String own = name.equals(FILES) ? FILES : LIMIT;
            page.rule(!page.sets(name) || !product.has(own), name, "cannot be given together with productData." + own);
        }
    }

    /** Applies the settings in the body of a new page to its product. */
    static Future<Void> create(WriteContext write, Input page, Stored product) {
        boolean any = page.sets(LIMIT) || page.sets(LIMIT_PROCESSOR) || page.sets(FILES);
        return any ? apply(write, page, product) : Future.succeededFuture();
    }

    private static boolean any(Input page) {
        return page.has(LIMIT) || page.has(LIMIT_PROCESSOR) || page.has(FILES);
    }

    /** Applies the settings in the body of a page update to its product. */
    static Future<Void> apply(WriteContext write, Input page, String productId) {
        if (!any(page)) {
            return Future.succeededFuture();
        }
        return Records.lock(write.transaction(), write.scope(), Products.RESOURCE, productId)
                .compose(product -> apply(write, page, product));
    }

    private static Future<Void> apply(WriteContext write, Input page, Stored former) {
        ObjectNode product = former.record().deepCopy();
        ObjectNode limit = product.withObjectProperty(LIMIT);
        if (page.has(LIMIT)) {
            limit.put("enabled", page.object(LIMIT).bool("enabled", false));
        }
        if (page.has(LIMIT_PROCESSOR)) {
            limit.withObjectProperty(LIMIT_PROCESSOR)
                    .put("enabled", page.object(LIMIT_PROCESSOR).bool("enabled", false));
        }
        if (page.has(FILES)) {
            product.put(FILES, page.bool(FILES, false));
        }
        return write.update(Products.RESOURCE, former, product, Map.of()).mapEmpty();
    }
}
