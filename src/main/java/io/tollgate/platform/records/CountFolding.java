package io.tollgate.platform.records;

import io.tollgate.platform.db.Database;
import io.tollgate.platform.resource.Filter;
import io.tollgate.platform.resource.Resource;
import io.vertx.core.Future;
import java.util.ArrayList;
import java.util.List;

/** Folds the journals of counts into the count tables. */
public final class CountFolding {
    private final List<JournalFolding> journals;

    public CountFolding(Database database, List<Resource> resources) {
        this.journals = resources.stream()
                .filter(Resource::recorded)
                .map(resource -> new JournalFolding(database, journal(resource), sql(resource)))
                .toList();
    }

    private static String journal(Resource resource) {
        return resource.table() + "_change";
    }

    /** Folds all current entries and returns their number. */
    public Future<Integer> fold() {
        return JournalFolding.each(journals, JournalFolding::fold);
    }

    /** Returns one statement that deletes entries and adds them to their count cells, in a fixed order. */
    static String sql(Resource resource) {
        return JournalFolding.statement(
                journal(resource),
                cells(resource, "taken", "records", "sum(abs(records))")
                        + "\nON CONFLICT (seller_id, livemode, span, grouping, start" + dimensions(resource)
                        + ") DO UPDATE SET records = "
                        + resource.table() + "_count.records + excluded.records, changes = " + resource.table()
                        + "_count.changes + excluded.changes");
    }

    /** Returns an insert of the cells of all groupings and time spans, counted from rows that have a day. */
    public static String cells(Resource resource, String from, String records, String changes) {
        StringBuilder sql = new StringBuilder("INSERT INTO ")
                .append(resource.table())
                .append("_count (seller_id, livemode, span, grouping, start")
                .append(dimensions(resource))
                .append(", records, changes)\nSELECT seller_id, livemode, span, grouping, start")
                .append(dimensions(resource))
                .append(", sum(")
                .append(records)
                .append("), ")
                .append(changes)
                .append(" FROM (\n");
        String union = "";
        for (int grouping : groupings(resource)) {
            for (String span : List.of("a", "m", "d")) {
                sql.append(union).append(cell(resource, from, span, grouping));
                union = "\n    UNION ALL ";
            }
        }
        return sql.append(") cells GROUP BY seller_id, livemode, span, grouping, start")
                .append(dimensions(resource))
                .append("\nORDER BY span, grouping, start")
                .append(dimensions(resource))
                .toString();
    }

    private static List<Integer> groupings(Resource resource) {
        List<Integer> groupings = new ArrayList<>(List.of(0));
        resource.counted().forEach(filter -> groupings.add(Totals.grouping(resource, filter)));
        if (resource.counted().size() > 1) {
            groupings.add(Totals.EVERY_DIMENSION);
        }
        return groupings;
    }

    private static String cell(Resource resource, String from, String span, int grouping) {
        StringBuilder sql = new StringBuilder("SELECT seller_id, livemode, '" + span + "'::\"char\" AS span, "
                + grouping + "::smallint AS grouping, " + start(span) + " AS start");
        for (Filter filter : resource.counted()) {
            boolean apart = grouping == Totals.EVERY_DIMENSION || grouping == Totals.grouping(resource, filter);
            sql.append(", ").append(apart ? "" : "'*' AS ").append(filter.column());
        }
        return sql.append(", records FROM ").append(from).toString();
    }

    private static String start(String span) {
        return switch (span) {
            case "a" -> "'-infinity'::date";
            case "m" -> "date_trunc('month', day::timestamp)::date";
            default -> "day";
        };
    }

    private static String dimensions(Resource resource) {
        StringBuilder sql = new StringBuilder();
        resource.counted().forEach(filter -> sql.append(", ").append(filter.column()));
        return sql.toString();
    }
}
