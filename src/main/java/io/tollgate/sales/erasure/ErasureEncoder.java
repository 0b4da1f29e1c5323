package io.tollgate.sales.erasure;

import static io.tollgate.platform.schema.Field.id;
import static io.tollgate.platform.schema.Field.integer;
import static io.tollgate.platform.schema.Field.list;
import static io.tollgate.platform.schema.Field.oneOf;
import static io.tollgate.platform.schema.Field.text;
import static io.tollgate.platform.schema.Field.time;

import io.tollgate.platform.api.Endpoint;
import io.tollgate.platform.clock.Times;
import io.tollgate.sales.erasure.ErasureObstacles.Obstacle;
import io.tollgate.sales.erasure.ErasureStore.Erasure;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.List;
import java.util.Map;

/** The erasure of a customer in the form of the interface. It contains no data of the customer. */
final class ErasureEncoder {
    private static final String ERASED = "erased";
    private static final String KEPT = "kept";

    /** Kinds of rows that stay, and why. */
    private static final Map<String, String> REASONS = Map.of(
            "invoices", "Laws on accounting demand invoices.",
            "credit-notes", "Laws on accounting demand credit notes.",
            "processor-customers", "No account of the payment processor is connected. Delete the customer there.");

    static final Endpoint.Schema SCHEMA = new Endpoint.Schema(
            "CustomerErasure",
            "The erasure of a customer. When it is done, this is the certificate.",
            List.of(
                    id("customerId").doc("Id of the customer, which stays.").always(),
                    oneOf("status", "preview", "running", "done", "failed")
                            .doc("`preview`: nothing was changed. `failed`: a step has failed for three days; delete "
                                    + "the customer again to continue.")
                            .always(),
                    time("requestedAt").doc("Time of the request. Null in a preview."),
                    time("finishedAt").doc("Time at which everything was erased. Null before."),
                    list(
                                    ERASED,
                                    text("kind")
                                            .doc("Kind of data, such as `payments`.")
                                            .always(),
                                    integer("rows")
                                            .doc("Number of records or rows that were changed or deleted so far; in a "
                                                    + "preview, that exist.")
                                            .always())
                            .doc("What is erased. Kinds without rows are missing."),
                    list(
                                    KEPT,
                                    text("kind")
                                            .doc("Kind of data, such as `invoices`.")
                                            .always(),
                                    integer("rows").doc("Number of records.").always(),
                                    text("explanation")
                                            .doc("Why they stay, as a sentence.")
                                            .always())
                            .doc("What stays, once the erasure is done or in a preview."),
                    list(
                                    "reasons",
                                    text("code")
                                            .doc("Reason as a code, such as `subscription_running`.")
                                            .always(),
                                    text("recordId").doc("Id of the record.").always(),
                                    text("message").doc("What to do.").always())
                            .doc("In a preview: what keeps the customer from being erased. At most 20.")));

    private ErasureEncoder() {}

    /** @param erased numbers of rows by kind */
    static JsonObject preview(String customerId, JsonObject erased, JsonObject kept, List<Obstacle> obstacles) {
        JsonArray reasons = new JsonArray();
        obstacles.forEach(one -> reasons.add(new JsonObject()
                .put("code", one.reason())
                .put("recordId", one.recordId())
                .put("message", one.message())));
        return erasure(customerId, "preview", erased, kept).put("reasons", reasons);
    }

    static JsonObject of(Erasure erasure) {
        String status = erasure.done() ? "done" : erasure.failed() ? "failed" : "running";
        return erasure(erasure.customer().id(), status, erasure.erased(), erasure.kept())
                .put("requestedAt", Times.text(erasure.customer().requestedAt().toInstant()))
                .put(
                        "finishedAt",
                        erasure.finishedAt() == null
                                ? null
                                : Times.text(erasure.finishedAt().toInstant()));
    }

    private static JsonObject erasure(String customerId, String status, JsonObject erased, JsonObject kept) {
        JsonArray stays = rows(kept);
        stays.forEach(one -> {
            JsonObject row = (JsonObject) one;
            row.put("explanation", REASONS.getOrDefault(row.getString("kind"), ""));
        });
        return new JsonObject()
                .put("customerId", customerId)
                .put("status", status)
                .putNull("requestedAt")
                .putNull("finishedAt")
                .put(ERASED, rows(erased))
                .put(KEPT, stays)
                .put("reasons", new JsonArray());
    }

    private static JsonArray rows(JsonObject counts) {
        JsonArray rows = new JsonArray();
        counts.stream()
                .sorted(Map.Entry.comparingByKey())
                .filter(entry -> ((Number) entry.getValue()).longValue() > 0)
                .forEach(entry ->
                        rows.add(new JsonObject().put("kind", entry.getKey()).put("rows", entry.getValue())));
        return rows;
    }
}
