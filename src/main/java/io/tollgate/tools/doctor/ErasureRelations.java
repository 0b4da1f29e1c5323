package io.tollgate.tools.doctor;

import java.sql.SQLException;

/** Checks the erasures of customers: that each is at work or complete, and that nothing was overlooked. */
record ErasureRelations(Sql sql, Findings findings) {
    private static final String SAME_CUSTOMER =
            " ON (e.seller_id, e.livemode, e.customer_id) = (r.seller_id, r.livemode, r.";

    void check() throws SQLException {
        sql.violations(
                findings,
                "erasures: one that is not done has a task",
                "SELECT e.customer_id FROM customer_erasure e WHERE e.status <> 'DONE' AND NOT EXISTS (SELECT FROM"
                        + " processor_task t WHERE (t.seller_id, t.livemode, t.kind, t.subject_id) = (e.seller_id,"
                        + " e.livemode, 'ERASE_CUSTOMER', e.customer_id))");
        sql.violations(
                findings,
                "erasures: the customer exists and has a pseudonym",
                "SELECT e.customer_id FROM customer_erasure e LEFT JOIN customer r" + SAME_CUSTOMER + "id)"
                        + " WHERE r.email IS DISTINCT FROM 'erased-' || e.customer_id || '@erased.invalid'");
        for (String table : new String[] {"payment", "booking", "ticket", "subscription", "submission"}) {
            sql.violations(
                    findings,
                    "erasures: no " + table + " names an erased customer",
                    "SELECT r.id FROM customer_erasure e JOIN " + table + " r" + SAME_CUSTOMER + "customer_id)"
                            + " WHERE e.status = 'DONE' AND convert_from(r.record, 'UTF8')::jsonb ->> 'customerEmail'"
                            + " <> 'erased-' || e.customer_id || '@erased.invalid'");
        }
    }
}
