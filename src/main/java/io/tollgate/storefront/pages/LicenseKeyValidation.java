package io.tollgate.storefront.pages;

import io.tollgate.platform.api.Api;
import io.tollgate.platform.clock.Times;
import io.tollgate.platform.error.ApiError;
import io.tollgate.platform.error.ApiError.Problem;
import io.tollgate.platform.http.ApiResponse;
import io.tollgate.platform.input.BodyReader;
import io.tollgate.platform.input.SubmittedForm;
import io.tollgate.platform.write.WriteExecutor;
import io.tollgate.sales.aftersales.LicenseKey;
import io.tollgate.sales.aftersales.LicenseKeys;
import io.tollgate.sales.aftersales.LicenseKeys.Entry;
import io.vertx.core.Future;
import io.vertx.core.json.JsonObject;
import io.vertx.ext.web.RoutingContext;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The public endpoint with which a seller's program validates the license key of its user. It needs no API key: the
 * license key is a random secret. Returns nothing about the buyer but the status of the subscription.
 */
record LicenseKeyValidation(WriteExecutor writes) {
    static final String PATH = "/api/v1/license-keys/validate";

    private static final String KEY_INPUT = "key";
    private static final String INCREMENT_INPUT = "incrementUses";
    private static final Pattern KEY = Pattern.compile("[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}");

    void validate(RoutingContext ctx) {
        Api.answer(ctx, request -> {
            SubmittedForm form = SubmittedForm.of(BodyReader.of(ctx));
            List<Problem> problems = new ArrayList<>();
            String key = form.text(KEY_INPUT);
            String increment = form.text(INCREMENT_INPUT);
            if (key == null) {
                problems.add(new Problem(KEY_INPUT, "is required", null));
            }
            if (increment != null && !increment.equals("true") && !increment.equals("false")) {
                problems.add(new Problem(INCREMENT_INPUT, "must be true or false", increment));
            }
            if (key == null || !problems.isEmpty()) {
                throw ApiError.invalid(problems);
            }
            return validate(key, "true".equals(increment));
        });
    }

    private Future<ApiResponse> validate(String key, boolean increment) {
        if (!KEY.matcher(key).matches()) {
            throw unknown();
        }
        return LicenseKeys.resolve(writes.database(), UUID.fromString(key))
                .compose(entry ->
                        entry == null ? Future.<@Nullable LicenseKey>succeededFuture(null) : find(entry, increment))
                .map(found -> {
                    if (found == null) {
                        throw unknown();
                    }
                    return ApiResponse.ok(
                                    new JsonObject().put("data", json(found)).toBuffer())
                            .with("Cache-Control", "no-store");
                });
    }

    private Future<@Nullable LicenseKey> find(Entry entry, boolean increment) {
        return increment
                ? writes.run(entry.scope(), write -> LicenseKeys.use(write, entry.id()))
                : LicenseKeys.find(writes.database(), entry.scope(), entry.id());
    }

    private static JsonObject json(LicenseKey key) {
        return new JsonObject()
                .put("uses", key.uses())
                .put("disabled", key.isDisabled())
                .put("subscriptionStatus", key.subscriptionStatus())
                .put("productId", key.productId())
                .put("livemode", key.scope().live())
                .put("createdAt", Times.text(key.createdAt()));
    }

    private static ApiError unknown() {
        return ApiError.notFound("License key");
    }
}
