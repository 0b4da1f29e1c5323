package io.tollgate.platform.write;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tollgate.platform.audit.AuditLog;
import io.tollgate.platform.audit.Changes;
import io.tollgate.platform.clock.Times;
import io.tollgate.platform.db.Ids;
import io.tollgate.platform.db.SqlState;
import io.tollgate.platform.db.TestClock;
import io.tollgate.platform.error.ApiError;
import io.tollgate.platform.event.Actor;
import io.tollgate.platform.event.ReportedChanges;
import io.tollgate.platform.http.ApiResponse;
import io.tollgate.platform.http.Caller;
import io.tollgate.platform.http.Composition;
import io.tollgate.platform.http.Etag;
import io.tollgate.platform.input.IdempotencyKey;
import io.tollgate.platform.input.Request;
import io.tollgate.platform.records.CatalogDocuments;
import io.tollgate.platform.records.DocumentFiles;
import io.tollgate.platform.records.Documents;
import io.tollgate.platform.records.Records;
import io.tollgate.platform.records.Records.Stored;
import io.tollgate.platform.records.Rendering;
import io.tollgate.platform.resource.Resource;
import io.tollgate.platform.resource.Scope;
import io.tollgate.platform.schema.Field;
import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import io.vertx.sqlclient.SqlConnection;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The context of one write: its transaction, its time and its author. Changes made with an API key are recorded in the
 * audit log; those of buyers and of background work are not. Every change of a record causes the events that its
 * resource declares.
 */
public final class WriteContext {
    private final SqlConnection transaction;
    private final @Nullable Request request;
    private final Scope scope;
    private final TestClock.Reading time;
    private final AuditLog.@Nullable Author author;
    private final Actor actor;
    private final ReportedChanges reported;
    final AuditTrail trail;
    private final PipelinedStatements awaitAtCommit;
    private final boolean again;

    /** @param again whether an earlier attempt of the same request failed */
    WriteContext(
            SqlConnection transaction,
            Request request,
            String route,
            TestClock.Reading time,
            PipelinedStatements ahead,
            boolean again) {
        this(
                transaction,
                request,
                request.caller().writing(),
                time,
                ahead,
                new Causer(
                        AuditTrail.author(request, route),
                        Actor.ofKey(request.caller().keyId())),
                again,
                new ReportedChanges(time.real()));
    }

    /** @param causer the key whose request a background job finishes, or who else causes the write */
    WriteContext(
            SqlConnection transaction, Scope scope, TestClock.Reading time, PipelinedStatements ahead, Causer causer) {
        this(transaction, null, scope, time, ahead, causer, false, new ReportedChanges(time.real()));
    }

    /**
     * Who causes a write.
     *
     * @param author in the audit log; null for a write without an API key
     */
    record Causer(AuditLog.@Nullable Author author, Actor actor) {
        /** @param otherwise who causes a write without an author */
        static Causer of(AuditLog.@Nullable Author author, Actor otherwise) {
            return new Causer(author, author == null ? otherwise : actor(author));
        }

        static Actor actor(AuditLog.Author author) {
            String key = author.keyId();
            return key == null || key.isEmpty() ? Actor.CUSTOMER : Actor.ofKey(key);
        }
    }

    private WriteContext(
            SqlConnection transaction,
            @Nullable Request request,
            Scope scope,
            TestClock.Reading time,
            PipelinedStatements ahead,
            Causer causer,
            boolean again,
            ReportedChanges reported) {
        this.transaction = transaction;
        this.request = request;
        this.scope = scope;
        this.time = time;
        this.author = causer.author();
        this.actor = causer.actor();
        this.reported = reported;
        this.trail = AuditTrail.of(transaction, author, time.real());
        this.awaitAtCommit = ahead;
        this.again = again;
    }

    /** Returns this write with the mode and the time of a record, which may differ from those of the key. */
    public Future<WriteContext> in(Scope other) {
        return TestClock.in(transaction, other, time::real)
                .map(read -> new WriteContext(
                        transaction, request, other, read, awaitAtCommit, new Causer(author, actor), again, reported));
    }

    public SqlConnection transaction() {
        return transaction;
    }

    /** Returns the caller of a write with an API key. */
    public Caller caller() {
        return Objects.requireNonNull(request, "the write has no API key").caller();
    }

    public Scope scope() {
        return scope;
    }

