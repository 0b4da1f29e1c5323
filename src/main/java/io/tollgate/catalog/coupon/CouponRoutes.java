package io.tollgate.catalog.coupon;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tollgate.platform.api.Endpoint;
import io.tollgate.platform.api.Endpoint.Writing;
import io.tollgate.platform.error.ApiError;
import io.tollgate.platform.http.ApiResponse;
import io.tollgate.platform.http.Composition;
import io.tollgate.platform.input.Body;
import io.tollgate.platform.input.Input;
import io.tollgate.platform.input.Request;
import io.tollgate.platform.records.Capacities;
import io.tollgate.platform.records.Records.Stored;
import io.tollgate.platform.task.TaskKind;
import io.tollgate.platform.write.WriteContext;
import io.tollgate.platform.write.WriteExecutor;
import io.tollgate.processor.Processing;
import io.tollgate.processor.ProcessorCopies;
import io.vertx.core.Future;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.json.JsonObject;
import java.util.List;

/** Endpoints that create, update and delete coupons. */
public final class CouponRoutes {
    private static final String ONE = "/v1/coupons/{couponId}";

    private final WriteExecutor writes;
    private final Processing processing;
    private final Composition.Factory composition;

    public CouponRoutes(WriteExecutor writes, Processing processing, Composition.Factory composition) {
        this.writes = writes;
        this.processing = processing;
        this.composition = composition;
    }

    public List<Endpoint> all() {
        return List.of(create(), change(), delete());
    }

    private Endpoint create() {
        Writing writing = Writing.of("createCoupon", """
                Creates a coupon here and in the connected processor account of the key's mode; if one of them \
                fails, nothing is created. Send either `amountOff` with `currency`, or `percentOff`. \
                `maxRedemptions` limits the live purchases of all customers together. Returns 403 \
                `processor_not_connected` without a connected account, 409 `coupon_code_taken` if another coupon \
                has the code (ignoring case), and 422 `processor_refused` if the processor rejects the \
                coupon.""", CouponBodies.CREATE).creating();
        return writes.externalOperation(
                HttpMethod.POST, "/v1/coupons", "Create a coupon", Coupons.RESOURCE, writing, request -> {
                    Input input = request.input(CouponBodies.CREATE);
                    CouponBodies.validate(input);
                    return new CouponCreation(processing, input.check(), composition);
                });
    }

    private Endpoint change() {
        Writing writing = Writing.of("updateCoupon", """
                        Fields that are not sent keep their values; null clears a field. The discount cannot be \
                        changed. `deleted: true` deletes the coupon, as DELETE does. Ticket types must belong to \
                        the pages in the request or, without these, to the stored ones. Returns 409 \
                        `coupon_deleted` if the coupon is deleted, and 409 `redemptions_exceed_limit` if it was \
                        redeemed more often than `maxRedemptions` allows.""", CouponBodies.CHANGE);
        return writes.endpoint(HttpMethod.PATCH, ONE, "Update one coupon", Coupons.RESOURCE, writing, this::change);
    }

    private Endpoint delete() {
        Writing writing = Writing.of("deleteCoupon", """
                        Deletes the coupon here and at the processor. It can no longer be redeemed, and another \
                        coupon can use its code. The record stays readable with `deleted: true`. Deleting it \
                        again has no effect.""", Body.NONE);
        return writes.endpoint(HttpMethod.DELETE, ONE, "Delete one coupon", Coupons.RESOURCE, writing, request -> {
            request.input(Body.NONE, "couponId").check();
            String id = request.id("couponId");
            ObjectNode deleted = JsonNodeFactory.instance.objectNode().put("deleted", true);
            return write -> change(write, id, deleted);
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
                    return validate(write, former, coupon, values)
                            .compose(valid -> setCapacity(write, id, values))
                            .compose(set -> scheduleTasks(write, former.record(), coupon))
                            .compose(scheduled ->
                                    write.update(Coupons.RESOURCE, former, coupon, CouponCreation.columns(coupon)));
                })
                .compose(stored -> write.answer(200, Coupons.RESOURCE, stored, composition));
    }

    private static Future<Void> validate(WriteContext write, Stored former, ObjectNode coupon, ObjectNode values) {
        boolean deleted = former.record().path("deleted").asBoolean();
        if (deleted && !coupon.equals(former.record())) {
            throw ApiError.conflict("coupon_deleted", "A deleted coupon cannot be changed or restored");
        }
        boolean restricted = values.has("pageIds") || values.has("ticketTypeIds");
        return restricted
                ? CouponRestrictions.validate(write, coupon.path("pageIds"), coupon.path("ticketTypeIds"))
                : Future.succeededFuture();
    }

    private static Future<Void> setCapacity(WriteContext write, String id, ObjectNode values) {
        if (!values.has("maxRedemptions")) {
            return Future.succeededFuture();
        }
        return Capacities.set(
                        write.transaction(), write.scope(), Capacities.Kind.COUPON, id, CouponCreation.capacity(values))
                .map(set -> {
                    if (!set) {
                        throw ApiError.conflict(
                                "redemptions_exceed_limit",
                                "The coupon was already redeemed more often than maxRedemptions allows");
                    }
                    return null;
                });
    }

    /** Schedules the deletion or renaming of the coupon's copy in each mode that has one. */
    private static Future<Void> scheduleTasks(WriteContext write, ObjectNode former, ObjectNode coupon) {
        boolean deleted =
                coupon.path("deleted").asBoolean() && !former.path("deleted").asBoolean();
        String name = coupon.path("label").asText();
        if (!deleted && name.equals(former.path("label").asText())) {
            return Future.succeededFuture();
        }
        TaskKind kind = deleted ? CouponTasks.DELETE : CouponTasks.RENAME;
        JsonObject argument =
                deleted ? new JsonObject() : new JsonObject().put("name", name).put("version", write.newId());
        return ProcessorCopies.of(
                        write, ProcessorCopies.Kind.COUPON, coupon.path("id").asText())
                .compose(copies -> ProcessorCopies.scheduleAll(write, kind, copies, argument));
    }
}
