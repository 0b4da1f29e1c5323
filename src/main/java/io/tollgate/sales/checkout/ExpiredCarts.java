package io.tollgate.sales.checkout;

import static io.tollgate.sales.checkout.CheckoutStore.at;

import io.tollgate.platform.records.RecordDeletion;
import io.tollgate.platform.resource.Resource;
import io.tollgate.platform.write.WriteContext;
import io.tollgate.sales.purchase.ChargeStatus;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.Tuple;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Deletes carts that ended long ago without an order, with their records and reminders. */
public final class ExpiredCarts {
    private static final int BATCH = 100;

    private static final String LOCK = """
            SELECT id, kind FROM checkout_draft
            WHERE seller_id = $1 AND livemode = $2 AND status = 'EXPIRED' AND id IN (
                SELECT id FROM checkout_draft
                WHERE seller_id = $1 AND livemode = $2 AND status = 'EXPIRED' AND ended_at < $3
                ORDER BY ended_at LIMIT $4)
            ORDER BY id FOR UPDATE
            """;

    private static final String DELETE =
            "DELETE FROM checkout_draft WHERE seller_id = $1 AND livemode = $2 AND id = ANY ($3)";

    private static final String RELEASE_NUMBERS = """
            DELETE FROM order_number WHERE seller_id = $1 AND livemode = $2 AND order_id IN (
                SELECT order_id FROM %s
                WHERE seller_id = $1 AND livemode = $2 AND id = ANY ($3) ORDER BY order_id)
            """;

    private static final String FORGET_REMINDERS = """
            DELETE FROM mail_message WHERE seller_id = $1 AND livemode = $2 AND id IN (
                SELECT id FROM mail_message
                WHERE seller_id = $1 AND livemode = $2 AND purpose = 'CART_REMINDER' AND subject_id = ANY ($3)
                ORDER BY id FOR UPDATE)
            """;

    private ExpiredCarts() {}

    /** Deletes some carts that ended longer ago than this and returns their number; 0 if there are none. */
    public static Future<Integer> delete(WriteContext write, Duration kept) {
        return write.transaction()
                .preparedQuery(LOCK)
                .execute(scoped(write).addValue(at(write.now().minus(kept))).addInteger(BATCH))
                .compose(rows -> {
                    Map<String, List<String>> kinds = new TreeMap<>();
                    List<String> ids = new ArrayList<>();
                    for (Row row : rows) {
                        ids.add(row.getString(0));
                        kinds.computeIfAbsent(row.getString(1), kind -> new ArrayList<>())
                                .add(row.getString(0));
                    }
                    return ids.isEmpty()
                            ? Future.succeededFuture(0)
                            : delete(write, ids, kinds).map(ids.size());
                });
    }

    private static Future<Void> delete(WriteContext write, List<String> ids, Map<String, List<String>> kinds) {
        Future<Void> done = execute(write, DELETE, ids);
        for (Map.Entry<String, List<String>> kind : kinds.entrySet()) {
            done = done.compose(last -> records(write, DraftRecordWriter.resource(kind.getKey()), kind.getValue()));
        }
        return done.compose(last -> execute(write, FORGET_REMINDERS, ids));
    }

    private static Future<Void> records(WriteContext write, Resource resource, List<String> ids) {
        return execute(write, RELEASE_NUMBERS.formatted(resource.table()), ids)
                .compose(released -> RecordDeletion.delete(
                        write.transaction(),
                        write.scope(),
                        resource,
                        ids,
                        "status",
                        ChargeStatus.DRAFT_EXPIRED.wire()));
    }

    private static Future<Void> execute(WriteContext write, String sql, List<String> ids) {
        return write.transaction()
                .preparedQuery(sql)
                .execute(scoped(write).addArrayOfString(ids.toArray(String[]::new)))
                .mapEmpty();
    }

    private static Tuple scoped(WriteContext write) {
        return Tuple.of(write.scope().sellerId(), write.scope().live());
    }
}
