package io.tollgate.tools.doctor;

import io.tollgate.platform.resource.Filter;
import io.tollgate.platform.resource.Resource;
import java.sql.SQLException;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Checks that count table and journal together equal the records, in every grouping and time span. */
record CountRules(Sql sql, Findings findings) {
    private static final int EVERY_DIMENSION = 99;

    void check(Resource resource) throws SQLException {
        List<String> dimensions =
                resource.counted().stream().map(Filter::column).toList();
        String table = resource.table();
        String named = list(dimensions, "", "");
        String days = "SELECT seller_id, livemode, (created_at AT TIME ZONE 'UTC')::date AS day"
                + list(dimensions, "coalesce(", "::text, '')", true) + ", count(*) AS n FROM " + table + " GROUP BY "
                + IntStream.rangeClosed(1, 3 + dimensions.size())
                        .mapToObj(Integer::toString)
                        .collect(Collectors.joining(", "));
        String journal = "SELECT seller_id, livemode, day" + named + ", sum(records) AS n FROM " + table
                + "_change GROUP BY seller_id, livemode, day" + named;
        String key = "seller_id, livemode, span, grouping, start" + named;
        sql.violations(
                findings,
                resource.name() + ": counts match the records",
                "WITH days AS MATERIALIZED (" + days + "), journal AS MATERIALIZED (" + journal + "),"
                        + " there AS (SELECT " + key + ", sum(n) AS n FROM (" + cells("days", dimensions)
                        + ") c GROUP BY " + key + "),"
                        + " kept AS (SELECT " + key + ", sum(n) AS n FROM (SELECT " + key + ", records AS n FROM "
                        + table + "_count UNION ALL " + cells("journal", dimensions) + ") c GROUP BY " + key + ")"
                        + " SELECT concat_ws(' ', " + key + ") FROM there FULL JOIN kept USING (" + key + ")"
                        + " WHERE coalesce(there.n, 0) <> coalesce(kept.n, 0)");
    }

    private static String cells(String from, List<String> dimensions) {
        StringBuilder cells = new StringBuilder();
        for (int grouping : groupings(dimensions.size())) {
            for (String span : List.of("'a'::\"char\", -infinity", "'m'::\"char\", month", "'d'::\"char\", day")) {
                String[] parts = span.split(", ");
                String start = switch (parts[1]) {
                    case "-infinity" -> "'-infinity'::date";
                    case "month" -> "date_trunc('month', day::timestamp)::date";
                    default -> "day";
                };
                cells.append(cells.isEmpty() ? "" : " UNION ALL ")
                        .append("SELECT seller_id, livemode, ")
                        .append(parts[0])
                        .append(" AS span, ")
                        .append(grouping)
                        .append("::smallint AS grouping, ")
                        .append(start)
                        .append(" AS start");
                for (int i = 0; i < dimensions.size(); i++) {
                    boolean separate = grouping == EVERY_DIMENSION || grouping == i + 1;
                    cells.append(", ").append(separate ? "" : "'*' AS ").append(dimensions.get(i));
                }
                cells.append(", n FROM ").append(from);
            }
        }
        return cells.toString();
    }

    private static List<Integer> groupings(int dimensions) {
        IntStream alone = IntStream.rangeClosed(0, dimensions);
        IntStream all = dimensions > 1 ? IntStream.of(EVERY_DIMENSION) : IntStream.empty();
        return IntStream.concat(alone, all).boxed().toList();
    }

    private static String list(List<String> names, String before, String after) {
        return list(names, before, after, false);
    }

    private static String list(List<String> names, String before, String after, boolean named) {
        return names.stream()
                .map(name -> ", " + before + name + after + (named ? " AS " + name : ""))
                .collect(Collectors.joining());
    }
}
