package io.tollgate.processor;

import io.tollgate.platform.resource.Scope;
import io.tollgate.platform.task.Task;
import io.tollgate.platform.task.TaskKind;
import io.tollgate.platform.task.Tasks;
import io.tollgate.platform.write.WriteContext;
import io.vertx.core.Future;
import io.vertx.core.json.JsonObject;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.Tuple;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;

/** Stores which catalog records exist at the processor, with mode and processor id. */
public final class ProcessorCopies {
    private static final String INSERT = """
            INSERT INTO processor_copy (seller_id, livemode, kind, record_id, processor_id, created_at)
            VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT DO NOTHING
            """;
    private static final String FIND = """
            SELECT livemode, processor_id FROM processor_copy
            WHERE seller_id = $1 AND livemode IN (true, false) AND kind = $2 AND record_id = $3
            """;

    private ProcessorCopies() {}

    /** The kinds of records with copies. */
    public enum Kind {
        COUPON("coupon"),
        TAX_RATE("tax_rate");

        private final String column;

        Kind(String column) {
            this.column = column;
        }
    }

    /** The copy of a record at the processor in one mode. */
    public record Copy(boolean live, String processorId) {}

    /** Stores a copy in the mode of the write. */
    public static Future<Void> insert(WriteContext write, Kind kind, String recordId, String processorId) {
        return insert(write.transaction(), write.scope(), kind, recordId, processorId, write.now());
    }

    /** Stores a copy outside a request. Leaves an existing one unchanged. */
    public static Future<Void> insert(
            SqlConnection transaction, Scope scope, Kind kind, String recordId, String processorId, Instant now) {
        return transaction
                .preparedQuery(INSERT)
                .execute(Tuple.of(
                        scope.sellerId(),
                        scope.live(),
                        kind.column,
                        recordId,
                        processorId,
                        now.atOffset(ZoneOffset.UTC)))
                .mapEmpty();
    }

    /** Schedules a task for every copy of a record, in both modes. */
    public static Future<Void> scheduleAll(WriteContext write, TaskKind kind, List<Copy> copies, JsonObject argument) {
        return Future.all(copies.stream()
                        .map(copy -> schedule(write, kind, copy, argument))
                        .toList())
                .mapEmpty();
    }

    private static Future<Void> schedule(WriteContext write, TaskKind kind, Copy copy, JsonObject argument) {
        Scope scope = new Scope(write.scope().sellerId(), copy.live());
        Task task = Task.of(scope, write.newId(), kind, copy.processorId(), argument);
        return Tasks.schedule(write.transaction(), task, write.now(), write.now());
    }

    /** Returns the copies in both modes. */
    public static Future<List<Copy>> of(WriteContext write, Kind kind, String recordId) {
        return write.transaction()
                .preparedQuery(FIND)
                .execute(Tuple.of(write.scope().sellerId(), kind.column, recordId))
                .map(rows -> {
                    List<Copy> copies = new ArrayList<>();
                    rows.forEach(row -> copies.add(new Copy(row.getBoolean(0), row.getString(1))));
                    return copies;
                });
    }
}
