package io.tollgate.simulator;

import io.vertx.core.Future;
import io.vertx.core.json.JsonObject;
import java.util.Set;

/** Customers of the simulator, as subscriptions need them. */
final class SimulatedCustomers {
    static final String KIND = "customer";

    private static final int EMAIL_MAX = 512;
    private static final int NAME_MAX = 256;

    private SimulatedCustomers() {}

    static Future<JsonObject> create(SimulatedObjects objects, FormBody form, String none) {
        form.only(Set.of("email", "name", "phone", "description", "metadata"));
        ChargeRules.requireLength(form, "email", EMAIL_MAX);
        ChargeRules.requireLength(form, "name", NAME_MAX);
        JsonObject customer = new JsonObject()
                .put("id", SimulatedObjects.newId("cus_"))
                .put("object", KIND)
                .put("created", objects.now())
                .put("currency", null)
                .put("description", form.text("description"))
                .put("email", form.text("email"))
                .put("livemode", objects.scope().live())
                .put("metadata", form.metadata())
                .put("name", form.text("name"))
                .put("phone", form.text("phone"));
        return objects.insert(KIND, customer);
    }

    static Future<JsonObject> delete(SimulatedObjects objects, FormBody form, String id) {
        return objects.find(KIND, id)
                .compose(customer -> objects.delete(KIND, id))
                .map(gone -> new JsonObject().put("id", id).put("object", KIND).put("deleted", true));
    }

    /** Lists customers by their e-mail address, which is compared with its case, as at Stripe. */
    static Future<JsonObject> list(SimulatedObjects objects, FormBody form, String none) {
        form.only(Set.of("email", "limit"));
        String email = form.text("email");
        return objects.list(KIND)
                .map(all -> SimulatedRefunds.page(
                        "/v1/customers",
                        all.stream()
                                .filter(customer -> email == null || email.equals(customer.getString("email")))
                                .toList()));
    }
}
