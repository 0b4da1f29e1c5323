package io.tollgate.sales.erasure;

import io.tollgate.platform.write.WriteContext;
import io.vertx.core.Future;
import io.vertx.sqlclient.Tuple;
import java.util.List;

/** Joins the reminders of all addresses of the customer under the pseudonym. Carts still refer to their times. */
record ReminderErasure() implements ErasureStep {
    private static final String JOIN = """
            WITH found AS MATERIALIZED (
                SELECT email FROM reminder_recipient
                WHERE seller_id = $1 AND livemode = $2 AND email = ANY ($3)
                ORDER BY email FOR UPDATE),
            gone AS (
                DELETE FROM reminder_recipient d
                WHERE d.seller_id = $1 AND d.livemode = $2 AND d.email IN (SELECT email FROM found)
                RETURNING d.reminded_at, d.refused_at)
            INSERT INTO reminder_recipient AS r (seller_id, livemode, email, reminded_at, refused_at)
            SELECT $1, $2, $4, max(reminded_at), max(refused_at) FROM gone HAVING count(*) > 0
            ON CONFLICT (seller_id, livemode, email) DO UPDATE
            SET reminded_at = greatest(r.reminded_at, excluded.reminded_at),
                refused_at = greatest(r.refused_at, excluded.refused_at)
            """;

    @Override
    public String kind() {
        return "reminders";
    }

    @Override
    public List<String> tables() {
        return List.of("reminder_recipient");
    }

    @Override
    public Future<Done> run(WriteContext write, ErasedCustomer customer, String after) {
        return write.transaction()
                .preparedQuery(JOIN)
                .execute(Tuple.of(write.scope().sellerId(), write.scope().live())
                        .addArrayOfString(customer.addresses().toArray(String[]::new))
                        .addValue(customer.pseudonym()))
                .map(rows -> Done.of(rows.rowCount(), null));
    }
}
