package io.tollgate.sales.aftersales;

import io.tollgate.platform.api.Endpoint;
import io.tollgate.platform.api.Endpoint.Writing;
import io.tollgate.platform.db.Database;
import io.tollgate.platform.error.ApiError;
import io.tollgate.platform.http.ApiResponse;
import io.tollgate.platform.input.Body;
import io.tollgate.platform.input.Input;
import io.tollgate.platform.input.Request;
import io.tollgate.platform.resource.ListRequest;
import io.tollgate.platform.resource.Resource;
import io.tollgate.platform.schema.CommonFields;
import io.tollgate.platform.schema.Field;
import io.tollgate.platform.write.WriteExecutor;
import io.tollgate.sales.purchase.SubscriptionStatus;
import io.vertx.core.Future;
import io.vertx.core.http.HttpMethod;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** The endpoints with which sellers read, disable and enable the license key of a payment or a subscription. */
public record LicenseKeyRoutes(WriteExecutor writes, Database database, LicenseKeyOwner owner) {
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
                            .doc("Id of the license key, the `licenseKeyId` of the payment or subscription.")
                            .always(),
                    CommonFields.SELLER_ID,
                    Field.text("key")
                            .doc("The key: a random UUID.")
                            .example("7e0f4a3a-1c52-4a34-9d0f-2f6f6a1f8f0c")
                            .always(),
                    Field.id("paymentId").doc("Id of the payment. Null for the key of a subscription."),
                    Field.id("subscriptionId").doc("Id of the subscription. Null for the key of a payment."),
                    Field.oneOf(
                                    "subscriptionStatus",
                                    Arrays.stream(SubscriptionStatus.values())
                                            .map(SubscriptionStatus::wire)
                                            .toArray(String[]::new))
                            .doc("`status` of the subscription. The key is valid while it is `trialing`, `active` or "
                                    + "`past_due`, and after a plan is `completed`. Null for the key of a payment.")
                            .example("active"),
                    Field.id("pageId").doc("Id of the page of the purchase.").always(),
                    Field.id("productId").doc("Id of the product.").always(),
                    Field.id("customerId").doc("Id of the customer.").always(),
                    Field.integer("uses")
                            .doc("How often the key was validated with `incrementUses`.")
                            .always(),
                    Field.bool("disabled")
                            .doc("Whether the key is disabled: by the seller, by a full refund, because the order is "
                                    + "not paid yet, or by `subscriptionStatus`.")
                            .always(),
                    Field.time("disabledAt")
                            .doc("When the seller or a full refund disabled it, or when the unpaid order was "
                                    + "placed. Null otherwise."),
                    CommonFields.LIVEMODE,
                    CommonFields.CREATED_AT,
                    CommonFields.UPDATED_AT));

    private static final String EFFECT = "Disables or enables the license key of a %s of the key's mode. The public"
            + " validation says whether a key is disabled, and does not count its uses.";

    public List<Endpoint> all() {
        return List.of(get(), change());
    }

    private Resource orders() {
        return owner.resource();
    }

    private String path() {
        return orders().path() + "/{" + orders().idName() + "}/license-key";
    }

    private String noun() {
        return orders().noun().toLowerCase(Locale.ROOT);
    }

    private Endpoint get() {
        return new Endpoint(
                        HttpMethod.GET,
                        path(),
                        "Get the license key of a " + noun(),
                        Endpoint.Shape.RECORD,
                        orders(),
                        this::get)
                .withResponseSchema(SCHEMA);
    }

    private Future<ApiResponse> get(Request request) {
        Boolean livemode = ListRequest.livemode(orders(), request.parameters());
        return LicenseKeys.of(database, request.caller().reading(livemode), owner, request.id(orders().idName()))
                .map(LicenseKeyRoutes::response);
    }

    private static ApiResponse response(@Nullable LicenseKey key) {
        if (key == null) {
            throw ApiError.notFound("License key");
        }
        return ApiResponse.record(200, key.bytes());
    }

    private Endpoint change() {
        Writing writing = switch (owner) {
            case PAYMENT -> Writing.of("updateLicenseKey", EFFECT.formatted(noun()), CHANGE);
            case SUBSCRIPTION ->
                Writing.of(
                        "updateSubscriptionLicenseKey",
                        EFFECT.formatted(noun())
                                + " A subscription that does not run has no valid key: enabling it returns 409"
                                + " `subscription_inactive`.",
                        CHANGE);
        };
        return writes.endpoint(
                HttpMethod.PATCH,
                path(),
                "Disable or enable the license key of a " + noun(),
                orders(),
                writing.withResponseSchema(SCHEMA),
                this::change);
    }

    private WriteExecutor.Command change(Request request) {
        Input input = request.input(CHANGE, orders().idName()).check();
        String id = request.id(orders().idName());
        boolean disabled = input.bool("disabled", false);
        return write -> write.lock(write.scope(), orders(), id)
                .compose(locked -> LicenseKeys.of(write, owner, id))
                .compose(key -> {
                    if (key == null) {
                        throw ApiError.notFound("License key");
                    }
                    LicenseKey.OfSubscription subscription = key.subscription();
                    if (!disabled
                            && subscription != null
                            && !subscription.status().isEntitled()) {
                        throw ApiError.conflict(
                                "subscription_inactive",
                                "The subscription has no valid license key; its status is "
                                        + subscription.status().wire());
                    }
                    return LicenseKeys.setDisabled(write, key.id(), disabled);
                })
                .compose(changed -> LicenseKeys.of(write, owner, id))
                .map(LicenseKeyRoutes::response);
    }
}
