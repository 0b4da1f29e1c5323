package io.tollgate.platform.records;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tollgate.platform.resource.Filter;
import io.tollgate.platform.resource.FilterValues;
import io.tollgate.platform.resource.Resource;
import io.tollgate.platform.resource.Scope;
import io.tollgate.platform.schema.Field;
import io.tollgate.platform.schema.Type;
import java.time.LocalDate;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The stored values of a record other than its rendered JSON, derived from the definition of its resource: typed
 * columns, the row of the lookup table, and the count cell.
 *
 * @param columns values of the record's table by column, without the rendered record
 * @param lookup values of the lookup row by column
 * @param cell values of the counted filters, in their order
 * @param day the day of creation, in UTC
 */
public record Projection(Map<String, Object> columns, Map<String, Object> lookup, List<String> cell, LocalDate day) {

    /** The value of a count dimension for records without a value. */
    public static final String NONE = "";

    public static Projection of(Scope scope, Resource resource, ObjectNode record) {
        validate(scope, record);
        OffsetDateTime createdAt = (OffsetDateTime)
                Objects.requireNonNull(FilterValues.column(Type.TIME, record.get("createdAt")), "createdAt");
        Map<String, Object> shared = new LinkedHashMap<>();
        shared.put("seller_id", scope.sellerId());
        shared.put("livemode", scope.live());
        shared.put("id", record.get("id").textValue());
        shared.put("created_at", createdAt);
        List<String> cell = new ArrayList<>();
        Map<String, Object> own = new LinkedHashMap<>();
        for (Filter filter : resource.filters()) {
            if (filter.ofId()) {
                continue;
            }
            Object value = value(filter, record);
            (filter.unique() ? own : shared).put(filter.column(), value);
            if (filter.counted()) {
                cell.add(value == null ? NONE : value.toString());
            }
        }
        Map<String, Object> columns = new LinkedHashMap<>(shared);
        columns.putAll(own);
        for (Field field : resource.columns()) {
            columns.put(Filter.snake(field.name()), FilterValues.column(field.type(), record.get(field.name())));
        }
        return new Projection(columns, lookup(resource, record, shared), cell, createdAt.toLocalDate());
    }

    /** Returns the values of the record's table by column, the rendered record last. */
    public Map<String, Object> row(byte[] rendered) {
        Map<String, Object> row = new LinkedHashMap<>(columns);
        row.put("record", rendered);
        return row;
    }

    private static Map<String, Object> lookup(Resource resource, ObjectNode record, Map<String, Object> shared) {
        Map<String, Object> lookup = new LinkedHashMap<>(shared);
        if (resource.search().exists()) {
            for (String field : resource.search().fieldsApart()) {
                lookup.putIfAbsent(Filter.snake(field), Documents.folded(record, List.of(field)));
            }
            lookup.put("search_text", Documents.folded(record, resource.search().fields()));
        }
        return lookup;
    }

    private static @Nullable Object value(Filter filter, ObjectNode record) {
        JsonNode value = record;
        for (String step : filter.path()) {
            value = value.path(step);
        }
        Object column = FilterValues.column(filter.type(), value);
        return column == null ? filter.fallback() : column;
    }

    /** Verifies that the record belongs to the scope; a mismatch is a defect. */
    private static void validate(Scope scope, ObjectNode record) {
        boolean ours = record.path("sellerId").asText().equals(scope.sellerId());
        boolean mode = !record.has("livemode") || record.get("livemode").asBoolean() == scope.live();
        if (!ours || !mode) {
            throw new IllegalArgumentException("the record belongs to a different seller or mode than its scope");
        }
    }
}
