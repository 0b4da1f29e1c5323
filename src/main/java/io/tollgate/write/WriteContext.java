package io.tollgate.write;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tollgate.audit.AuditLog;
import io.tollgate.audit.Changes;
import io.tollgate.clock.Times;
import io.tollgate.db.Ids;
import io.tollgate.db.SqlState;
import io.tollgate.error.ApiError;
import io.tollgate.http.ApiResponse;
import io.tollgate.http.Caller;
import io.tollgate.http.Composition;
import io.tollgate.http.Etag;
import io.tollgate.http.RequestId;
import io.tollgate.input.IdempotencyKey;
import io.tollgate.input.Request;
import io.tollgate.records.CatalogDocuments;
import io.tollgate.records.DocumentFiles;
import io.tollgate.records.Documents;
import io.tollgate.records.Records;
import io.tollgate.records.Records.Stored;
import io.tollgate.records.Rendering;
import io.tollgate.resource.Resource;
import io.tollgate.resource.Scope;
import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import io.vertx.sqlclient.SqlConnection;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One write at work: its transaction, its moment, and who asked for it. What is written through it
 * leaves its trail in the audit log.
 */
public final class WriteContext {
    /** Those that are about one record that was read before. */
    private final SqlConnection transaction;

    private final Request request;
    private final Instant now;
    private final AuditLog.Author author;
    private final PipelinedStatements ahead;
    private final boolean again;

