package io.tollgate.app;

import io.tollgate.accounts.seller.Sellers;
import io.tollgate.platform.db.Database;
import io.tollgate.platform.http.Networks;
import io.tollgate.platform.task.Tasks;
import io.tollgate.platform.write.WriteExecutor;
import io.tollgate.processor.Processing;
import io.tollgate.sales.subscription.CustomerCancellation;
import io.tollgate.storefront.pages.OverdueLinks;
import io.tollgate.storefront.portal.DocumentSources;
import io.tollgate.storefront.portal.PortalPages;

/** Builds the customer portal of one event loop. */
final class PortalComponents {
    private PortalComponents() {}

    /** @param database the clients of buyers' pages */
    static PortalPages pages(ApiVerticle.SharedParts shared, Database database, DocumentSources documents) {
        Config config = shared.config();
        WriteExecutor writes = new WriteExecutor(database, shared.clock());
        Processing processing = new Processing(shared.processor(), new Tasks(database, shared.clock()), database);
        return new PortalPages(
                new Sellers(database),
                new PortalPages.Parts(
                        writes,
                        shared.secrets().linkKey(),
                        config.portal(),
                        shared.buyerRateLimit(),
                        documents,
                        new OverdueLinks(shared.secrets().linkKey(), ApiVerticle.publicUrl(config)),
                        new CustomerCancellation(writes, processing),
                        Networks.of(config.server().trustedProxies()),
                        ApiVerticle.publicUrl(config).startsWith("https:"),
                        config.limits().bodyTimeoutMillis()));
    }
}
