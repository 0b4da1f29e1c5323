package io.tollgate.catalog.coupon;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tollgate.platform.clock.Clock;
import io.tollgate.platform.db.Database;
import io.tollgate.platform.db.Ids;
import io.tollgate.platform.db.TestClock;
import io.tollgate.platform.records.Records;
import io.tollgate.platform.task.Task;
import io.tollgate.platform.task.TaskKind;
import io.tollgate.platform.task.Tasks;
import io.tollgate.platform.write.WriteContext;
import io.tollgate.processor.AccountTask;
import io.tollgate.processor.CouponTerms;
import io.tollgate.processor.ProcessorAccount;
import io.tollgate.processor.ProcessorClient;
import io.tollgate.processor.ProcessorCopies;
import io.vertx.core.Future;
import io.vertx.core.json.JsonObject;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.Tuple;
import java.time.Instant;
import java.time.ZoneOffset;
import org.jspecify.annotations.Nullable;

/**
 * The processor task that copies a coupon to the processor account of the other mode, on its first use there. Purchases
 * do not wait for the copy and do not fail with it.
 */
public final class CouponCopies implements AccountTask {
    private static final String SCHEDULE = """
            INSERT INTO processor_task (seller_id, livemode, id, kind, lane, subject_id, argument, due_at, created_at)
            SELECT $1, $2, $3, $6, $7, $4, '{}', $5, $5
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

    /**
     * Schedules a task that creates the coupon of a purchase at the processor. Does nothing without a coupon, without a
     * connected account, or if the account has a copy.
     */
    public static Future<Void> use(WriteContext write, @Nullable String couponId) {
        if (couponId == null) {
            return Future.succeededFuture();
        }
        return write.transaction()
                .preparedQuery(SCHEDULE)
                .execute(Tuple.of(
                                write.scope().sellerId(),
                                write.scope().live(),
                                write.newId(),
                                couponId,
                                write.now().atOffset(ZoneOffset.UTC))
                        .addValue(CouponTasks.COPY.name())
                        .addValue(CouponTasks.COPY.lane().name()))
                .mapEmpty();
    }

    @Override
    public Future<@Nullable Instant> run(Task task, @Nullable ProcessorAccount account) {
        if (account == null) {
            return Future.failedFuture("no processor account is connected");
        }
        String id = CouponCreation.processorId(task.subjectId());
        return database.write(task.scope(), transaction -> lock(transaction, task))
                // An earlier attempt may have created the copy before the coupon was deleted.
                .compose(coupon -> coupon.path("deleted").asBoolean()
                        ? processor.run(account, "deleteCoupon", api -> api.deleteCoupon(id, task.key() + "-gone"))
                        : create(account, id, CouponCreation.terms(coupon), task.key())
                                .compose(created -> database.write(
                                        task.scope(), transaction -> recordCopy(transaction, task, coupon, id))))
                .map(done -> null);
    }

    private Future<Void> create(ProcessorAccount account, String id, CouponTerms terms, String key) {
        return processor.run(account, "createCoupon", api -> api.createCoupon(id, terms, key));
    }

    private static Future<ObjectNode> lock(SqlConnection transaction, Task task) {
        return Records.lock(transaction, task.scope(), Coupons.RESOURCE, task.subjectId())
                .map(Records.Stored::record);
    }

    /**
     * Records the copy, so that later changes of the coupon reach it. Schedules the changes that were made since the
     * coupon was read.
     */
    private Future<Void> recordCopy(SqlConnection transaction, Task task, ObjectNode copied, String processorId) {
        return TestClock.in(transaction, task.scope(), clock)
                .compose(time -> recordCopy(transaction, task, copied, processorId, time.now()));
    }

    private static Future<Void> recordCopy(
            SqlConnection transaction, Task task, ObjectNode copied, String processorId, Instant now) {
        return lock(transaction, task)
                .compose(coupon -> ProcessorCopies.insert(
                                transaction,
                                task.scope(),
                                ProcessorCopies.Kind.COUPON,
                                task.subjectId(),
                                processorId,
                                now)
                        .compose(recorded -> {
                            if (coupon.path("deleted").asBoolean()) {
                                return schedule(
                                        transaction, task, CouponTasks.DELETE, processorId, new JsonObject(), now);
                            } else if (coupon.path("label").equals(copied.path("label"))) {
                                return Future.succeededFuture();
                            }
                            JsonObject name = new JsonObject()
                                    .put("name", coupon.path("label").asText())
                                    .put("version", Ids.next(now));
                            return schedule(transaction, task, CouponTasks.RENAME, processorId, name, now);
                        }));
    }

    private static Future<Void> schedule(
            SqlConnection transaction, Task task, TaskKind kind, String processorId, JsonObject argument, Instant now) {
        Task next = Task.of(task.scope(), Ids.next(now), kind, processorId, argument);
        return Tasks.schedule(transaction, next, now, now);
    }
}
