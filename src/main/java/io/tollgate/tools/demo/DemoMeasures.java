package io.tollgate.tools.demo;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;

/** Writes what loaded records add to reports, and visits that fit them. The gateway folds the journal. */
record DemoMeasures(Connection connection) {
    private static final String RECORDS = """
            INSERT INTO sales_measure_change (seller_id, livemode, page_id, start, measure, currency, amount)
            SELECT ?::text, livemode, page_id, date_bin('15 minutes', created_at, '2000-01-01T00:00:00Z'), measure,
                   currency, sum(amount)
            FROM sales_measures_of(?)
            GROUP BY 2, 3, 4, 5, 6
            """;

    /** Some 8 to 20 visits for each checkout, differing by page. */
    private static final String VISITS = """
            INSERT INTO sales_measure_change (seller_id, livemode, page_id, start, measure, currency, amount)
            SELECT seller_id, livemode, page_id, start, 'visits', '',
                   sum(amount) * (8 + ascii(right(page_id, 1)) % 13)
            FROM sales_measure_change WHERE seller_id = ? AND measure = 'checkouts'
            GROUP BY 1, 2, 3, 4
            """;

    void write(String sellerId) throws SQLException {
        try (PreparedStatement records = connection.prepareStatement(RECORDS);
                PreparedStatement visits = connection.prepareStatement(VISITS)) {
            records.setString(1, sellerId);
            records.setString(2, sellerId);
            records.executeUpdate();
            visits.setString(1, sellerId);
            visits.executeUpdate();
        }
    }
}
