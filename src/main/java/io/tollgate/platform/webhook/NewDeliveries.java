package io.tollgate.platform.webhook;

import io.tollgate.platform.db.Ids;
import io.tollgate.platform.event.LoggedEvent;
import io.tollgate.platform.resource.Scope;
import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.Tuple;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Deliveries that one statement adds to a webhook, with the next sequence numbers and the digests of the bodies before.
 * The caller has locked the state of the webhook.
 */
final class NewDeliveries {
    private static final String INSERT = """
            INSERT INTO webhook_delivery
                (seller_id, livemode, id, webhook_id, sequence, previous, event_id, type, record_id, state, lane,
                 due_at, created_at)
            SELECT $1, $2, n.id, $3, n.sequence, n.previous, n.event_id, n.type, n.record_id, 'PENDING', $4,
                   CASE WHEN n.follows OR EXISTS (
                       SELECT FROM webhook_delivery d
                       WHERE d.seller_id = $1 AND d.webhook_id = $3 AND d.record_id = n.record_id
                         AND d.state = 'PENDING')
                   THEN 'infinity' ELSE $5::timestamptz END, $5
            FROM unnest($6::text[], $7::bigint[], $8::text[], $9::text[], $10::text[], $11::text[], $12::boolean[])
                n (id, sequence, previous, event_id, type, record_id, follows)
            """;

    private static final String COUNT =
            "UPDATE webhook_state SET sequence = $3, digest = $4 WHERE seller_id = $1 AND webhook_id = $2";

    private static final String LOCK =
            "SELECT sequence, digest FROM webhook_state WHERE seller_id = $1 AND webhook_id = $2 FOR UPDATE";

    private final String webhookId;
    private final List<String> ids = new ArrayList<>();
    private final List<Long> sequences = new ArrayList<>();
    private final List<String> previous = new ArrayList<>();
    private final List<String> eventIds = new ArrayList<>();
    private final List<String> types = new ArrayList<>();
    private final List<String> recordIds = new ArrayList<>();
    private final List<Boolean> follows = new ArrayList<>();
    private final Set<String> records = new HashSet<>();
    private final Instant now;
    private long sequence;
    private String digest;

    /**
     * @param sequence of the last delivery
     * @param digest of the body of the last delivery
     */
    NewDeliveries(String webhookId, long sequence, String digest, Instant now) {
        this.webhookId = webhookId;
        this.sequence = sequence;
        this.digest = digest;
        this.now = now;
    }

    /** Locks the state of a webhook, which the caller has locked before. */
    static Future<NewDeliveries> lock(SqlConnection transaction, Scope scope, String webhookId, Instant now) {
        return transaction
                .preparedQuery(LOCK)
                .execute(Tuple.of(scope.sellerId(), webhookId))
                .map(rows -> {
                    var row = rows.iterator().next();
                    return new NewDeliveries(webhookId, row.getLong(0), row.getString(1), now);
                });
    }

    /** Returns the id of the delivery. */
    String add(LoggedEvent event, Buffer body) {
        return add(Ids.next(now), event.id(), event.type(), event.recordId(), body);
    }

    /** Adds the test event of a webhook. */
    String addTest(Scope scope) {
        String id = Ids.next(now);
        return add(id, id, TestEvent.TYPE, webhookId, TestEvent.body(scope, id, webhookId, now));
    }

    private String add(String id, String eventId, String type, String recordId, Buffer body) {
        sequence++;
        ids.add(id);
        sequences.add(sequence);
        previous.add(digest);
        eventIds.add(eventId);
        types.add(type);
        recordIds.add(recordId);
        follows.add(!records.add(recordId));
        digest = WebhookFanOut.digest(body);
        return id;
    }

    /** Inserts the deliveries and returns their number. */
    Future<Integer> insert(SqlConnection transaction, Scope scope) {
        if (ids.isEmpty()) {
            return Future.succeededFuture(0);
        }
        Tuple values = Tuple.of(
                        scope.sellerId(),
                        scope.live(),
                        webhookId,
                        WebhookDeliveries.LANE_NAME,
                        now.atOffset(ZoneOffset.UTC))
                .addArrayOfString(ids.toArray(String[]::new))
                .addArrayOfLong(sequences.toArray(Long[]::new))
                .addArrayOfString(previous.toArray(String[]::new))
                .addArrayOfString(eventIds.toArray(String[]::new))
                .addArrayOfString(types.toArray(String[]::new))
                .addArrayOfString(recordIds.toArray(String[]::new))
                .addArrayOfBoolean(follows.toArray(Boolean[]::new));
        return transaction
                .preparedQuery(INSERT)
                .execute(values)
                .compose(inserted -> transaction
                        .preparedQuery(COUNT)
                        .execute(Tuple.of(scope.sellerId(), webhookId, sequence, digest)))
                .map(ids.size());
    }
}
