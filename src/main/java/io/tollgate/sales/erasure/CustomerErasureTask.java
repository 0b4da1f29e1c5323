package io.tollgate.sales.erasure;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.tollgate.platform.audit.AuditLog;
import io.tollgate.platform.db.Ids;
import io.tollgate.platform.resource.Scope;
import io.tollgate.platform.task.Lane;
import io.tollgate.platform.task.Task;
import io.tollgate.platform.task.TaskHandler;
import io.tollgate.platform.task.TaskKind;
import io.tollgate.platform.task.Tasks;
import io.tollgate.platform.write.WriteContext;
import io.tollgate.platform.write.WriteExecutor;
import io.tollgate.sales.erasure.ErasureStep.Done;
import io.tollgate.sales.erasure.ErasureStore.Erasure;
import io.vertx.core.Future;
import io.vertx.core.json.JsonObject;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Erases customers in steps of one short transaction each, which also stores the progress: a crash repeats at most one
 * step. All steps run again until a pass over them changes nothing, because a purchase that was about to be written can
 * still have named the customer.
 *
 * @param steps in their order. Steps that look for addresses come after those that find them
 */
public record CustomerErasureTask(WriteExecutor writes, List<ErasureStep> steps) implements TaskHandler {
    /** A lane of its own, because a customer can have thousands of records. */
    private static final Lane LANE = Lane.of("erasure", 4);

    public static final TaskKind KIND = TaskKind.of("ERASE_CUSTOMER", LANE).withPauseMax(Duration.ofSeconds(15));

    /** Transactions in one run of the task. */
    private static final int RUN_MAX = 200;

    private static final Duration PAUSE = Duration.ofSeconds(2);

    private static final String KEPT = """
            SELECT (SELECT count(*) FROM invoice WHERE seller_id = $1 AND livemode = $2 AND customer_id = $3),
                   (SELECT count(*) FROM refund WHERE seller_id = $1 AND livemode = $2
                    AND credit_note_number IS NOT NULL AND charge_id IN (%s))
            WHERE true""".formatted(CustomerRecords.CHARGES) + ErasedCustomer.ALL_PARAMETERS;

    public CustomerErasureTask {
        steps = List.copyOf(steps);
    }

    /** Schedules the erasure of a customer, or continues one that was given up. */
    static Future<Void> schedule(WriteContext write, String customerId) {
        Task task = Task.of(write.scope(), write.newId(), KIND, customerId, new JsonObject());
        return Tasks.schedule(write.transaction(), task, write.now(), write.now());
    }

    @Override
    public Future<@Nullable Instant> run(Task task) {
        return run(task.scope(), task.subjectId(), RUN_MAX);
    }

    /** @param left how many transactions this run may still make */
    private Future<@Nullable Instant> run(Scope scope, String customerId, int left) {
        return ErasureStore.find(writes.database(), scope, customerId).compose(erasure -> {
            if (erasure == null || erasure.done()) {
                return Future.<@Nullable Instant>succeededFuture(null);
            }
            if (left == 0) {
                return writes.now(scope);
            }
            return prepare(erasure)
                    .compose(ready -> ready
                            ? writes.run(scope, write -> advance(write, erasure))
                                    .compose(done -> run(scope, customerId, left - 1))
                            : writes.now(scope).map(now -> now.plus(PAUSE)));
        });
    }

    private Future<Boolean> prepare(Erasure erasure) {
        return erasure.step() < steps.size()
                ? steps.get(erasure.step()).prepare(erasure.customer(), erasure.reached())
                : Future.succeededFuture(true);
    }

    /** Makes one step, unless another node has made it meanwhile. */
    private Future<Void> advance(WriteContext write, Erasure seen) {
        return ErasureStore.lock(write, seen.customer().id()).compose(erasure -> {
            if (erasure == null
                    || erasure.done()
                    || erasure.step() != seen.step()
                    || !erasure.reached().equals(seen.reached())) {
                return Future.succeededFuture();
            }
            if (erasure.step() >= steps.size()) {
                return erasure.changed() ? ErasureStore.restart(write, erasure) : finish(write, erasure);
            }
            ErasureStep step = steps.get(erasure.step());
            return step.run(write, erasure.customer(), erasure.reached())
                    .compose((Done done) -> ErasureStore.advance(write, erasure, step.kind(), done));
        });
    }

    /** Ends an erasure and records the certificate in the audit log. */
    private static Future<Void> finish(WriteContext write, Erasure erasure) {
        ErasedCustomer customer = erasure.customer();
        return kept(write, customer)
                .compose(kept -> ErasureStore.finish(write, customer.id(), kept))
                .compose(done -> ErasureStore.lock(write, customer.id()))
                .compose(done -> done == null ? Future.succeededFuture() : certify(write, done));
    }

    /** Returns the numbers of rows that stay. */
    static Future<JsonObject> kept(WriteContext write, ErasedCustomer customer) {
        return write.transaction()
                .preparedQuery(KEPT)
                .execute(customer.parameters())
                .map(rows -> {
                    var row = rows.iterator().next();
                    return new JsonObject()
                            .put("invoices", row.getLong(0))
                            .put("credit-notes", row.getLong(1))
                            .put("processor-customers", (long)
                                    customer.processorIds().size());
                });
    }

    private static Future<Void> certify(WriteContext write, Erasure done) {
        ArrayNode changes = JsonNodeFactory.instance.arrayNode();
        changes.addObject().put("field", "erasure").putNull("before").set("after", json(ErasureEncoder.of(done)));
        return AuditLog.append(
                write.transaction(),
                done.author(),
                Ids.next(write.realTime()),
                write.realTime(),
                done.customer().id(),
                changes);
    }

    private static JsonNode json(JsonObject object) {
        try {
            return new ObjectMapper().readTree(object.encode());
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("a certificate is JSON", e);
        }
    }
}
