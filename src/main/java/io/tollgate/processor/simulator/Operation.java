package io.tollgate.processor.simulator;

import io.vertx.core.Future;
import io.vertx.core.json.JsonObject;

/** What the simulator does with one kind of request. */
interface Operation {
    /**
     * @param id of the object in the path, empty where the path has none
     */
    Future<JsonObject> on(SimulatedObjects books, FormBody form, String id);
}
