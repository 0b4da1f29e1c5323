package io.tollgate.tools.doctor;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tollgate.platform.records.Projection;
import io.tollgate.platform.records.Rendering;
import io.tollgate.platform.resource.Resource;
import io.tollgate.platform.resource.Scope;
import java.io.IOException;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.OffsetDateTime;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Reads all records of a resource with their lookup rows, recomputes their projections, and passes each record to the
 * rules.
 */
record RecordScan(Sql sql, Findings findings, List<Rule> rules) {
    static final ObjectMapper MAPPER = new ObjectMapper();

    /** A rule for single records. */
    interface Rule {
        void check(Scope scope, Resource resource, ObjectNode record);
    }

    void all(Resource resource) throws SQLException {
        String table = resource.table();
        findings.checking(resource.name() + ": record is readable");
        findings.checking(resource.name() + ": columns match the record");
        findings.checking(resource.name() + ": lookup row matches the record");
        sql.each(
                "SELECT r.*, l.* FROM " + table + " r LEFT JOIN " + table
                        + "_lookup l ON (l.seller_id, l.livemode, l.id) = (r.seller_id, r.livemode, r.id)"
                        + " ORDER BY r.seller_id, r.livemode, r.id",
                row -> one(resource, row));
        sql.violations(
                findings,
                resource.name() + ": lookup row has a record",
                "SELECT l.id FROM " + table + "_lookup l LEFT JOIN " + table
                        + " r USING (seller_id, livemode, id) WHERE r.id IS NULL");
    }

    private void one(Resource resource, ResultSet row) throws SQLException {
        String id = row.getString("id");
        Scope scope = new Scope(row.getString("seller_id"), row.getBoolean("livemode"));
        ObjectNode record;
        Projection projection;
        Map<String, Object> projected;
        try {
            record = (ObjectNode) MAPPER.readTree(row.getBytes("record"));
            projection = Projection.of(scope, resource, record);
            projected = projection.row(Rendering.render(resource.fields(), record));
        } catch (IOException | RuntimeException e) {
            findings.violation(resource.name() + ": record is readable", id + " (" + e.getMessage() + ")");
            return;
        }
        Columns columns = Columns.of(row);
        compare(resource.name() + ": columns match the record", columns.first(), projected, id);
        compare(resource.name() + ": lookup row matches the record", columns.second(), projection.lookup(), id);
        for (Rule rule : rules) {
            rule.check(scope, resource, record);
        }
    }

    private void compare(String check, Map<String, Object> stored, Map<String, Object> projected, String id) {
        for (Map.Entry<String, Object> column : projected.entrySet()) {
            Object value = stored.get(column.getKey());
            if (!same(value, column.getValue())) {
                findings.violation(check, id + " " + column.getKey());
                return;
            }
        }
    }

    private static boolean same(@Nullable Object stored, @Nullable Object projected) {
        if (stored instanceof byte[] bytes && projected instanceof byte[] other) {
            return Arrays.equals(bytes, other);
        }
        if (stored instanceof OffsetDateTime time && projected instanceof OffsetDateTime other) {
            return time.isEqual(other);
        }
        return Objects.equals(stored, projected);
    }
}
