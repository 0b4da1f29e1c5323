package io.tollgate.tools.demo;

import io.tollgate.platform.records.CountFolding;
import io.tollgate.platform.resource.Filter;
import io.tollgate.platform.resource.Resource;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;

/** Creates the count cube for records that were loaded without a journal. */
record CountCube(Connection connection) {
    /** Reads the lookup rows once into cells of one day. All groups and periods are computed from these cells. */
    void count(Resource resource, String sellerId) throws SQLException {
        StringBuilder named = new StringBuilder();
        for (Filter filter : resource.counted()) {
            named.append(", coalesce(")
                    .append(filter.column())
                    .append("::text, '') AS ")
                    .append(filter.column());
        }
        try (Statement statement = connection.createStatement()) {
            statement.execute("SET work_mem = '128MB'");
            statement.execute(
                    "CREATE TEMP TABLE cell AS SELECT seller_id, livemode, (created_at AT TIME ZONE 'UTC')::date"
                            + " AS day" + named + ", count(*) AS records FROM " + resource.table() + "_lookup"
                            + " WHERE seller_id = '" + sellerId + "' GROUP BY "
                            + places(3 + resource.counted().size()));
            statement.execute("ANALYZE cell");
            statement.execute(CountFolding.cells(resource, "cell", "records", "sum(records)"));
            statement.execute("DROP TABLE cell");
        }
    }

    private static String places(int count) {
        StringBuilder places = new StringBuilder("1");
        for (int i = 2; i <= count; i++) {
            places.append(", ").append(i);
        }
        return places.toString();
    }
}
