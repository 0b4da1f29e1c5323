package io.tollgate.platform.write;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tollgate.platform.audit.AuditLog;
import io.tollgate.platform.db.Ids;
import io.tollgate.platform.db.SqlState;
import io.tollgate.platform.db.TestClock;
import io.tollgate.platform.error.ApiError;
import io.tollgate.platform.event.ReportedChanges;
import io.tollgate.platform.http.Caller;
import io.tollgate.platform.http.Etag;
import io.tollgate.platform.input.IdempotencyKey;
import io.tollgate.platform.input.Request;
import io.tollgate.platform.records.CatalogDocuments;
import io.tollgate.platform.records.Records;
import io.tollgate.platform.records.Records.Stored;
import io.tollgate.platform.resource.Measures;
import io.tollgate.platform.resource.Reports;
import io.tollgate.platform.resource.Resource;
import io.tollgate.platform.resource.Scope;
import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import io.vertx.sqlclient.SqlConnection;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * An open transaction of a write: its time, its author, the records that it locks, and what it records and reports
 * besides the changes themselves.
 */
abstract class OpenTransaction {
    final SqlConnection transaction;
    final @Nullable Request request;
    final Scope scope;
    final TestClock.Reading time;
    final AuditLog.@Nullable Author author;
    final ReportedChanges reported;
    final AuditTrail trail;
    final PipelinedStatements awaitAtCommit;
    final boolean again;

    OpenTransaction(
            SqlConnection transaction,
            @Nullable Request request,
            Scope scope,
            TestClock.Reading time,
            PipelinedStatements ahead,
            AuditLog.@Nullable Author author,
            boolean again,
            ReportedChanges reported) {
        this.transaction = transaction;
        this.request = request;
        this.scope = scope;
        this.time = time;
        this.author = author;
        this.reported = reported;
        this.trail = AuditTrail.of(transaction, author, time.real());
        this.awaitAtCommit = ahead;
        this.again = again;
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

    /**
     * Reports a change of a record that is stored outside the generic tables.
     *
     * @param before null if the record is new
     * @param after as events show it
     */
    public void report(Reports reports, @Nullable ObjectNode before, ObjectNode after) {
        reported.add(scope, reports, before, after);
    }

    /** Adds to a measure of reports what a change of a record outside the generic tables adds. */
    public void measure(Measures.Change change) {
        reported.measure(scope, now(), change);
    }

    /**
     * Appends the events of all changes. Call once, after the last change. Completes when the statement is sent, which
     * is at once unless catalog documents have changed.
     */
    Future<Void> report(EventRecords records) {
        if (!reported.isUnfinished()) {
            append(records);
            return Future.succeededFuture();
        }
        CatalogDocuments catalog = CatalogDocuments.in(transaction);
        return reported.complete((of, resource, document) -> records.complete(catalog, of, resource, document))
                .map(completed -> {
                    append(records);
                    return null;
                });
    }

    private void append(EventRecords records) {
        if (!reported.isEmpty()) {
            awaitAtCommit.add(reported.append(transaction));
            awaitAtCommit.addEffect(records.appended());
        }
    }

    /**
     * Runs an effect outside the database after the commit, which a dry run does not have. Call in the last step of a
     * command: if a command fails, the error is stored for its idempotency key, and that is a commit too.
     */
    public void afterCommit(Runnable effect) {
        awaitAtCommit.addEffect(effect);
    }
}
