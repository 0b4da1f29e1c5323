package io.tollgate.platform.write;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tollgate.platform.audit.AuditLog;
import io.tollgate.platform.audit.Changes;
import io.tollgate.platform.clock.Times;
import io.tollgate.platform.db.TestClock;
import io.tollgate.platform.event.Actor;
import io.tollgate.platform.event.ReportedChanges;
import io.tollgate.platform.http.ApiResponse;
import io.tollgate.platform.http.Composition;
import io.tollgate.platform.http.Etag;
import io.tollgate.platform.input.Request;
import io.tollgate.platform.records.CatalogDocuments;
import io.tollgate.platform.records.DocumentFiles;
import io.tollgate.platform.records.Documents;
import io.tollgate.platform.records.Records;
import io.tollgate.platform.records.Records.Stored;
import io.tollgate.platform.resource.Resource;
import io.tollgate.platform.resource.Scope;
import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import io.vertx.sqlclient.SqlConnection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The context of one write: its transaction, its time and its author. Changes made with an API key are recorded in the
 * audit log; those of buyers and of background work are not. Every change of a record causes the events that its
 * resource declares.
 */
public final class WriteContext extends OpenTransaction {
    /** Ids of documents whose references to files are inserted before them. */
    private final Set<String> referenced = new HashSet<>();

    /** @param again whether an earlier attempt of the same request failed */
    WriteContext(
            SqlConnection transaction,
            Request request,
            String route,
            TestClock.Reading time,
            PipelinedStatements ahead,
            boolean again) {
        super(
                transaction,
                request,
                request.caller().writing().withAllPages(),
                time,
                ahead,
                AuditTrail.author(request, route),
                again,
                new ReportedChanges(Actor.of(request.caller().principal()), time.real()));
    }

    /**
     * @param author the key whose request a background job finishes; null for a write without an API key
     * @param otherwise who causes a write without an author
     */
    WriteContext(
            SqlConnection transaction,
            Scope scope,
            TestClock.Reading time,
            PipelinedStatements ahead,
            AuditLog.@Nullable Author author,
            Actor otherwise) {
        super(
                transaction,
                null,
                scope,
                time,
                ahead,
                author,
                false,
                new ReportedChanges(author == null ? otherwise : AuditTrail.actor(author), time.real()));
    }

    private WriteContext(WriteContext other, Scope scope, TestClock.Reading time) {
        super(
                other.transaction,
                other.request,
                scope,
                time,
                other.awaitAtCommit,
                other.author,
                other.again,
                other.reported);
    }

    /** Returns this write with the mode and the time of a record, which may differ from those of the key. */
    public Future<WriteContext> in(Scope other) {
        return TestClock.in(transaction, other, time::real).map(read -> new WriteContext(this, other, read));
    }

    /** Reports a change whose statements are sent and returns the bytes of the record. */
    private Future<Buffer> change(
            Scope of, Resource resource, @Nullable ObjectNode before, Stored after, Future<?>... statements) {
        Runnable undo = reported.add(of, now(), resource, before, after.record(), after::bytes);
        return Future.all(List.of(statements)).onFailure(failed -> undo.run()).map(after.bytes());
    }

    /** Reports a change of a document, in which what is stored apart is missing. */
    private Future<Stored> change(
            Resource resource, @Nullable ObjectNode before, ObjectNode after, Future<Stored> statement) {
        Runnable undo = reported.addDocument(scope, resource, before, after);
        return statement.onFailure(failed -> undo.run());
    }

    /** Inserts a record with its audit entry and returns its bytes. */
    public Future<Buffer> insert(Scope scope, Resource resource, ObjectNode record) {
        Stored rendered = Stored.rendered(resource, record);
        return change(
                scope,
                resource,
                null,
                rendered,
                Records.insert(transaction, scope, resource, rendered),
                audit(resource, null, record));
    }

    /** Lets the commit wait for a sent statement. Use it for the last ones, so that row locks are released sooner. */
    public void awaitAtCommit(Future<?> statement) {
        awaitAtCommit.add(statement);
    }

    /** Inserts a record with its audit entry without waiting and returns its bytes. */
    public Buffer insertWithoutWaiting(Scope scope, Resource resource, ObjectNode record) {
        Stored rendered = Stored.rendered(resource, record);
        Future<Void> inserted = Records.insert(transaction, scope, resource, rendered);
        Future<Void> audited = audit(resource, null, record);
        awaitAtCommit(inserted);
        awaitAtCommit(audited);
        Runnable unused = reported.add(scope, now(), resource, null, record, rendered::bytes);
        return rendered.bytes();
    }

    /** Inserts records of one resource with their audit entries. */
    public Future<Void> insertAll(Scope scope, Resource resource, List<ObjectNode> records) {
        List<Stored> all = records.stream()
                .map(record -> Stored.rendered(resource, record))
                .toList();
        List<Runnable> undo = all.stream()
                .map(one -> reported.add(scope, now(), resource, null, one.record(), one::bytes))
                .toList();
        return Future.all(Records.insertAll(transaction, scope, resource, all), trail.appendNew(resource, records))
                .onFailure(failed -> undo.forEach(Runnable::run))
                .mapEmpty();
    }

    /** Updates a record and its {@code updatedAt} and returns its bytes. Does nothing if it is unchanged. */
    public Future<Buffer> update(Scope scope, Resource resource, Stored former, ObjectNode record) {
        if (Changes.none(resource.fields(), former.record(), record)) {
            return Future.succeededFuture(former.bytes());
        }
        record.put("updatedAt", Times.text(now()));
        Stored rendered = Stored.rendered(resource, record);
        return change(
                scope,
                resource,
                former.record(),
                rendered,
                Records.update(transaction, scope, resource, former.record(), rendered),
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
     * Inserts the references to files of documents that this write inserts afterwards. A write of several documents
     * would otherwise lock files and other rows in turns.
     */
    public Future<Void> insertFileReferences(List<Map.Entry<Resource, ObjectNode>> documents) {
        documents.forEach(one -> referenced.add(one.getValue().path("id").asText()));
        return DocumentFiles.addAll(transaction, scope(), documents);
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
        String id = document.get("id").textValue();
        return referenced.contains(id)
                ? Future.succeededFuture()
                : DocumentFiles.write(transaction, scope(), resource, id, former, document);
    }

    /** Returns the document as a get would show it now. */
    public Future<ApiResponse> answer(int status, Resource resource, Stored stored, Composition.Factory composition) {
        return compose(stored, composition)
                .map(shown -> ApiResponse.record(
                                status,
                                Stored.rendered(resource, shown.record()).bytes())
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
}
