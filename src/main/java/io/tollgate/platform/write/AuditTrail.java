package io.tollgate.platform.write;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tollgate.platform.audit.AuditLog;
import io.tollgate.platform.audit.Changes;
import io.tollgate.platform.db.Ids;
import io.tollgate.platform.event.Actor;
import io.tollgate.platform.http.Caller;
import io.tollgate.platform.http.RequestId;
import io.tollgate.platform.input.Request;
import io.tollgate.platform.resource.Principal;
import io.tollgate.platform.resource.Resource;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlConnection;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The audit entries of one write. They have the real time in both modes.
 *
 * @param author null if the changes of the write are not recorded
 * @param changed the ids of the changed records
 */
record AuditTrail(SqlConnection transaction, AuditLog.@Nullable Author author, Instant realTime, Set<String> changed) {
    static AuditTrail of(SqlConnection transaction, AuditLog.@Nullable Author author, Instant realTime) {
        return new AuditTrail(transaction, author, realTime, new HashSet<>());
    }

    /** Returns the author of the entries of a request: its caller, also for records of the other mode. */
    static AuditLog.Author author(Request request, String route) {
        Caller caller = request.caller();
        return new AuditLog.Author(
                caller.writing().withAllPages(), caller.principal(), route, RequestId.of(request.context()));
    }

    /** Returns who causes the changes of an author. */
    static Actor actor(AuditLog.Author author) {
        Principal principal = author.principal();
        return principal == null ? Actor.CUSTOMER : Actor.of(principal);
    }

    /**
     * Appends the entry of a change.
     *
     * @param before null if the record is new
     * @param after null if the record was deleted
     */
    Future<Void> append(Resource resource, String recordId, @Nullable ObjectNode before, @Nullable ObjectNode after) {
        changed.add(recordId);
        return author == null
                ? Future.succeededFuture()
                : AuditLog.append(transaction, author, List.of(entry(author, resource, recordId, before, after)));
    }

    /** Appends the entries of new records of one resource. */
    Future<Void> appendNew(Resource resource, List<ObjectNode> records) {
        AuditLog.Author by = author;
        return by == null
                ? Future.succeededFuture()
                : AuditLog.append(
                        transaction,
                        by,
                        records.stream()
                                .map(record ->
                                        entry(by, resource, record.get("id").textValue(), null, record))
                                .toList());
    }

    private ObjectNode entry(
            AuditLog.Author by,
            Resource resource,
            String recordId,
            @Nullable ObjectNode before,
            @Nullable ObjectNode after) {
        return AuditLog.entry(
                by, Ids.next(realTime), realTime, recordId, Changes.between(resource.fields(), before, after));
    }
}
