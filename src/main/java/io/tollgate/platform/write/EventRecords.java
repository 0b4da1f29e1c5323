package io.tollgate.platform.write;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tollgate.platform.http.Composition;
import io.tollgate.platform.records.CatalogDocuments;
import io.tollgate.platform.records.Rendering;
import io.tollgate.platform.resource.Resource;
import io.tollgate.platform.resource.Scope;
import io.tollgate.platform.schema.Field;
import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import java.util.List;
import java.util.Map;

/**
 * What events show of catalog documents: the records of the API, with the data that is stored outside the documents.
 *
 * @param compositions by resource; the documents of all others are complete
 * @param appended called after the commit of changes that cause events
 */
public record EventRecords(Map<Resource, Composition.Factory> compositions, Runnable appended) {
    /** Completes nothing and tells nobody. */
    public static final EventRecords NONE = new EventRecords(Map.of(), () -> {});

    Future<Buffer> complete(CatalogDocuments catalog, Scope scope, Resource resource, ObjectNode document) {
        List<String> names = resource.fields().stream().map(Field::name).toList();
        return compositions
                .getOrDefault(resource, Composition.NONE)
                .of(catalog)
                .compose(scope, List.of(document))
                .map(composed -> Buffer.buffer(Rendering.render(
                        resource.fields(), composed.get(0).deepCopy().retain(names))));
    }
}
