package io.tollgate.order;

import io.tollgate.api.Endpoint;
import io.tollgate.api.Endpoint.Writing;
import io.tollgate.db.Database;
import io.tollgate.error.ApiError;
import io.tollgate.http.ApiResponse;
import io.tollgate.input.Body;
import io.tollgate.input.Input;
import io.tollgate.input.Request;
import io.tollgate.order.LicenseKeys.LicenseKey;
import io.tollgate.payment.Payments;
import io.tollgate.resource.ListRequest;
import io.tollgate.schema.CommonFields;
import io.tollgate.schema.Field;
import io.tollgate.write.WriteExecutor;
import io.vertx.core.Future;
import io.vertx.core.http.HttpMethod;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The endpoints with which sellers read, disable and enable the license key of a payment. */
public record LicenseKeyRoutes(WriteExecutor writes, Database database) {
    private static final String PATH = "/v1/payments/{paymentId}/license-key";

    private static final Body CHANGE = Body.of(
                    "LicenseKeyUpdate",
                    "{ \"disabled\": true }",
                    Field.bool("disabled")
                            .doc("Whether the key is disabled. A disabled key can be enabled again.")
                            .needed())
            .notEmpty();

    private static final Endpoint.Schema SCHEMA = new Endpoint.Schema(
            "LicenseKey",
            "A license key that a buyer received.",
            List.of(
                    Field.id("id")
                            .doc("Id of the license key, the payment's `licenseKeyId`.")
                            .always(),
                    CommonFields.SELLER_ID,
                    Field.text("key")
                            .doc("The key: a random UUID.")
                            .example("7e0f4a3a-1c52-4a34-9d0f-2f6f6a1f8f0c")
                            .always(),
                    Field.id("paymentId").doc("Id of the payment.").always(),
                    Field.id("pageId").doc("Id of the page of the purchase.").always(),
                    Field.id("productId").doc("Id of the product.").always(),
                    Field.id("customerId").doc("Id of the customer.").always(),
                    Field.integer("uses")
                            .doc("How often the key was validated with `incrementUses`.")
                            .always(),
                    Field.bool("disabled")
                            .doc("Whether the key is disabled: by the seller, by a full refund, or because the order "
                                    + "is not paid yet.")
                            .always(),
                    Field.time("disabledAt").doc("When it was disabled. Null if it is enabled."),
                    CommonFields.LIVEMODE,
                    CommonFields.CREATED_AT,
                    CommonFields.UPDATED_AT));

    public List<Endpoint> all() {
        return List.of(get(), change());
    }

    private Endpoint get() {
        return new Endpoint(
                        HttpMethod.GET,
                        PATH,
                        "Get the license key of a payment",
                        Endpoint.Shape.RECORD,
                        Payments.RESOURCE,
                        this::get)
                .withResponseSchema(SCHEMA);
    }

    private Future<ApiResponse> get(Request request) {
        Boolean livemode = ListRequest.livemode(Payments.RESOURCE, request.parameters());
        return LicenseKeys.ofCharge(database, request.caller().reading(livemode), request.id("paymentId"))
                .map(LicenseKeyRoutes::response);
    }

    private static ApiResponse response(@Nullable LicenseKey key) {
        if (key == null) {
            throw ApiError.notFound("License key");
        }
        return ApiResponse.record(200, key.bytes());
    }

    private Endpoint change() {
        Writing writing = Writing.of("updateLicenseKey", """
                Disables or enables the license key of a payment of the key's mode. The public validation says whether \
                a key is disabled, and does not count its uses.""", CHANGE).withResponseSchema(SCHEMA);
        return writes.endpoint(
                HttpMethod.PATCH,
                PATH,
                "Disable or enable the license key of a payment",
                Payments.RESOURCE,
                writing,
                LicenseKeyRoutes::change);
    }

    private static WriteExecutor.Command change(Request request) {
        Input input = request.input(CHANGE, "paymentId").check();
        String id = request.id("paymentId");
        return write -> write.lock(write.scope(), Payments.RESOURCE, id)
                .compose(payment -> LicenseKeys.ofCharge(write, id))
                .compose(key -> {
                    if (key == null) {
                        throw ApiError.notFound("License key");
                    }
                    return LicenseKeys.setDisabled(write, key.id(), input.bool("disabled", false));
                })
                .map(LicenseKeyRoutes::response);
    }
}
