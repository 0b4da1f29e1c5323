package io.tollgate.catalog.coupon;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tollgate.platform.clock.Times;
import io.tollgate.platform.db.SqlState;
import io.tollgate.platform.error.ApiError;
import io.tollgate.platform.http.ApiResponse;
import io.tollgate.platform.http.Composition;
import io.tollgate.platform.input.Input;
import io.tollgate.platform.records.Capacities;
import io.tollgate.platform.resource.Search;
import io.tollgate.platform.task.Task;
import io.tollgate.platform.task.Tasks;
import io.tollgate.platform.write.WriteContext;
import io.tollgate.platform.write.WriteExecutor;
import io.tollgate.processor.CouponTerms;
import io.tollgate.processor.ExternalCreation;
import io.tollgate.processor.Processing;
import io.tollgate.processor.ProcessorClient;
import io.tollgate.processor.ProcessorCopies;
import io.vertx.core.Future;
import io.vertx.core.json.JsonObject;
import io.vertx.sqlclient.Tuple;
import java.math.BigDecimal;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Creates a coupon at the processor and in the database. */
final class CouponCreation extends ExternalCreation {
    private static final String WITH_CODE = "SELECT FROM coupon WHERE seller_id = $1 AND code = $2 AND NOT deleted";
    private final Input input;
    private final ObjectNode values;
    private final Composition.Factory composition;

    CouponCreation(Processing processing, Input input, Composition.Factory composition) {
        super(processing);
        this.input = input;
        this.values = input.values();
        this.composition = composition;
    }

    /** Returns the columns that the definition of the resource does not derive. */
    static Map<String, Object> columns(ObjectNode coupon) {
        return Map.of("deleted", coupon.get("deleted").booleanValue());
    }

    private static ApiError codeTaken() {
        return ApiError.conflict("coupon_code_taken", "Another coupon already has this code");
    }

    @Override
    protected Future<Void> check(WriteContext write) {
        Tuple code = Tuple.of(
                write.scope().sellerId(), Search.fold(values.get("code").textValue()));
        return CouponRestrictions.validate(write, values.path("pageIds"), values.path("ticketTypeIds"))
                .compose(valid -> write.transaction().preparedQuery(WITH_CODE).execute(code))
                .map(rows -> {
                    if (rows.size() > 0) {
                        throw codeTaken();
                    }
                    return null;
                });
    }

    @Override
    protected Future<Task> guard(WriteContext write, String recordId) {
        return Tasks.guard(write, CouponTasks.DELETE, processorId(recordId), new JsonObject());
    }

    /** Returns the coupon's id at the processor. It is derived, so that it is known even if a response was lost. */
    static String processorId(String recordId) {
        return "tollgate_" + recordId;
    }

    @Override
    protected Future<String> create(ProcessorClient client, PendingCreation begun) {
        String id = processorId(begun.recordId());
        CouponTerms terms = terms(values);
        String key = begun.guard().key();
        return client.run(begun.account(), "createCoupon", api -> api.createCoupon(id, terms, key))
                .map(id);
    }

    @Override
    protected String assumedId(PendingCreation begun) {
        return processorId(begun.recordId());
    }

    /** @param coupon its document, or the body that creates it */
    static CouponTerms terms(ObjectNode coupon) {
        JsonNode percentOff = coupon.path("percentOff");
        return new CouponTerms(
                coupon.path("label").asText(),
                number(coupon, "amountOff"),
                coupon.path("currency").textValue(),
                percentOff.isNumber() ? new BigDecimal(percentOff.asText()) : null,
                coupon.path("duration").asText(),
                number(coupon, "durationInMonths"));
    }

    private static @Nullable Long number(ObjectNode coupon, String name) {
        return coupon.hasNonNull(name) ? (Long) coupon.get(name).longValue() : null;
    }

    @Override
    protected WriteExecutor.Command write(PendingCreation begun, String processorId) {
        return write -> {
            ObjectNode coupon = document(write, begun.recordId(), processorId);
            return write.insert(Coupons.RESOURCE, coupon, columns(coupon))
                    .compose(stored -> Future.all(
                                    Capacities.set(
                                            write.transaction(),
                                            write.scope(),
                                            Capacities.Kind.COUPON,
                                            begun.recordId(),
                                            capacity(values)),
                                    ProcessorCopies.insert(
                                            write, ProcessorCopies.Kind.COUPON, begun.recordId(), processorId))
                            .compose(done -> write.answer(201, Coupons.RESOURCE, stored, composition)))
                    .recover(failure ->
                            Future.<ApiResponse>failedFuture(SqlState.isTaken(failure) ? codeTaken() : failure));
        };
    }

    static @Nullable Integer capacity(ObjectNode values) {
        return values.hasNonNull("maxRedemptions")
                ? (Integer) values.get("maxRedemptions").intValue()
                : null;
    }

    private ObjectNode document(WriteContext write, String id, String processorId) {
        ObjectNode coupon = Coupons.SCHEMA.defaults();
        values.properties().stream()
                .filter(sent -> !sent.getValue().isNull())
                .forEach(sent -> coupon.set(sent.getKey(), sent.getValue()));
        coupon.put("id", id).put("sellerId", write.scope().sellerId());
        return coupon.put("processorCouponId", processorId)
                .put("createdAt", Times.text(write.now()))
                .put("updatedAt", Times.text(write.now()));
    }
}
