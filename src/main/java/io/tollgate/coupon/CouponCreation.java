package io.tollgate.coupon;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tollgate.clock.Times;
import io.tollgate.db.SqlState;
import io.tollgate.error.ApiError;
import io.tollgate.http.ApiResponse;
import io.tollgate.http.Composition;
import io.tollgate.input.Input;
import io.tollgate.processor.CouponTerms;
import io.tollgate.processor.ExternalCreation;
import io.tollgate.processor.Processing;
import io.tollgate.processor.ProcessorClient;
import io.tollgate.processor.ProcessorCopies;
import io.tollgate.processor.Task;
import io.tollgate.processor.Tasks;
import io.tollgate.records.Capacities;
import io.tollgate.resource.Search;
import io.tollgate.write.WriteContext;
import io.tollgate.write.WriteExecutor;
import io.vertx.core.Future;
import io.vertx.core.json.JsonObject;
import io.vertx.sqlclient.Tuple;
import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Makes one coupon, at the processor and here. */
final class CouponCreation extends ExternalCreation {
    private static final String TAKEN = "SELECT FROM coupon WHERE seller_id = $1 AND code = $2 AND NOT deleted";
    private static final List<String> AS_SENT =
            List.of("label", "code", "amountOff", "currency", "percentOff", "duration", "durationInMonths", "redeemBy");

    private final Input input;
    private final ObjectNode values;
    private final Composition.Over composition;

    CouponCreation(Processing processing, Input input, Composition.Over composition) {
        super(processing);
        this.input = input;
        this.values = input.values();
        this.composition = composition;
    }

    /** Codes compare without regard to case. */
    static Map<String, Object> columns(ObjectNode coupon) {
        return Map.of("deleted", coupon.get("deleted").booleanValue());
    }

    private static ApiError taken() {
        return ApiError.conflict("coupon_code_taken", "Another coupon has this code already");
    }

    @Override
    protected Future<Void> check(WriteContext write) {
        Tuple code = Tuple.of(
                write.scope().sellerId(), Search.fold(values.get("code").textValue()));
        return CouponPlaces.check(write, values.path("pageIds"), values.path("ticketTypeIds"))
                .compose(right -> write.transaction().preparedQuery(TAKEN).execute(code))
                .map(rows -> {
                    if (rows.size() > 0) {
                        throw taken();
                    }
                    return null;
                });
    }

    @Override
    protected Future<Task> guard(WriteContext write, String recordId) {
        return Tasks.guard(write, Task.Kind.DELETE_COUPON, processorId(recordId), new JsonObject());
    }

    /** Ours to choose, so that the coupon can be found there even where the answer was lost. */
    static String processorId(String recordId) {
        return "tollgate_" + recordId;
    }

    @Override
    protected Future<String> make(ProcessorClient client, Begun begun) {
        String id = processorId(begun.recordId());
        return client.createCoupon(
                        begun.account(), id, discount(values), begun.guard().key())
                .map(id);
    }

    /** What a coupon takes off, of its document or of the body that it comes from. */
    static CouponTerms discount(ObjectNode coupon) {
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
    protected WriteExecutor.Command written(Begun begun, String processorId) {
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
                    .recover(
                            failure -> Future.<ApiResponse>failedFuture(SqlState.isTaken(failure) ? taken() : failure));
        };
    }

    static @Nullable Integer capacity(ObjectNode values) {
        return values.hasNonNull("maxRedemptions")
                ? (Integer) values.get("maxRedemptions").intValue()
                : null;
    }

    private ObjectNode document(WriteContext write, String id, String processorId) {
        ObjectNode coupon = JsonNodeFactory.instance.objectNode().put("id", id);
        AS_SENT.forEach(name -> coupon.set(name, values.path(name).isMissingNode() ? null : values.get(name)));
        coupon.put("appliesToSetupFee", input.bool("appliesToSetupFee", false))
                .put("appliesToTicketFees", input.bool("appliesToTicketFees", false))
                .put("maxRedemptions", capacity(values))
                .put("deleted", false)
                .put("sellerId", write.scope().sellerId());
        for (String name : List.of("pageIds", "ticketTypeIds")) {
            coupon.set(name, values.hasNonNull(name) ? values.get(name) : JsonNodeFactory.instance.arrayNode());
        }
        return coupon.put("processorCouponId", processorId)
                .put("createdAt", Times.text(write.now()))
                .put("updatedAt", Times.text(write.now()));
    }
}
