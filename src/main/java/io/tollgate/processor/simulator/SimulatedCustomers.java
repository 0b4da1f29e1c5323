package io.tollgate.processor.simulator;

import io.vertx.core.Future;
import io.vertx.core.json.JsonObject;
import java.util.Set;

/** Customers of the simulator: those whom subscriptions need. */
final class SimulatedCustomers {
    static final String KIND = "customer";

    private SimulatedCustomers() {}

    static Future<JsonObject> create(SimulatedObjects books, FormBody form, String none) {
        form.only(Set.of("email", "name", "phone", "description", "metadata"));
        JsonObject customer = new JsonObject()
                .put("id", SimulatedObjects.newId("cus_"))
                .put("object", KIND)
                .put("created", books.now())
                .put("currency", null)
                .put("description", form.text("description"))
                .put("email", form.text("email"))
                .put("livemode", books.scope().live())
                .put("metadata", form.metadata())
                .put("name", form.text("name"))
                .put("phone", form.text("phone"));
        return books.insert(KIND, customer);
    }

    static Future<JsonObject> retrieve(SimulatedObjects books, FormBody form, String id) {
        return books.find(KIND, id);
    }
}