    public @Nullable IdempotencyKey idempotencyKey() {
        return request == null ? null : IdempotencyKey.of(request);
    }

    /** Returns the author of a write with an API key, and of a job that finishes the change. */
    public AuditLog.Author author() {
        return Objects.requireNonNull(author, "the write has no API key");
    }

    /** Returns the time of the write, which is the same for all its changes: in test mode, that of the test clock. */
    public Instant now() {
        return time.now();
    }

    /** Returns the real time of the write, for what does not follow the test clock. */
    public Instant realTime() {
        return time.real();
    }

    /** Returns whether the test clock of the scope is moving. */
    public boolean testClockMoves() {
        return time.moving();
    }

    /** Returns a new id for a record created by this write. */
    public String newId() {
        return Ids.next(now());
    }

    /**
     * Locks a record until the end of the write and returns it.
     *
     * @throws ApiError 404 if there is no such record; 412 if it does not match the {@code If-Match} of the request
     */
    public Future<Stored> lock(Scope scope, Resource resource, String id) {
        return Records.lock(transaction, scope, resource, id).map(stored -> {
            expect(resource, stored.bytes());
            return stored;
        });
    }

    /**
     * Locks a record for a request that only one caller can win. Returns 409 at once if another transaction has locked
     * it. A second attempt waits, because the first may still hold the lock over a lost connection.
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

    /**
     * Checks {@code If-Match} against the stored bytes of a locked record.
     *
     * @throws ApiError 412 if the request has an {@code If-Match} that does not match
     */
    public void expect(Resource resource, Buffer bytes) {
        List<String> named = request == null ? List.of() : request.ifMatch();
        if (!named.isEmpty() && !named.contains("*") && !named.contains(Etag.of(bytes))) {
            throw ApiError.refused(
                    412,
                    "precondition_failed",
                    resource.noun() + " has changed since it was read. Read it again and retry with its current ETag.");
        }
    }

    /** Appends an audit entry for a record that is stored outside the generic tables; see {@link AuditTrail#append}. */
    public Future<Void> audit(
            Resource resource, String recordId, @Nullable ObjectNode before, @Nullable ObjectNode after) {
        return trail.append(resource, recordId, before, after);
    }

    /** Appends the events of all changes. Call once, after the last change. Does not wait for the statement. */
    void report() {
        if (!reported.isEmpty()) {
            awaitAtCommit.addReport(reported.append(transaction));
        }
    }

    /** Reports a change whose statements are sent and returns the bytes of the record. */
    private Future<Buffer> change(
            Scope of, Resource resource, @Nullable ObjectNode before, ObjectNode after, Future<?>... statements) {
        Buffer rendered = Buffer.buffer(Rendering.render(resource.fields(), after));
        Runnable undo = reported.add(of, actor, resource, before, after, () -> rendered);
        return Future.all(List.of(statements)).onFailure(failed -> undo.run()).map(rendered);
    }

    /** Reports a change of a document, in which what is stored apart is missing. */
    private Future<Stored> change(
            Resource resource, @Nullable ObjectNode before, ObjectNode after, Future<Stored> statement) {
        Runnable undo = reported.add(scope, actor, resource, before, after, () -> {
            List<String> names = resource.fields().stream().map(Field::name).toList();
            return Buffer.buffer(after.deepCopy().retain(names).toString());
        });
        return statement.onFailure(failed -> undo.run());
    }

    /** Inserts a record with its audit entry and returns its bytes. */
    public Future<Buffer> insert(Scope scope, Resource resource, ObjectNode record) {
        return change(
                scope,
                resource,
                null,
                record,
                Records.insert(transaction, scope, resource, record),
                audit(resource, null, record));
    }

    /** Lets the commit wait for a sent statement. Use it for the last ones, so that row locks are released sooner. */
    public void awaitAtCommit(Future<?> statement) {
        awaitAtCommit.add(statement);
    }

    /** Inserts a record with its audit entry without waiting and returns its bytes. */
    public Buffer insertWithoutWaiting(Scope scope, Resource resource, ObjectNode record) {
        Future<Void> inserted = Records.insert(transaction, scope, resource, record);
        Future<Void> audited = audit(resource, null, record);
        awaitAtCommit(inserted);
        awaitAtCommit(audited);
        Buffer rendered = rendered(resource, record);
        Runnable unused = reported.add(scope, actor, resource, null, record, () -> rendered);
        return rendered;
    }

