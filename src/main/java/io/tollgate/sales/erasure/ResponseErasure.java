package io.tollgate.sales.erasure;

import io.tollgate.platform.write.Idempotency;
import io.tollgate.platform.write.WriteContext;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.Tuple;
import java.util.ArrayList;
import java.util.List;

/**
 * Replaces the stored responses that name the customer, so that a repeated request does not run again. They are not
 * indexed by customer: the step reads the responses of a day in pages.
 */
record ResponseErasure() implements ErasureStep {
    private static final int READ_MAX = 500;

    private static final String READ = """
            SELECT key, EXISTS (SELECT FROM unnest($4::text[]) t (wanted)
                                WHERE position(convert_to(t.wanted, 'UTF8') IN body) > 0)
            FROM (SELECT key, body FROM idempotent_answer
                  WHERE seller_id = $1 AND livemode = $2 AND key > $3 ORDER BY key LIMIT $5) page
            ORDER BY key
            """;

    @Override
    public String kind() {
        return "idempotent-responses";
    }

    @Override
    public List<String> tables() {
        return List.of("idempotent_answer");
    }

    @Override
    public Future<Done> run(WriteContext write, ErasedCustomer customer, String after) {
        List<String> wanted = new ArrayList<>(customer.addresses());
        wanted.add(customer.id());
        Tuple values = Tuple.of(write.scope().sellerId(), write.scope().live(), after)
                .addArrayOfString(wanted.toArray(String[]::new))
                .addValue(READ_MAX);
        return write.transaction().preparedQuery(READ).execute(values).compose(rows -> {
            List<String> found = new ArrayList<>();
            String last = null;
            for (Row row : rows) {
                if (found.size() == ROWS_MAX) {
                    break;
                }
                last = row.getString(0);
                if (row.getBoolean(1)) {
                    found.add(last);
                }
            }
            String next = rows.size() < READ_MAX && found.size() < ROWS_MAX ? null : last;
            return Idempotency.erase(write.transaction(), write.scope(), found).map(changed -> Done.of(changed, next));
        });
    }
}
