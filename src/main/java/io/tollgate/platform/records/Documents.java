package io.tollgate.platform.records;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tollgate.platform.records.Records.Stored;
import io.tollgate.platform.resource.Filter;
import io.tollgate.platform.resource.FilterValues;
import io.tollgate.platform.resource.Resource;
import io.tollgate.platform.resource.Scope;
import io.tollgate.platform.resource.Search;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.Tuple;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Writes catalog documents with their additional columns. Filter columns and search text are derived from the
 * document; the caller supplies all other columns.
 */
public final class Documents {
    private static final String RETURNING = " RETURNING seller_id, NULL::boolean, convert_to(document::text, 'UTF8')";

    private Documents() {}

    /**
     * Inserts a document and returns it as stored.
     *
     * @param more columns outside the resource definition, by name
     */
    public static Future<Stored> insert(
            SqlConnection transaction,
            Scope scope,
            Resource resource,
            ObjectNode document,
            Map<String, ?> more,
            Instant now) {
        Map<String, Object> columns = columns(scope, resource, document, more);
        columns.put("created_at", now.atOffset(ZoneOffset.UTC));
        columns.put("updated_at", now.atOffset(ZoneOffset.UTC));
        StringBuilder places = new StringBuilder();
        for (String column : columns.keySet()) {
            places.append(places.isEmpty() ? "" : ", ").append(place(column, places(places)));
        }
        String sql = "INSERT INTO " + resource.table() + " (" + String.join(", ", columns.keySet()) + ") VALUES ("
                + places + ")" + RETURNING;
        return one(transaction, scope, resource, sql, columns);
    }

    /** Updates a document that the caller has locked. */
    public static Future<Stored> update(
            SqlConnection transaction,
            Scope scope,
            Resource resource,
            ObjectNode document,
            Map<String, ?> more,
            Instant now) {
        Map<String, Object> columns = columns(scope, resource, document, more);
        columns.put("updated_at", now.atOffset(ZoneOffset.UTC));
        StringBuilder set = new StringBuilder();
        int number = 0;
        for (String column : columns.keySet()) {
            number++;
            if (number > 2) {
                set.append(set.isEmpty() ? "" : ", ")
                        .append(column)
                        .append(" = ")
                        .append(place(column, number));
            }
        }
        String sql = "UPDATE " + resource.table() + " SET " + set + " WHERE seller_id = $1 AND id = $2" + RETURNING;
        return one(transaction, scope, resource, sql, columns);
    }

    /** Deletes a document that nothing refers to. */
    public static Future<Void> delete(SqlConnection transaction, Scope scope, Resource resource, String id) {
        return transaction
                .preparedQuery("DELETE FROM " + resource.table() + " WHERE seller_id = $1 AND id = $2")
                .execute(Tuple.of(scope.sellerId(), id))
                .map(rows -> {
                    requireOneRow(rows, resource);
                    return null;
                });
    }

    /** Returns the normalized texts of fields for searches, one per line. */
    public static String folded(ObjectNode document, List<String> fields) {
        StringBuilder text = new StringBuilder();
        for (String field : fields) {
            text.append(text.isEmpty() ? "" : "\n")
                    .append(Search.fold(document.path(field).asText("")));
        }
        return text.toString();
    }

    /** Removes the fields that are stored separately and composed on reads. */
    public static ObjectNode stripped(Resource resource, ObjectNode document) {
        ObjectNode stored = document.deepCopy();
        resource.apart().forEach(path -> strip(stored, Arrays.asList(path.split("\\."))));
        return stored;
    }

    private static void strip(JsonNode node, List<String> steps) {
        if (node.isArray()) {
            node.forEach(item -> strip(item, steps));
        } else if (node instanceof ObjectNode object && steps.size() == 1) {
            object.remove(steps.get(0));
        } else if (node.isObject()) {
            strip(node.path(steps.get(0)), steps.subList(1, steps.size()));
        }
    }

    private static Map<String, Object> columns(
            Scope scope, Resource resource, ObjectNode document, Map<String, ?> more) {
        if (document.has("sellerId") && !document.path("sellerId").asText().equals(scope.sellerId())) {
            throw new IllegalArgumentException("the document belongs to a different seller than its scope");
        }
        Map<String, Object> columns = new LinkedHashMap<>();
        columns.put("seller_id", scope.sellerId());
        columns.put("id", document.get("id").textValue());
        columns.put("document", stripped(resource, document).toString());
        if (resource.kind() != null) {
            columns.put("type", resource.kind());
        }
        for (Filter filter : resource.filters()) {
            JsonNode value = document.get(filter.path().get(0));
            columns.put(filter.column(), FilterValues.column(filter, value));
        }
        if (resource.search().exists()) {
            columns.put("search_text", folded(document, resource.search().fields()));
        }
        columns.putAll(more);
        return columns;
    }

    private static int places(StringBuilder places) {
        return 1 + (int) places.chars().filter(c -> c == '$').count();
    }

    /** Returns the placeholder of a column. Postgres parses the document and rejects values that it cannot store. */
    private static String place(String column, int number) {
        return "$" + number + (column.equals("document") ? "::text::jsonb" : "");
    }

    private static Future<Stored> one(
            SqlConnection transaction, Scope scope, Resource resource, String sql, Map<String, Object> columns) {
        return transaction
                .preparedQuery(sql)
                .execute(Tuple.wrap(new ArrayList<>(columns.values())))
                .map(rows -> {
                    requireOneRow(rows, resource);
                    Row row = rows.iterator().next();
                    TenantGuard.requireTenant(scope, row);
                    return Records.stored(row);
                });
    }

    private static void requireOneRow(RowSet<Row> rows, Resource resource) {
        if (rows.rowCount() != 1) {
            throw new IllegalStateException("a write to " + resource.table() + " changed " + rows.rowCount() + " rows");
        }
    }
}