    /** Inserts records of one resource with their audit entries. */
    public Future<Void> insertAll(Scope scope, Resource resource, List<ObjectNode> records) {
        List<Runnable> undo = records.stream()
                .map(record -> reported.add(scope, actor, resource, null, record, () -> rendered(resource, record)))
                .toList();
        return Future.all(Records.insertAll(transaction, scope, resource, records), trail.appendNew(resource, records))
                .onFailure(failed -> undo.forEach(Runnable::run))
                .mapEmpty();
    }

    /** Updates a record and its {@code updatedAt} and returns its bytes. Does nothing if it is unchanged. */
    public Future<Buffer> update(Scope scope, Resource resource, Stored former, ObjectNode record) {
        if (Changes.none(resource.fields(), former.record(), record)) {
            return Future.succeededFuture(former.bytes());
        }
        record.put("updatedAt", Times.text(now()));
        return change(
                scope,
                resource,
                former.record(),
                record,
                Records.update(transaction, scope, resource, former.record(), record),
                audit(resource, former.record(), record));
    }

    /** Returns the catalog documents as this transaction sees them, including its own changes. */
    public CatalogDocuments catalog() {
        return CatalogDocuments.in(transaction);
    }

    /** Locks a catalog document and completes it with the data that is stored outside the document. */
    public Future<Stored> lock(Resource resource, String id, Composition.Factory composition) {
        return lock(scope(), resource, id).compose(stored -> compose(stored, composition));
    }

    /**
     * Inserts a catalog document with its audit entry. Fields that are stored outside the document are omitted from it
     * but included in the audit entry.
     *
     * @param columns values of columns that the resource definition does not have, by column name
     */
    public Future<Stored> insert(Resource resource, ObjectNode document, Map<String, ?> columns) {
        return change(
                resource,
                null,
                document,
                Documents.insert(transaction, scope(), resource, document, columns, now())
                        .compose(stored -> files(resource, MissingNode.getInstance(), stored.asStored())
                                .compose(done -> audit(resource, null, document))
                                .map(stored)));
    }

    /** Updates a document and its {@code updatedAt}. Does nothing if the document is unchanged. */
    public Future<Stored> update(Resource resource, Stored former, ObjectNode document, Map<String, ?> columns) {
        if (Changes.none(resource.fields(), former.record(), document)) {
            return Future.succeededFuture(former);
        }
        if (document.has("updatedAt")) {
            document.put("updatedAt", Times.text(now()));
        }
        return change(
                resource,
                former.record(),
                document,
                Documents.update(transaction, scope(), resource, document, columns, now())
                        .compose(stored -> files(resource, former.asStored(), stored.asStored())
                                .compose(done -> audit(resource, former.record(), document))
                                .map(stored)));
    }

    /** Deletes a document that no other record refers to. */
    public Future<Void> delete(Resource resource, Stored former) {
        String id = former.record().get("id").textValue();
        return DocumentFiles.write(transaction, scope(), resource, id, former.asStored(), MissingNode.getInstance())
                .compose(done -> Documents.delete(transaction, scope(), resource, id))
                .compose(done -> audit(resource, id, former.record(), null));
    }

    private Future<Void> files(Resource resource, JsonNode former, ObjectNode document) {
        return DocumentFiles.write(
                transaction, scope(), resource, document.get("id").textValue(), former, document);
    }

    /** Returns the document as a get would show it now. */
    public Future<ApiResponse> answer(int status, Resource resource, Stored stored, Composition.Factory composition) {
        return compose(stored, composition)
                .map(shown -> ApiResponse.record(status, rendered(resource, shown.record()))
                        .with("ETag", Etag.of(stored.bytes())));
    }

    private Future<Stored> compose(Stored stored, Composition.Factory composition) {
        return composition
                .of(catalog())
                .compose(scope(), List.of(stored.record().deepCopy()))
                .map(shown -> new Stored(stored.bytes(), shown.get(0)));
    }

    private Future<Void> audit(Resource resource, @Nullable ObjectNode before, ObjectNode after) {
        return audit(resource, after.get("id").textValue(), before, after);
    }

    private static Buffer rendered(Resource resource, ObjectNode record) {
        return Buffer.buffer(Rendering.render(resource.fields(), record));
    }
}
