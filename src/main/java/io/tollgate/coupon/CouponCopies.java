package io.tollgate.coupon;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tollgate.clock.Clock;
import io.tollgate.db.Database;
import io.tollgate.db.Ids;
import io.tollgate.processor.ProcessorAccount;
import io.tollgate.processor.ProcessorClient;
import io.tollgate.processor.ProcessorCopies;
import io.tollgate.processor.Task;
import io.tollgate.processor.TaskRun;
import io.tollgate.processor.Tasks;
import io.tollgate.records.Records;
import io.tollgate.write.WriteContext;
import io.vertx.core.Future;
import io.vertx.core.json.JsonObject;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.Tuple;
import java.time.Instant;
import java.time.ZoneOffset;
import org.jspecify.annotations.Nullable;

/**
 * Makes coupons known to the processor account of the other mode, on their first use there. It is due
 * work: no purchase waits for it, or fails with it.
 */
public final class CouponCopies implements TaskRun.Settlement {
    private static final String NOTE = """
            INSERT INTO processor_task (seller_id, livemode, id, kind, subject_id, argument, due_at, created_at)
            SELECT $1, $2, $3, 'COPY_COUPON', $4, '{}', $5, $5
            WHERE EXISTS (SELECT FROM processor_account WHERE seller_id = $1 AND livemode = $2)
              AND NOT EXISTS (
                SELECT FROM processor_copy
                WHERE seller_id = $1 AND livemode = $2 AND kind = 'coupon' AND record_id = $4)
            ON CONFLICT DO NOTHING
            """;

    private final Database database;
    private final ProcessorClient processor;
    private final Clock clock;

    public CouponCopies(Database database, ProcessorClient processor, Clock clock) {
        this.database = database;
        this.processor = processor;
        this.clock = clock;
    }

    /** Notes that a purchase uses the coupon, or none; nothing where the mode's account knows it, or there is none. */
    public static Future<Void> use(WriteContext write, @Nullable String couponId) {
        if (couponId == null) {
            return Future.succeededFuture();
        }
        return write.transaction()
                .preparedQuery(NOTE)
                .execute(Tuple.of(
                        write.scope().sellerId(),
                        write.scope().live(),
                        write.newId(),
                        couponId,
                        write.now().atOffset(ZoneOffset.UTC)))
                .mapEmpty();
    }

    @Override
    public Future<@Nullable Instant> settle(Task task, @Nullable ProcessorAccount account) {
        if (account == null) {
            return Future.failedFuture("no account is connected");
        }
        String id = CouponCreation.processorId(task.subjectId());
        return database.write(task.scope(), transaction -> lock(transaction, task))
                // One that was made before a crash and deleted since must not stay.
                .compose(coupon -> coupon.path("deleted").asBoolean()
                        ? processor.deleteCoupon(account, id, task.key() + "-gone")
                        : processor
                                .createCoupon(account, id, CouponCreation.discount(coupon), task.key())
                                .compose(made -> database.write(
                                        task.scope(), transaction -> remember(transaction, task, coupon, id))))
                .map(done -> null);
    }

    private static Future<ObjectNode> lock(SqlConnection transaction, Task task) {
        return Records.lock(transaction, task.scope(), Coupons.RESOURCE, task.subjectId())
                .map(Records.Stored::record);
    }

    /** Whoever changes the coupon from now on finds the copy; what was changed before is caught up with. */
    private Future<Void> remember(SqlConnection transaction, Task task, ObjectNode made, String processorId) {
        Instant now = clock.now();
        return lock(transaction, task)
                .compose(coupon -> ProcessorCopies.insert(
                                transaction,
                                task.scope(),
                                ProcessorCopies.Kind.COUPON,
                                task.subjectId(),
                                processorId,
                                now)
                        .compose(noted -> {
                            if (coupon.path("deleted").asBoolean()) {
                                return follow(
                                        transaction, task, Task.Kind.DELETE_COUPON, processorId, new JsonObject());
                            } else if (coupon.path("label").equals(made.path("label"))) {
                                return Future.succeededFuture();
                            }
                            JsonObject name = new JsonObject()
                                    .put("name", coupon.path("label").asText())
                                    .put("version", Ids.next(now));
                            return follow(transaction, task, Task.Kind.RENAME_COUPON, processorId, name);
                        }));
    }

    private Future<Void> follow(
            SqlConnection transaction, Task task, Task.Kind kind, String processorId, JsonObject argument) {
        Instant now = clock.now();
        Task next = Task.of(task.scope(), Ids.next(now), kind, processorId, argument);
        return Tasks.schedule(transaction, next, now, now);
    }
}
