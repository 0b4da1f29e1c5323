package io.tollgate.coupon;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tollgate.api.Endpoint;
import io.tollgate.api.Endpoint.Writing;
import io.tollgate.error.ApiError;
import io.tollgate.http.ApiResponse;
import io.tollgate.http.Composition;
import io.tollgate.input.Body;
import io.tollgate.input.Input;
import io.tollgate.input.Request;
import io.tollgate.processor.Processing;
import io.tollgate.processor.ProcessorCopies;
import io.tollgate.processor.Task;
import io.tollgate.processor.Tasks;
import io.tollgate.records.Capacities;
import io.tollgate.records.Records.Stored;
import io.tollgate.write.WriteContext;
import io.tollgate.write.WriteExecutor;
import io.vertx.core.Future;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.json.JsonObject;
import java.util.List;

/** Makes, changes and deletes coupons. */
public final class CouponRoutes {
    private static final String ONE = "/v1/coupons/{couponId}";

    private final WriteExecutor writes;
    private final Processing processing;
    private final Composition.Over composition;

    public CouponRoutes(WriteExecutor writes, Processing processing, Composition.Over composition) {
        this.writes = writes;
        this.processing = processing;
        this.composition = composition;
    }

    public List<Endpoint> all() {
        return List.of(create(), change(), delete());
    }

    private Endpoint create() {
        Writing writing = Writing.of("createCoupon", """
                Makes a coupon here and in the connected processor account of the key's mode; nothing is made \
                where either refuses. Give either `amountOff` with its `currency`, or `percentOff`. \
                `maxRedemptions` counts live purchases of all customers. 403 `processor_not_connected` without \
                an account; 409 `coupon_code_taken` where another coupon has the code, whatever its case; 422 \
                `processor_refused` where the processor refuses.""", CouponBodies.CREATE).creating();
        return writes.externalOperation(
                HttpMethod.POST, "/v1/coupons", "Create a coupon", Coupons.RESOURCE, writing, request -> {
                    Input input = request.input(CouponBodies.CREATE);
                    CouponBodies.validate(input);
                    return new CouponCreation(processing, input.check(), composition);
                });
    }

    private Endpoint change() {
        Writing writing = Writing.of("updateCoupon", """
                        What is not sent is kept, and null clears. What the coupon takes off never changes. \
                        `deleted: true` deletes it, as DELETE does. Ticket types must belong to the pages that \
                        are sent, or else to those that are stored. 409 `coupon_deleted` where it is deleted \
                        already, 409 `redemptions_exceed_limit` where it was used more often than \
                        `maxRedemptions` would allow.""", CouponBodies.CHANGE);
        return writes.endpoint(HttpMethod.PATCH, ONE, "Update one coupon", Coupons.RESOURCE, writing, this::change);
    }

    private Endpoint delete() {
        Writing writing = Writing.of("deleteCoupon", """
                        The coupon can be used no more, here and at the processor, and its code is free. The \
                        record stays, with `deleted` true. Deleting it again changes nothing.""", Body.NONE);
        return writes.endpoint(HttpMethod.DELETE, ONE, "Delete one coupon", Coupons.RESOURCE, writing, request -> {
            request.input(Body.NONE, "couponId").check();
            String id = request.id("couponId");
            ObjectNode gone = JsonNodeFactory.instance.objectNode().put("deleted", true);
            return write -> change(write, id, gone);
        });
    }

    private WriteExecutor.Command change(Request request) {
        Input input = request.input(CouponBodies.CHANGE, "couponId").check();
        String id = request.id("couponId");
        return write -> change(write, id, input.values());
    }

    private Future<ApiResponse> change(WriteContext write, String id, ObjectNode values) {
        return write.lock(Coupons.RESOURCE, id, composition)
                .compose(former -> {
                    ObjectNode coupon = former.record().deepCopy();
                    values.properties().forEach(change -> coupon.set(change.getKey(), change.getValue()));
                    return checked(write, former, coupon, values)
                            .compose(right -> capacity(write, id, values))
                            .compose(set -> follow(write, former.record(), coupon))
                            .compose(noted ->
                                    write.update(Coupons.RESOURCE, former, coupon, CouponCreation.columns(coupon)));
                })
                .compose(stored -> write.answer(200, Coupons.RESOURCE, stored, composition));
    }

    private static Future<Void> checked(WriteContext write, Stored former, ObjectNode coupon, ObjectNode values) {
        boolean deleted = former.record().path("deleted").asBoolean();
        if (deleted && !coupon.equals(former.record())) {
            throw ApiError.conflict("coupon_deleted", "A deleted coupon cannot be changed or brought back");
        }
        boolean places = values.has("pageIds") || values.has("ticketTypeIds");
        return places
                ? CouponPlaces.check(write, coupon.path("pageIds"), coupon.path("ticketTypeIds"))
                : Future.succeededFuture();
    }

    private static Future<Void> capacity(WriteContext write, String id, ObjectNode values) {
        if (!values.has("maxRedemptions")) {
            return Future.succeededFuture();
        }
        return Capacities.set(
                        write.transaction(), write.scope(), Capacities.Kind.COUPON, id, CouponCreation.capacity(values))
                .map(set -> {
                    if (!set) {
                        throw ApiError.conflict(
                                "redemptions_exceed_limit", "The coupon was used more often than that already");
                    }
                    return null;
                });
    }

    /** What the processor is to do too, in each mode in which it knows the coupon. */
    private static Future<Void> follow(WriteContext write, ObjectNode former, ObjectNode coupon) {
        boolean gone =
                coupon.path("deleted").asBoolean() && !former.path("deleted").asBoolean();
        String name = coupon.path("label").asText();
        if (!gone && name.equals(former.path("label").asText())) {
            return Future.succeededFuture();
        }
        Task.Kind kind = gone ? Task.Kind.DELETE_COUPON : Task.Kind.RENAME_COUPON;
        JsonObject argument =
                gone ? new JsonObject() : new JsonObject().put("name", name).put("version", write.newId());
        return ProcessorCopies.of(
                        write, ProcessorCopies.Kind.COUPON, coupon.path("id").asText())
                .compose(copies -> Tasks.follow(write, kind, copies, argument));
    }
}
