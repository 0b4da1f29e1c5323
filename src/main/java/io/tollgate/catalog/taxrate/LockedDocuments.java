package io.tollgate.catalog.taxrate;

import io.tollgate.platform.records.Records;
import io.tollgate.platform.records.Records.Stored;
import io.tollgate.platform.resource.Resource;
import io.tollgate.platform.write.WriteContext;
import io.vertx.core.Future;

/** Locks documents that a write changes in addition to its own. {@code If-Match} does not apply to them. */
final class LockedDocuments {
    private LockedDocuments() {}

    static Future<Stored> lock(WriteContext write, Resource resource, String id) {
        return Records.lock(write.transaction(), write.scope(), resource, id);
    }
}
