package io.tollgate.taxrate;

import io.tollgate.records.Records;
import io.tollgate.records.Records.Stored;
import io.tollgate.resource.Resource;
import io.tollgate.write.WriteContext;
import io.vertx.core.Future;

/** Holds documents that a write changes beside the one that it is about: {@code If-Match} does not name these. */
final class LockedDocuments {
    private LockedDocuments() {}

    static Future<Stored> lock(WriteContext write, Resource resource, String id) {
        return Records.lock(write.transaction(), write.scope(), resource, id);
    }
}
