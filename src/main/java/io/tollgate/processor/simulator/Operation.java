package io.tollgate.processor.simulator;

import io.vertx.core.Future;
import io.vertx.core.json.JsonObject;

/** An operation of the simulator. */
interface Operation {
    /** @param id the object id in the path; empty if the path has none */
    Future<JsonObject> on(SimulatedObjects objects, FormBody form, String id);
}
