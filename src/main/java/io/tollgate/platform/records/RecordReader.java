package io.tollgate.platform.records;

import io.tollgate.platform.db.Database;
import io.tollgate.platform.error.ApiError;
import io.tollgate.platform.resource.Resource;
import io.tollgate.platform.resource.Scope;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.buffer.Buffer;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import io.vertx.sqlclient.Tuple;
import java.util.Map;

/**
 * Reads single records by id. Requests of one scope for one resource within one event loop iteration share one
 * statement.
 */
final class RecordReader {
    /** Maximum number of ids of a statement, because its result delays others on the same pipelined connection. */
    private static final int IDS_MAX = 16;

    private final Database database;
    private final TenantGuards guards;
    private final RequestBatcher<Kind, String, Buffer> batcher = new RequestBatcher<>();

    /** The batch key of a statement. Uses the resource name, because hashing a whole definition is slow. */
    private record Kind(Scope scope, String resource) {}

    RecordReader(Database database, TenantGuards guards) {
        this.database = database;
        this.guards = guards;
    }

    /** Returns the rendered record, or fails with 404 if none exists in this scope. */
    Future<Buffer> get(Scope scope, Resource resource, String id) {
        Kind kind = new Kind(scope, resource.name());
        return batcher.join(kind, id, IDS_MAX, wanted -> readBatch(scope, resource, wanted));
    }

    private Future<Void> readBatch(Scope scope, Resource resource, Map<String, Promise<Buffer>> wanted) {
        String[] ids = wanted.keySet().toArray(new String[0]);
        boolean one = ids.length == 1;
        String sql = (one ? Records.getSql(resource) : someSql(resource)) + PageReach.condition(scope, resource);
        Object asked = one ? ids[0] : ids;
        Tuple values = Tuple.of(scope.sellerId(), asked);
        if (resource.recorded()) {
            values.addBoolean(scope.live());
        }
        if (PageReach.restricts(scope, resource)) {
            values.addArrayOfString(PageReach.ids(scope));
        }
        return database.get(guards.statement().apply(sql), values).compose(rows -> {
            answer(scope, resource, wanted, rows);
            return Future.succeededFuture();
        });
    }

    private void answer(Scope scope, Resource resource, Map<String, Promise<Buffer>> wanted, RowSet<Row> rows) {
        for (Row row : rows) {
            Promise<Buffer> promise = wanted.get(row.getString(3));
            if (promise != null) {
                RequestBatcher.complete(promise, () -> record(scope, row));
            }
        }
        wanted.values().forEach(promise -> promise.tryFail(ApiError.notFound(resource.noun())));
    }

    /** Returns one record. A row of another tenant fails only the requests for that record. */
    private Buffer record(Scope scope, Row row) {
        guards.comparison().accept(scope, row);
        return row.getBuffer(2);
    }

    /** Returns the statement for several ids. */
    static String someSql(Resource resource) {
        return Records.getSql(resource).replace("id = $2", "id = ANY ($2)");
    }
}
