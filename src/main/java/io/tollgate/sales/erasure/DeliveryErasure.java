package io.tollgate.sales.erasure;

import io.tollgate.platform.write.WriteContext;
import io.tollgate.sales.erasure.CustomerRecords.Subject;
import io.vertx.core.Future;
import io.vertx.sqlclient.Tuple;
import java.util.List;

/** Deletes what the receivers of webhooks answered to events of the customer's records. */
record DeliveryErasure() implements ErasureStep {
    /** Few enough that their events and the deliveries of these to ten webhooks are found quickly. */
    private static final int SUBJECTS_MAX = 20;

    private static final String CLEAR = """
            UPDATE webhook_delivery d SET response = NULL, failure = NULL
            WHERE d.seller_id = $1 AND d.livemode = $2 AND d.id IN (
                SELECT t.id FROM event e
                JOIN webhook w ON w.seller_id = $1
                JOIN webhook_delivery t ON t.seller_id = $1 AND t.webhook_id = w.id AND t.event_id = e.id
                WHERE e.seller_id = $1 AND e.livemode = $2 AND e.record_id = ANY ($3) AND t.livemode = $2
                  AND (t.response IS NOT NULL OR t.failure IS NOT NULL)
                ORDER BY t.id LIMIT $4)
            """;

    @Override
    public String kind() {
        return "webhook-deliveries";
    }

    @Override
    public List<String> tables() {
        return List.of("webhook_delivery");
    }

    @Override
    public Future<Done> run(WriteContext write, ErasedCustomer customer, String after) {
        return CustomerRecords.page(write, customer, after, SUBJECTS_MAX).compose(subjects -> {
            String[] ids = subjects.stream().map(Subject::id).toArray(String[]::new);
            Tuple values = Tuple.of(write.scope().sellerId(), write.scope().live())
                    .addArrayOfString(ids)
                    .addValue(ROWS_MAX);
            return write.transaction().preparedQuery(CLEAR).execute(values).map(rows -> {
                if (rows.rowCount() == ROWS_MAX) {
                    return Done.of(rows.rowCount(), after);
                }
                String last = ids.length < SUBJECTS_MAX ? null : ids[ids.length - 1];
                return Done.of(rows.rowCount(), after.equals(last) ? null : last);
            });
        });
    }
}
