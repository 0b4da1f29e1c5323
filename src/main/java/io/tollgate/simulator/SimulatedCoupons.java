package io.tollgate.simulator;

import io.vertx.core.Future;
import io.vertx.core.json.JsonObject;
import java.math.BigDecimal;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Coupons of the simulator. */
final class SimulatedCoupons {
    static final String KIND = "coupon";
    private static final int NAME_MAX = 40;
    private static final BigDecimal WHOLE = BigDecimal.valueOf(100);
    private static final Set<String> PARAMETERS = Set.of(
            "id",
            "name",
            "duration",
            "duration_in_months",
            "amount_off",
            "currency",
            "percent_off",
            "metadata",
            "max_redemptions",
            "redeem_by");

    private SimulatedCoupons() {}

    static Future<JsonObject> create(SimulatedObjects objects, FormBody form, String none) {
        form.only(PARAMETERS);
        check(form);
        Long redeemBy = form.integer("redeem_by");
        require(redeemBy == null || redeemBy > objects.now(), "redeem_by", "This value must be in the future.");
        Long redemptions = form.integer("max_redemptions");
        require(redemptions == null || redemptions > 0, "max_redemptions", "Invalid positive integer");
        String id = form.text("id");
        BigDecimal percentOff = form.number("percent_off");
        JsonObject coupon = new JsonObject()
                .put("id", id == null ? SimulatedObjects.newId("") : id)
                .put("object", KIND)
                .put("amount_off", form.integer("amount_off"))
                .put("created", objects.now())
                .put("currency", form.has("amount_off") ? form.text("currency") : null)
                .put("duration", form.required("duration"))
                .put("duration_in_months", form.integer("duration_in_months"))
                .put("livemode", objects.scope().live())
                .put("max_redemptions", redemptions)
                .put("metadata", form.metadata())
                .put("name", name(form))
                .put("percent_off", percentOff == null ? null : percentOff.doubleValue())
                .put("redeem_by", redeemBy)
                .put("times_redeemed", 0)
                .put("valid", true);
        return objects.insert(KIND, coupon);
    }

    private static void check(FormBody form) {
        String duration = form.required("duration");
        Long months = form.integer("duration_in_months");
        Long amountOff = form.integer("amount_off");
        BigDecimal percentOff = form.number("percent_off");
        require(Set.of("once", "repeating", "forever").contains(duration), "duration", "Invalid duration: " + duration);
        require(
                duration.equals("repeating") == (months != null && months > 0),
                "duration_in_months",
                "A coupon needs duration_in_months if and only if its duration is repeating.");
        require(
                (amountOff == null) != (percentOff == null),
                "percent_off",
                "A coupon needs either percent_off or amount_off.");
        require(amountOff == null || amountOff > 0, "amount_off", "Invalid positive integer");
        require(
                percentOff == null || (percentOff.signum() > 0 && percentOff.compareTo(WHOLE) <= 0),
                "percent_off",
                "Invalid percent_off: must be above 0 and at most 100.");
        if (amountOff != null) {
            ChargeRules.requireAmount(amountOff, form.required("currency"), "amount_off");
        }
    }

    static Future<JsonObject> update(SimulatedObjects objects, FormBody form, String id) {
        form.only(Set.of("name", "metadata"));
        return objects.find(KIND, id).compose(coupon -> {
            if (form.has("name")) {
                coupon.put("name", name(form));
            }
            form.changeMetadata(coupon);
            return objects.update(KIND, coupon);
        });
    }

    static Future<JsonObject> delete(SimulatedObjects objects, FormBody form, String id) {
        return objects.find(KIND, id)
                .compose(coupon -> objects.delete(KIND, id))
                .map(gone -> new JsonObject().put("id", id).put("object", KIND).put("deleted", true));
    }

    private static @Nullable String name(FormBody form) {
        String name = form.text("name");
        require(
                name == null || name.codePointCount(0, name.length()) <= NAME_MAX,
                "name",
                "Invalid string; must be at most " + NAME_MAX + " characters");
        return name;
    }

    private static void require(boolean valid, String param, String message) {
        if (!valid) {
            throw WireError.invalid(param, message);
        }
    }
}
