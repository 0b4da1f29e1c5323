package io.tollgate.storefront.pages;

import io.tollgate.catalog.checkoutpage.HostedPages;
import io.tollgate.catalog.checkoutpage.HostedPages.Hosted;
import io.tollgate.catalog.file.FileLinks;
import io.tollgate.catalog.model.PageTexts.ProductContent;
import io.tollgate.platform.error.ApiError;
import io.tollgate.platform.resource.Scope;
import io.tollgate.sales.checkout.OrderFacts;
import io.vertx.core.Future;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * The files that a buyer receives: those of the product and of the chosen options, as the product has them now. The
 * confirmation links to an address of the order, which redirects to a link that is valid for five minutes.
 */
record OrderFiles(HostedPages pages, FileLinks links) {
    static final String PATH = "/files/";

    /** @param path where the buyer downloads the file */
    record FileLink(String path, String name, long size) {}

    /** Returns the files of an order, in the order of the product. */
    Future<List<FileLink>> of(Hosted hosted, OrderFacts order, String orderPath) {
        Set<String> ids = ids(hosted, order);
        if (ids.isEmpty()) {
            return Future.succeededFuture(List.of());
        }
        return pages.files(hosted.seller().id(), ids)
                .map(found -> found.stream()
                        .map(file -> new FileLink(orderPath + PATH + file.id(), file.name(), file.size()))
                        .toList());
    }

    private static Set<String> ids(Hosted hosted, OrderFacts order) {
        ProductContent product =
                hosted instanceof HostedPages.HostedPage ? hosted.content().product() : null;
        if (product == null) {
            return Set.of();
        }
        Set<String> ids = new LinkedHashSet<>(product.fileIds());
        product.variants().stream()
                .flatMap(variant -> variant.options().stream())
                .filter(option -> order.optionIds().contains(option.id()))
                .forEach(option -> ids.addAll(option.fileIds()));
        return ids;
    }

    /**
     * Returns the signed link to a file of an order.
     *
     * @throws ApiError 404 if the order does not include the file
     */
    Future<String> link(Hosted hosted, OrderFacts order, String fileId) {
        if (!ids(hosted, order).contains(fileId)) {
            throw ApiError.notFound("File");
        }
        return pages.files(hosted.seller().id(), Set.of(fileId)).map(found -> {
            if (found.isEmpty()) {
                throw ApiError.notFound("File");
            }
            Scope scope = new Scope(hosted.seller().id(), true);
            return links.sign(scope, fileId, found.get(0).name());
        });
    }
}
