package io.tollgate.http;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tollgate.audit.AuditLog;
import io.tollgate.audit.Changes;
import io.tollgate.clock.Times;
import io.tollgate.db.Ids;
import io.tollgate.error.ApiError;
import io.tollgate.records.Records;
import io.tollgate.records.Records.Stored;
import io.tollgate.records.Rendering;
import io.tollgate.resource.Resource;
import io.tollgate.resource.Scope;
import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpMethod;
import io.vertx.sqlclient.SqlConnection;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One write at work: its transaction, its moment, and who asked for it. What is written through it
 * leaves its trail in the audit log.
 */
public final class Write {
    private final SqlConnection transaction;
    private final Request request;
    private final Ids ids;
    private final Instant now;
    private final AuditLog.Author author;

    Write(SqlConnection transaction, Request request, String route, Ids ids, Instant now) {
        this.transaction = transaction;
        this.request = request;
        this.ids = ids;
        this.now = now;
        Caller caller = request.caller();
        this.author = new AuditLog.Author(caller.writing(), caller.keyId(), route, RequestLog.id(request.context()));
    }

    public SqlConnection transaction() {
        return transaction;
    }

    public Caller caller() {
        return request.caller();
    }

    /** Whose records, in the mode of the key: writes act there. */
    public Scope scope() {
        return author.scope();
    }

    /** The one moment of all that this write does. */
    public Instant now() {
        return now;
    }

    /** An id for a record created by this write. */
    public String newId() {
        return ids.next(now);
    }

    /**
     * One record as it stands, held until the end of the write. 404 when there is none; 412 when the
     * request is a change of a state that {@code If-Match} names and that is no longer there.
     */
    public Future<Stored> lock(Scope scope, Resource resource, String id) {
        return Records.lock(transaction, scope, resource, id).map(stored -> {
            List<String> named = request.context().request().headers().getAll("If-Match");
            boolean change = request.context().request().method().equals(HttpMethod.PATCH);
            if (change && !named.isEmpty() && !Etag.matches(named, stored.bytes())) {
                throw ApiError.refused(
                        412,
                        "precondition_failed",
                        resource.noun() + " has changed since it was read. Read it again and decide anew.");
            }
            return stored;
        });
    }

    /** Writes a new record of what happened; gives its bytes. */
    public Future<Buffer> insert(Scope scope, Resource resource, ObjectNode record) {
        return Future.all(Records.insert(transaction, scope, resource, record), trail(resource, null, record))
                .map(done -> rendered(resource, record));
    }

    /**
     * Writes a record over its former state, and when; gives its bytes. One that shows the same is left
     * alone.
     */
    public Future<Buffer> update(Scope scope, Resource resource, Stored former, ObjectNode record) {
        if (Changes.none(resource.fields(), former.record(), record)) {
            return Future.succeededFuture(former.bytes());
        }
        record.put("updatedAt", Times.text(now));
        return Future.all(
                        Records.update(transaction, scope, resource, former.record(), record),
                        trail(resource, former.record(), record))
                .map(done -> rendered(resource, record));
    }

    private Future<Void> trail(Resource resource, @Nullable ObjectNode before, ObjectNode after) {
        String recordId = after.get("id").textValue();
        return AuditLog.append(
                transaction, author, newId(), now, recordId, Changes.between(resource.fields(), before, after));
    }

    private static Buffer rendered(Resource resource, ObjectNode record) {
        return Buffer.buffer(Rendering.render(resource.fields(), record));
    }
}
