package io.tollgate.platform.records;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tollgate.platform.resource.Resource;
import io.tollgate.platform.resource.Scope;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.Tuple;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * The references from catalog documents to files, in the table {@code file_reference}. A reference is inserted in the
 * transaction that writes the document; its foreign key prevents deletion of the file.
 */
public final class DocumentFiles {
    private static final String ADD = """
            INSERT INTO file_reference (seller_id, file_id, kind, record_id)
            SELECT f.seller_id, f.id, $2, $3 FROM file f WHERE f.seller_id = $1 AND f.id = ANY ($4) ORDER BY f.id
            ON CONFLICT DO NOTHING
            """;

    private static final String ADD_ALL = """
            INSERT INTO file_reference (seller_id, file_id, kind, record_id)
            SELECT f.seller_id, f.id, n.kind, n.record_id
            FROM unnest($2::text[], $3::text[], $4::text[]) AS n (kind, record_id, file_id)
            JOIN file f ON f.seller_id = $1 AND f.id = n.file_id
            ORDER BY f.id, n.kind, n.record_id
            ON CONFLICT DO NOTHING
            """;

    private static final String REMOVE = """
            DELETE FROM file_reference
            WHERE seller_id = $1 AND kind = $2 AND record_id = $3 AND file_id <> ALL ($4)
            """;

    /** Selects every reference in the stored documents: the expected contents of the table. */
    public static final String ALL = """
            SELECT DISTINCT d.seller_id, f.id AS file_id, d.kind, d.id AS record_id
            FROM (
                SELECT seller_id, 'page' AS kind, id, document FROM page
                UNION ALL SELECT seller_id, 'product', id, document FROM product
                UNION ALL SELECT seller_id, 'ticket_type', id, document FROM ticket_type
            ) d
            CROSS JOIN LATERAL (
                SELECT x #>> '{}' AS id FROM jsonb_path_query(d.document, '$.**.fileId') x
                UNION ALL SELECT x #>> '{}' FROM jsonb_path_query(d.document, '$.**.fileIds[*]') x
            ) named
            JOIN file f ON f.seller_id = d.seller_id AND f.id = named.id
            """;

    private DocumentFiles() {}

    /** Returns the ids of files that a document names as {@code fileId} or in {@code fileIds}, at any depth. */
    public static Set<String> of(JsonNode document) {
        Set<String> ids = new TreeSet<>();
        document.findValues("fileId").forEach(id -> add(ids, id));
        document.findValues("fileIds").forEach(list -> list.forEach(id -> add(ids, id)));
        return ids;
    }

    private static void add(Set<String> ids, JsonNode id) {
        if (id.isTextual()) {
            ids.add(id.textValue());
        }
    }

    /**
     * Inserts the references of several new documents, ordered by file.
     *
     * @param documents which are inserted afterwards, with their resources
     */
    public static Future<Void> addAll(
            SqlConnection transaction, Scope scope, List<Map.Entry<Resource, ObjectNode>> documents) {
        List<String> kinds = new ArrayList<>();
        List<String> records = new ArrayList<>();
        List<String> files = new ArrayList<>();
        documents.forEach(one -> of(one.getValue()).forEach(file -> {
            kinds.add(one.getKey().table());
            records.add(one.getValue().path("id").asText());
            files.add(file);
        }));
        return files.isEmpty()
                ? Future.succeededFuture()
                : transaction
                        .preparedQuery(ADD_ALL)
                        .execute(Tuple.of(
                                scope.sellerId(),
                                kinds.toArray(String[]::new),
                                records.toArray(String[]::new),
                                files.toArray(String[]::new)))
                        .mapEmpty();
    }

    /**
     * Updates the references of a document in its transaction. The caller has locked the files that the document
     * newly refers to.
     *
     * @param former the stored document; a missing node if it is new
     * @param document the document to store; a missing node if it is deleted
     */
    public static Future<Void> write(
            SqlConnection transaction,
            Scope scope,
            Resource resource,
            String recordId,
            JsonNode former,
            JsonNode document) {
        Set<String> before = of(former);
        Set<String> after = of(document);
        if (before.equals(after)) {
            return Future.succeededFuture();
        }
        Tuple values = Tuple.of(scope.sellerId(), resource.table(), recordId, after.toArray(String[]::new));
        Future<?> removed = after.containsAll(before)
                ? Future.succeededFuture()
                : transaction.preparedQuery(REMOVE).execute(values);
        return removed.compose(done -> before.containsAll(after)
                        ? Future.succeededFuture()
                        : transaction.preparedQuery(ADD).execute(values))
                .mapEmpty();
    }
}
