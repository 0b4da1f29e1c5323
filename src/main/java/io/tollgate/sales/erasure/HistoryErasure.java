package io.tollgate.sales.erasure;

import io.tollgate.platform.write.WriteContext;
import io.tollgate.sales.erasure.CustomerRecords.Subject;
import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import io.vertx.sqlclient.Tuple;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Erases rows about past states of a customer's records, such as events. Walks by record, and then by row. */
abstract class HistoryErasure implements ErasureStep {
    private static final int SUBJECTS_MAX = 50;
    private static final String END = "~";
    private static final char BETWEEN = '/';

    /**
     * Returns the rows of the records {@code $3} behind the record {@code $4} and row {@code $5}, at most {@code $6}.
     * Columns: the record, what orders its rows, what identifies the row, bytes.
     */
    abstract String select();

    /** Returns the statement that replaces the bytes of the row {@code $3} by {@code $4}. */
    abstract String update();

    /** Returns the {@link #select} of a table whose rows name their record, in either mode. */
    static String selectOf(String table) {
        return """
                SELECT record_id, id, id, record FROM %s
                WHERE seller_id = $1 AND ($2 OR NOT $2) AND livemode IN (TRUE, FALSE) AND record_id = ANY ($3)
                  AND record_id >= $4 AND (record_id > $4 OR id > $5)
                ORDER BY record_id, id LIMIT $6
                """.formatted(table);
    }

    /** Returns the {@link #update} of such a table. */
    static String updateOf(String table) {
        return "UPDATE " + table + " SET record = $4"
                + " WHERE seller_id = $1 AND ($2 OR NOT $2) AND livemode IN (TRUE, FALSE) AND id = $3";
    }

    /** Returns bytes without personal values; the same if they have none. */
    abstract Buffer erased(ErasedCustomer customer, Subject subject, Buffer bytes);

    @Override
    public final Future<Done> run(WriteContext write, ErasedCustomer customer, String after) {
        int end = after.indexOf(BETWEEN);
        String from = end < 0 ? after : after.substring(0, end);
        String row = end < 0 ? "" : after.substring(end + 1);
        return CustomerRecords.page(write, customer, from, SUBJECTS_MAX).compose(subjects -> {
            if (subjects.isEmpty()) {
                return Future.succeededFuture(Done.of(0, null));
            }
            Map<String, Subject> byId = new HashMap<>();
            subjects.forEach(subject -> byId.put(subject.id(), subject));
            Tuple values = Tuple.of(write.scope().sellerId(), write.scope().live())
                    .addArrayOfString(byId.keySet().toArray(String[]::new))
                    .addValue(from)
                    .addValue(row)
                    .addValue(ROWS_MAX);
            return write.transaction()
                    .preparedQuery(select())
                    .execute(values)
                    .compose(rows -> erase(write, customer, byId, rows)
                            .map(changed -> Done.of(changed, next(subjects, from, rows))));
        });
    }

    private static @Nullable String next(List<Subject> subjects, String from, RowSet<Row> rows) {
        if (rows.size() == ROWS_MAX) {
            String last = "";
            for (Row row : rows) {
                last = row.getString(0) + BETWEEN + row.getString(1);
            }
            return last;
        }
        String last = subjects.get(subjects.size() - 1).id();
        boolean more = subjects.size() == SUBJECTS_MAX && !last.equals(from);
        return more ? last + BETWEEN + END : null;
    }

    private Future<Integer> erase(
            WriteContext write, ErasedCustomer customer, Map<String, Subject> subjects, RowSet<Row> rows) {
        List<Tuple> changes = new ArrayList<>();
        for (Row row : rows) {
            Subject subject = subjects.get(row.getString(0));
            Buffer bytes = row.getBuffer(3);
            Buffer erased = subject == null ? bytes : erased(customer, subject, bytes);
            if (!erased.equals(bytes)) {
                changes.add(Tuple.of(write.scope().sellerId(), write.scope().live(), row.getString(2), erased));
            }
        }
        return changes.isEmpty()
                ? Future.succeededFuture(0)
                : write.transaction()
                        .preparedQuery(update())
                        .executeBatch(changes)
                        .map(changes.size());
    }
}
