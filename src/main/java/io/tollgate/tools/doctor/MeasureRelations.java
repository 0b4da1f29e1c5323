package io.tollgate.tools.doctor;

import java.sql.SQLException;

/** Checks that the measures of reports equal what the records add to them, in every cell. */
record MeasureRelations(Sql sql, Findings findings) {
    /** Carts may be deleted after they were counted, and visits are no records. */
    private static final String COUNTED_ONLY = "('checkouts', 'visits')";

    void check() throws SQLException {
        String key = "seller_id, livemode, page_id, measure, currency";
        sql.violations(
                findings,
                "reports: measures match the records",
                "WITH kept AS (SELECT " + key + ", sum(amount) AS n FROM (SELECT " + key + ", amount FROM sales_measure"
                        + " WHERE span = 'd' AND page_id <> '*' UNION ALL SELECT " + key
                        + ", amount FROM sales_measure_change) c WHERE measure NOT IN " + COUNTED_ONLY + " GROUP BY "
                        + key + "), there AS (SELECT s.id AS seller_id, m.livemode, m.page_id, m.measure, m.currency,"
                        + " sum(m.amount) AS n FROM seller s, LATERAL sales_measures_of(s.id) m WHERE m.measure NOT IN "
                        + COUNTED_ONLY + " GROUP BY 1, 2, 3, 4, 5) SELECT concat_ws(' ', " + key
                        + ") FROM there FULL JOIN kept USING (" + key
                        + ") WHERE coalesce(there.n, 0) <> coalesce(kept.n, 0)");
        String cell = "seller_id, livemode, measure, currency";
        sql.violations(
                findings,
                "reports: quarters of an hour and pages sum to days and to all pages",
                "SELECT concat_ws(' ', " + cell + ", day) FROM (SELECT " + cell
                        + ", date_trunc('day', start, 'UTC') AS day,"
                        + " sum(amount) FILTER (WHERE span = 'q' AND page_id = '*')"
                        + " AS all_quarters, sum(amount) FILTER (WHERE span = 'd' AND page_id = '*') AS all_day,"
                        + " sum(amount) FILTER (WHERE span = 'q' AND page_id <> '*') AS quarters,"
                        + " sum(amount) FILTER (WHERE span = 'd' AND page_id <> '*') AS pages FROM sales_measure"
                        + " GROUP BY " + cell + ", date_trunc('day', start, 'UTC')) d"
                        + " WHERE all_quarters <> all_day OR quarters <> all_day OR pages <> all_day"
                        + " OR all_day IS NULL OR quarters IS NULL OR pages IS NULL");
    }
}
