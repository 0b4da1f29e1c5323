package io.tollgate.tools.doctor;

import java.sql.SQLException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Checks that nothing stored happened after now: in test mode, by the seller's test clock. */
record TimeRelations(Sql sql, Findings findings) {
    /** The time of live records. The clock of the simulator is ahead if its programs were started with another one. */
    static final String NOW = "(SELECT greatest(now(), max(e.created_at)) FROM simulated_event e"
            + " WHERE e.livemode OR NOT EXISTS (SELECT FROM test_clock k WHERE k.seller_id = e.seller_id))";

    private static final String CHECK = "times: nothing happened in the future";

    /** The times of what happened. Times of what is to happen have other names. */
    private static final String COLUMNS = "SELECT c.relname, attname, EXISTS (SELECT FROM pg_attribute WHERE"
            + " attrelid = c.oid AND attname = 'livemode') FROM pg_class c JOIN pg_attribute a ON attrelid = c.oid"
            + " AND attnum > 0 AND NOT attisdropped WHERE relkind IN ('r', 'p') AND NOT relispartition"
            + " AND relnamespace = current_schema()::regnamespace AND atttypid = 'timestamptz'::regtype"
            + " AND attname ~ '_at$' AND attname NOT IN ('due_at', 'expires_at') AND relname !~ '_lookup$'"
            + " AND relname <> 'simulated_event'"
            + " AND EXISTS (SELECT FROM pg_attribute WHERE attrelid = c.oid AND attname = 'seller_id')"
            + " ORDER BY 1, attnum";

    void check() throws SQLException {
        findings.checking(CHECK);
        Map<String, List<String>> columns = new LinkedHashMap<>();
        sql.each(
                COLUMNS,
                row -> columns.computeIfAbsent(
                                row.getString(1) + (row.getBoolean(3) ? " livemode" : " true"),
                                table -> new ArrayList<>())
                        .add("t." + row.getString(2)));
        for (Map.Entry<String, List<String>> one : columns.entrySet()) {
            String[] table = one.getKey().split(" ");
            // Live records can be settings that a request in test mode has changed.
            String offset = table[1].equals("true") ? "true" : "NOT t.livemode";
            sql.violations(
                    findings,
                    CHECK,
                    "SELECT t.seller_id || ' " + table[0] + "' FROM " + table[0] + " t LEFT JOIN test_clock c ON"
                            + " c.seller_id = t.seller_id AND " + offset + " WHERE greatest("
                            + String.join(", ", one.getValue()) + ") > " + NOW + " + interval '1 minute'"
                            + " + coalesce(c.offset_millis, 0) * interval '1 millisecond'");
        }
    }
}
