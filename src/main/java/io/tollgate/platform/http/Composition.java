package io.tollgate.platform.http;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tollgate.platform.records.CatalogDocuments;
import io.tollgate.platform.resource.Scope;
import io.vertx.core.Future;
import java.util.List;

/** Completes catalog documents with data that is stored outside them. */
public interface Composition {
    /** A composition that changes nothing, for documents that are stored completely. */
    Factory NONE = catalog -> (scope, documents) -> Future.succeededFuture(documents);

    /** Returns the same records in the same order, each completed in place or as a copy. */
    Future<List<ObjectNode>> compose(Scope scope, List<ObjectNode> documents);

    /** Creates a composition that reads the committed catalog, or the catalog as a transaction sees it. */
    interface Factory {
        Composition of(CatalogDocuments catalog);
    }
}
