package io.tollgate.processor.simulator;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tollgate.http.Write;
import io.vertx.core.Future;
import io.vertx.core.json.JsonObject;
import java.time.Instant;

/**
 * Subscriptions that the simulator is told of because Tollgate has records of them: those of the demo,
 * which were never bought there.
 */
public final class Imported {
    private Imported() {}

    /** Enters it in the simulator's books, unless it is there already. */
    public static Future<Void> know(Write write, ObjectNode subscription) {
        Books books = new Books(write.transaction(), write.scope(), write.now());
        String id = subscription.path("processorSubscriptionId").asText();
        JsonNode end = subscription.path("currentPeriodEnd");
        long periodEnd = end.isTextual()
                ? Instant.parse(end.textValue()).getEpochSecond()
                : write.now().getEpochSecond();
        JsonObject object = SubscriptionBook.object(
                books,
                id,
                subscription.path("processorCustomerId").asText(null),
                "price_of_" + subscription.path("productId").asText("none"),
                periodEnd);
        return books.add(SubscriptionBook.KIND, object).mapEmpty();
    }
}
