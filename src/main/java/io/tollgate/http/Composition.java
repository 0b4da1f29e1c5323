package io.tollgate.http;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tollgate.records.CatalogDocuments;
import io.tollgate.resource.Scope;
import io.vertx.core.Future;
import java.util.List;

/** Completes records of the catalogue with what is kept apart from their documents. */
public interface Composition {
    /** For what is stored whole. */
    Over NONE = catalogue -> (scope, documents) -> Future.succeededFuture(documents);

    /** Gives the same records in the same order, completed in place or anew. */
    Future<List<ObjectNode>> compose(Scope scope, List<ObjectNode> documents);

    /** Makes a composition over the catalogue as it stands, or as a transaction sees it. */
    interface Over {
        Composition over(CatalogDocuments catalogue);
    }
}
