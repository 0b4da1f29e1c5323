package io.tollgate.simulator;

import io.vertx.core.Future;
import io.vertx.core.json.JsonObject;
import java.util.Set;

/** Products of the simulator, which the prices of subscriptions name. */
final class SimulatedProducts {
    static final String KIND = "product";

    private SimulatedProducts() {}

    static Future<JsonObject> create(SimulatedObjects objects, FormBody form, String none) {
        form.only(Set.of("id", "name", "description", "metadata"));
        String id = form.text("id");
        JsonObject product = new JsonObject()
                .put("id", id == null ? SimulatedObjects.newId("prod_") : id)
                .put("object", KIND)
                .put("active", true)
                .put("created", objects.now())
                .put("description", form.text("description"))
                .put("livemode", objects.scope().live())
                .put("metadata", form.metadata())
                .put("name", form.required("name"))
                .put("updated", objects.now());
        return objects.insert(KIND, product);
    }
}
