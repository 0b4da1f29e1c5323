package io.tollgate.simulator;

import io.vertx.core.Future;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.math.BigDecimal;
import java.util.List;
import java.util.Set;

/** Tax rates of the simulator. They are never deleted. */
final class SimulatedTaxRates {
    static final String KIND = "tax_rate";
    private static final int NAME_MAX = 50;
    private static final long PAGE = 10;
    private static final long PAGE_MAX = 100;

    private SimulatedTaxRates() {}

    static Future<JsonObject> create(SimulatedObjects objects, FormBody form, String none) {
        form.only(Set.of("display_name", "inclusive", "percentage", "active", "metadata"));
        String name = form.required("display_name");
        form.required("inclusive");
        form.required("percentage");
        BigDecimal percentage = form.number("percentage");
        if (name.codePointCount(0, name.length()) > NAME_MAX) {
            throw WireError.invalid("display_name", "Invalid string; must be at most " + NAME_MAX + " characters");
        }
        if (percentage == null || percentage.compareTo(BigDecimal.valueOf(100)) > 0) {
            throw WireError.invalid("percentage", "Invalid percentage: must be between 0 and 100.");
        }
        JsonObject rate = new JsonObject()
                .put("id", SimulatedObjects.newId("txr_"))
                .put("object", KIND)
                .put("active", !Boolean.FALSE.equals(form.bool("active")))
                .put("country", null)
                .put("created", objects.now())
                .put("description", null)
                .put("display_name", name)
                .put("inclusive", form.bool("inclusive"))
                .put("jurisdiction", null)
                .put("livemode", objects.scope().live())
                .put("metadata", form.metadata())
                .put("percentage", percentage.doubleValue())
                .put("state", null)
                .put("tax_type", null);
        return objects.insert(KIND, rate);
    }

    static Future<JsonObject> update(SimulatedObjects objects, FormBody form, String id) {
        form.only(Set.of("display_name", "active", "metadata"));
        return objects.find(KIND, id).compose(rate -> {
            if (form.has("display_name")) {
                rate.put("display_name", form.required("display_name"));
            }
            if (form.has("active")) {
                rate.put("active", form.bool("active"));
            }
            rate.getJsonObject("metadata").mergeIn(form.metadata());
            return objects.update(KIND, rate);
        });
    }

    static Future<JsonObject> list(SimulatedObjects objects, FormBody form, String none) {
        form.only(Set.of("active", "created", "limit", "starting_after"));
        Boolean active = form.bool("active");
        Long since = form.integer("created[gte]");
        Long asked = form.integer("limit");
        long limit = asked == null ? PAGE : Math.max(1, Math.min(PAGE_MAX, asked));
        String after = form.text("starting_after");
        return objects.list(KIND).map(all -> {
            List<JsonObject> left = all.stream()
                    .dropWhile(rate -> after != null && !rate.getString("id").equals(after))
                    .skip(after == null ? 0 : 1)
                    .filter(rate -> active == null || active.equals(rate.getBoolean("active")))
                    .filter(rate -> since == null || rate.getLong("created") >= since)
                    .toList();
            List<JsonObject> page = left.stream().limit(limit).toList();
            return new JsonObject()
                    .put("object", "list")
                    .put("url", "/v1/tax_rates")
                    .put("has_more", left.size() > page.size())
                    .put("data", new JsonArray(page));
        });
    }
}
