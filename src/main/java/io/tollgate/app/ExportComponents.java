package io.tollgate.app;

import io.tollgate.catalog.checkoutpage.CheckoutPages;
import io.tollgate.catalog.coupon.Coupons;
import io.tollgate.catalog.event.Events;
import io.tollgate.catalog.file.Files;
import io.tollgate.catalog.form.Forms;
import io.tollgate.catalog.product.Products;
import io.tollgate.platform.api.ResourceRoutes;
import io.tollgate.platform.export.Exports;
import io.tollgate.platform.export.ListFile;
import io.tollgate.platform.http.Composition;
import io.tollgate.platform.resource.Resource;
import io.tollgate.sales.invoice.Invoices;
import io.tollgate.sales.savedexport.ExportDownload;
import io.tollgate.sales.savedexport.ExportLinks;
import io.tollgate.sales.savedexport.ExportedLists;
import io.tollgate.sales.savedexport.SavedExportParts;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;

/** Creates the components of saved exports. */
final class ExportComponents {
    private ExportComponents() {}

    static SavedExportParts parts(LoopComponents loop) {
        return new SavedExportParts(
                loop.writes,
                new ExportedLists(loop.exports(), lists(loop)),
                loop.store,
                loop.config.storage().quota(),
                links(loop),
                Duration.ofDays(loop.config.exports().fileDays()));
    }

    static ExportDownload download(LoopComponents loop) {
        return new ExportDownload(loop.database, loop.store, loop.exports(), links(loop));
    }

    static ExportLinks links(LoopComponents loop) {
        return new ExportLinks(loop.shared.secrets.linkKey(), loop.shared.publicUrl(), loop.clock);
    }

    /** Returns the lists with pages, as their endpoints show them. */
    private static Map<String, ListFile.Source> lists(LoopComponents loop) {
        Map<Resource, Composition.Factory> composed = Map.of(
                CheckoutPages.RESOURCE, loop.checkoutPages(),
                Forms.RESOURCE, loop.forms(),
                Events.RESOURCE, loop.events(),
                Products.RESOURCE, loop.products(),
                Coupons.RESOURCE, loop.coupons(),
                Files.RESOURCE, Composition.NONE);
        Map<String, ListFile.Source> lists = new LinkedHashMap<>();
        for (Resource resource : Endpoints.RESOURCES) {
            Composition.Factory composition = composed.get(resource);
            if (composition != null) {
                add(lists, resource, ResourceRoutes.shown(resource, composition.of(loop.catalog)));
            } else if (resource == Invoices.RESOURCE) {
                add(lists, resource, ResourceRoutes.shown(loop.invoiceCopy(false)));
            } else if (resource.recorded()) {
                add(lists, resource, ResourceRoutes.shown(ResourceRoutes.UNCHANGED));
            }
        }
        return lists;
    }

    private static void add(Map<String, ListFile.Source> lists, Resource resource, Exports.Shown shown) {
        lists.put(resource.name(), new ListFile.Source(resource, shown));
    }
}
