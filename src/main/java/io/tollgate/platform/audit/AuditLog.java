package io.tollgate.platform.audit;

import static io.tollgate.platform.schema.Field.any;
import static io.tollgate.platform.schema.Field.id;
import static io.tollgate.platform.schema.Field.list;
import static io.tollgate.platform.schema.Field.text;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tollgate.platform.clock.Times;
import io.tollgate.platform.records.RecordDeletion;
import io.tollgate.platform.records.Records;
import io.tollgate.platform.records.Records.Stored;
import io.tollgate.platform.resource.Principal;
import io.tollgate.platform.resource.Resource;
import io.tollgate.platform.resource.Scope;
import io.tollgate.platform.schema.CommonFields;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlConnection;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The audit log of a seller: one entry for each record that a write changed. */
public final class AuditLog {
    private AuditLog() {}

    /**
     * The resource of audit entries. An entry has the mode of the writing key, which can differ from the mode of the
     * changed record.
     */
    public static final Resource RESOURCE = Resource.at("/v1/audit-log")
            .noun("Audit entry")
            .idName("entryId")
            .table("audit_entry")
            .modes(Resource.Modes.LIVE_AND_TEST)
            .fields(
                    CommonFields.ID,
                    CommonFields.SELLER_ID,
                    id("keyId")
                            .doc("Id of the API key that made the change. Null if a member made it in the dashboard, "
                                    + "or a customer in the customer portal."),
                    id("memberId").doc("Id of the member who made the change in the dashboard. Null for others."),
                    text("memberName")
                            .personal()
                            .doc("Name of that member at the time, or their e-mail address without one."),
                    text("route")
                            .doc("Method and path of the endpoint, with ids in braces.")
                            .always(),
                    id("recordId").doc("Id of the changed record.").always(),
                    list(
                                    "changes",
                                    text("field").doc("Name of the field.").always(),
                                    any("before").personal().doc("Value before the change. Null if the record is new."),
                                    any("after").personal().doc("Value after the change."))
                            .doc("Fields that were changed. Secrets are hidden, and very long values are replaced by "
                                    + "their length."),
                    text("requestId").doc("`Request-Id` of the request that made the change."),
                    CommonFields.LIVEMODE,
                    CommonFields.CREATED_AT)
            .counted("keyId", "route")
            .indexed("recordId")
            .createdBounds()
            .build();

    /**
     * Who made a change, and the request that did.
     *
     * @param principal null for a change by a customer
     * @param route method and path template of the endpoint, with ids in braces
     */
    public record Author(
            Scope scope,
            @Nullable Principal principal,
            String route,
            @Nullable String requestId) {}

    /** Inserts an entry in the transaction of the change. */
    public static Future<Void> append(
            SqlConnection transaction, Author author, String id, Instant now, String recordId, ArrayNode changes) {
        return append(transaction, author, List.of(entry(author, id, now, recordId, changes)));
    }

    /** Inserts entries of one author in the transaction of the changes. */
    public static Future<Void> append(SqlConnection transaction, Author author, List<ObjectNode> entries) {
        List<Stored> rendered =
                entries.stream().map(entry -> Stored.rendered(RESOURCE, entry)).toList();
        return Records.insertAll(transaction, author.scope(), RESOURCE, rendered);
    }

    /** Deletes the oldest entries of before a time and returns their number, at most {@code max}. */
    public static Future<Integer> deleteOldest(SqlConnection transaction, Scope scope, Instant before, int max) {
        return RecordDeletion.deleteOldest(transaction, scope, RESOURCE, before, max);
    }

    public static ObjectNode entry(Author author, String id, Instant now, String recordId, ArrayNode changes) {
        Principal principal = author.principal();
        ObjectNode entry = JsonNodeFactory.instance
                .objectNode()
                .put("id", id)
                .put("sellerId", author.scope().sellerId())
                .put("keyId", principal == null ? null : principal.keyId())
                .put("memberId", principal == null ? null : principal.memberId())
                .put("memberName", principal == null || principal.memberId() == null ? null : principal.name())
                .put("route", author.route())
                .put("recordId", recordId)
                .put("requestId", author.requestId())
                .put("livemode", author.scope().live())
                .put("createdAt", Times.text(now));
        entry.set("changes", changes);
        return entry;
    }
}