    /** @param again whether an earlier attempt of the same request was given up */
    WriteContext(
            SqlConnection transaction,
            Request request,
            String route,
            Instant now,
            PipelinedStatements ahead,
            boolean again) {
        this.transaction = transaction;
        this.request = request;
        this.now = now;
        this.ahead = ahead;
        this.again = again;
        Caller caller = request.caller();
        this.author = new AuditLog.Author(caller.writing(), caller.keyId(), route, RequestId.of(request.context()));
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

    /** Under which the caller may send the request again, if it gave a key. */
    public @Nullable IdempotencyKey idempotencyKey() {
        return IdempotencyKey.of(request);
    }

    /** The entry of the trail that a job writes for this request where it ends after it. */
    public AuditLog.Author author() {
        return author;
    }

    /** The one moment of all that this write does. */
    public Instant now() {
        return now;
    }

    /** An id for a record created by this write. */
    public String newId() {
        return Ids.next(now);
    }

    /**
     * One record as it stands, held until the end of the write. 404 when there is none; 412 when the
     * request changes or deletes a state that {@code If-Match} names and that is no longer there.
     */
    public Future<Stored> lock(Scope scope, Resource resource, String id) {
        return Records.lock(transaction, scope, resource, id).map(stored -> {
            expect(resource, stored.bytes());
            return stored;
        });
    }

    /**
     * Locks one record, for a request that only one caller can win. Returns 409 at once if another transaction holds
     * it. A second attempt waits: its first one may hold the lock over a connection that was lost.
     */
    public Future<Stored> lockNow(Scope scope, Resource resource, String id) {
        if (again) {
            return lock(scope, resource, id);
        }
        return Records.lockNow(transaction, scope, resource, id)
                .recover(failure -> Future.failedFuture(
                        SqlState.isLocked(failure)
                                ? ApiError.busy(
                                        "idempotency_conflict",
                                        resource.noun() + " is being changed by another request. Try again shortly.")
                                : failure))
                .map(stored -> {
                    expect(resource, stored.bytes());
                    return stored;
                });
    }

    /** 412 where the request changes or deletes a state that is no longer there, of a record that the caller holds. */
    public void expect(Resource resource, Buffer bytes) {
        List<String> named = request.ifMatch();
        if (!named.isEmpty() && !named.contains("*") && !named.contains(Etag.of(bytes))) {
            throw ApiError.refused(
                    412,
                    "precondition_failed",
                    resource.noun() + " has changed since it was read. Read it again and decide anew.");
        }
    }

    /**
     * Leaves the trail of what has a table of its own.
     *
     * @param before null where it is new
     * @param after null where it is gone
     */
    public Future<Void> trail(
            Resource resource, String recordId, @Nullable ObjectNode before, @Nullable ObjectNode after) {
        return AuditLog.append(
                transaction, author, newId(), now, recordId, Changes.between(resource.fields(), before, after));
    }

    /** Writes a new record of what happened; gives its bytes. */
    public Future<Buffer> insert(Scope scope, Resource resource, ObjectNode record) {
        return Future.all(Records.insert(transaction, scope, resource, record), trail(resource, null, record))
                .map(done -> rendered(resource, record));
    }

    /**
     * Goes on without waiting for a statement that was sent: the commit comes after it, and fails where it
     * failed. For what is last, so that rows that others want are not held longer than they must be.
     */
    public void ahead(Future<?> statement) {
        ahead.add(statement);
    }

    /** Writes a new record of what happened without waiting; gives its bytes. */
    public Buffer insertAhead(Scope scope, Resource resource, ObjectNode record) {
        ahead(Records.insert(transaction, scope, resource, record));
        ahead(trail(resource, null, record));
        return rendered(resource, record);
    }

    /** Writes new records of what happened, of one resource. */
    public Future<Void> insertAll(Scope scope, Resource resource, List<ObjectNode> records) {
        List<ObjectNode> trail = records.stream()
                .map(record -> AuditLog.entry(
                        author,
                        newId(),
                        now,
                        record.get("id").textValue(),
                        Changes.between(resource.fields(), null, record)))
                .toList();
        return Future.all(
                        Records.insertAll(transaction, scope, resource, records),
                        AuditLog.append(transaction, author, trail))
                .mapEmpty();
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

    /** The catalogue as this write sees it, its own changes included. */
    public CatalogDocuments catalogue() {
        return CatalogDocuments.in(transaction);
    }

    /** A document of the catalogue under lock, completed with what is kept apart from it. */
    public Future<Stored> lock(Resource resource, String id, Composition.Over composition) {
        return lock(scope(), resource, id).compose(stored -> composed(stored, composition));
    }

    /**
     * Writes a new document of the catalogue. Fields that are kept apart from it are left out; the
     * trail tells them.
     *
     * @param columns that the definition does not tell of, by name
     */
    public Future<Stored> insert(Resource resource, ObjectNode document, Map<String, ?> columns) {
        return Documents.insert(transaction, scope(), resource, document, columns, now)
                .compose(stored -> files(resource, MissingNode.getInstance(), stored.asStored())
                        .compose(done -> trail(resource, null, document))
                        .map(stored));
    }

    /** Writes a document over its former state, and when. One that shows the same is left alone. */
    public Future<Stored> update(Resource resource, Stored former, ObjectNode document, Map<String, ?> columns) {
        if (Changes.none(resource.fields(), former.record(), document)) {
            return Future.succeededFuture(former);
        }
        if (document.has("updatedAt")) {
            document.put("updatedAt", Times.text(now));
        }
        return Documents.update(transaction, scope(), resource, document, columns, now)
                .compose(stored -> files(resource, former.asStored(), stored.asStored())
                        .compose(done -> trail(resource, former.record(), document))
                        .map(stored));
    }

    /** Removes a document that nothing refers to. */
    public Future<Void> delete(Resource resource, Stored former) {
        String id = former.record().get("id").textValue();
        return DocumentFiles.write(transaction, scope(), resource, id, former.asStored(), MissingNode.getInstance())
                .compose(done -> Documents.delete(transaction, scope(), resource, id))
                .compose(done -> trail(resource, id, former.record(), null));
    }

    private Future<Void> files(Resource resource, JsonNode former, ObjectNode document) {
        return DocumentFiles.write(
                transaction, scope(), resource, document.get("id").textValue(), former, document);
    }

    /** What is answered: the document as a get would show it now. */
    public Future<ApiResponse> answer(int status, Resource resource, Stored stored, Composition.Over composition) {
        return composed(stored, composition)
                .map(shown -> ApiResponse.record(status, rendered(resource, shown.record()))
                        .with("ETag", Etag.of(stored.bytes())));
    }

    private Future<Stored> composed(Stored stored, Composition.Over composition) {
        List<ObjectNode> document = List.of(stored.record().deepCopy());
        return composition
                .over(catalogue())
                .compose(scope(), document)
                .map(shown -> new Stored(stored.bytes(), shown.get(0)));
    }

    private Future<Void> trail(Resource resource, @Nullable ObjectNode before, ObjectNode after) {
        return trail(resource, after.get("id").textValue(), before, after);
    }

    private static Buffer rendered(Resource resource, ObjectNode record) {
        return Buffer.buffer(Rendering.render(resource.fields(), record));
    }
}
