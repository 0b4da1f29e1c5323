package io.tollgate.simulation;

import java.util.ArrayList;
import java.util.List;

/** The final state of a scenario, without ids. */
final class Summary {
    private static final String[] QUERIES = {
        "SELECT 'order ' || kind || ' ' || status || ' ' || amount FROM checkout WHERE :own ORDER BY id",
        "SELECT 'charge ' || (object ->> 'status') || ' ' || (object ->> 'amount') || ' x' || count(*)"
                + " FROM simulated_object WHERE :own AND kind = 'charge' GROUP BY object ->> 'status',"
                + " object ->> 'amount' ORDER BY object ->> 'status', (object ->> 'amount')::bigint",
        "SELECT 'refund ' || status || ' ' || amount FROM refund WHERE :own ORDER BY id",
        "SELECT 'run ' || outcome || coalesce(' ' || reason, '') FROM funnel_run WHERE :own ORDER BY id",
        "SELECT 'subscription ' || status FROM subscription WHERE :own ORDER BY id",
        "SELECT 'subscription payment ' || payment_status || ' ' || billing_reason FROM subscription_payment WHERE :own"
                + " ORDER BY id",
        "SELECT 'invoice ' || coalesce(invoice_number, 'none') FROM invoice WHERE :own ORDER BY id",
        "SELECT 'task ' || kind || ' x' || count(*) FROM processor_task WHERE :own GROUP BY kind ORDER BY kind"
    };

    private Summary() {}

    static List<String> of(SellerRows rows) {
        List<String> lines = new ArrayList<>();
        for (String query : QUERIES) {
            lines.addAll(rows.column(query));
        }
        return lines;
    }
}
