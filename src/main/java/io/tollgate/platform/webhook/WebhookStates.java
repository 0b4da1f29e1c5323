package io.tollgate.platform.webhook;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tollgate.platform.clock.Times;
import io.tollgate.platform.db.Database;
import io.tollgate.platform.http.Composition;
import io.tollgate.platform.records.TenantGuard;
import io.tollgate.platform.resource.Scope;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.Tuple;
import java.time.OffsetDateTime;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Adds the counters of deliveries and the public keys to webhooks. */
public final class WebhookStates {
    private static final String READ = "SELECT w.seller_id, NULL::boolean, w.id, s.delivery_count, s.success_count,"
            + " s.failure_count, s.last_triggered_at, s.last_success_at, s.last_failure_at, w.public_key FROM webhook w"
            + " JOIN webhook_state s ON s.seller_id = w.seller_id AND s.webhook_id = w.id WHERE w.seller_id = $1";

    private WebhookStates() {}

    public static Composition composition(Database database) {
        return (scope, webhooks) ->
                database.get(READ, Tuple.of(scope.sellerId())).map(rows -> composed(scope, webhooks, rows));
    }

    /** Returns a composition that sees the changes of a transaction. */
    static Composition.Factory in(SqlConnection transaction) {
        return documents -> (scope, webhooks) -> transaction
                .preparedQuery(READ)
                .execute(Tuple.of(scope.sellerId()))
                .map(rows -> composed(scope, webhooks, rows));
    }

    private static List<ObjectNode> composed(Scope scope, List<ObjectNode> webhooks, RowSet<Row> rows) {
        Map<String, Row> states = new HashMap<>();
        for (Row row : rows) {
            TenantGuard.requireTenant(scope, row);
            states.put(row.getString(2), row);
        }
        for (ObjectNode webhook : webhooks) {
            Row state = states.get(webhook.path("id").asText());
            webhook.put("deliveryCount", state == null ? 0L : state.getLong(3));
            webhook.put("successCount", state == null ? 0L : state.getLong(4));
            webhook.put("failureCount", state == null ? 0L : state.getLong(5));
            webhook.put("lastTriggeredAt", time(state, 6));
            webhook.put("lastSuccessAt", time(state, 7));
            webhook.put("lastFailureAt", time(state, 8));
            webhook.put("publicKey", state == null ? null : state.getString(9));
        }
        return webhooks;
    }

    private static @Nullable String time(@Nullable Row state, int column) {
        OffsetDateTime time = state == null ? null : state.getOffsetDateTime(column);
        return time == null ? null : Times.text(time.toInstant());
    }
}
