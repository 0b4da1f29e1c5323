package io.tollgate.platform.records;

import io.tollgate.platform.resource.Filter;
import io.tollgate.platform.resource.ListRequest;
import io.tollgate.platform.resource.Resource;
import java.time.LocalDate;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Builds one scalar expression for the number of matching records, exact in the snapshot of its statement.
 *
 * <p>Counted filters and whole days: a sum over few rows of the count table and the journal. Partial days at the
 * bounds are counted from the lookup table, at most half a day each. Other filters: counted from their index.
 */
final class Totals {
    /** The grouping of the count table that separates every dimension. */
    static final int EVERY_DIMENSION = 99;

    private static final OffsetDateTime FIRST =
            LocalDate.of(1970, 1, 1).atTime(LocalTime.MIN).atOffset(ZoneOffset.UTC);
    private static final OffsetDateTime LAST =
            LocalDate.of(2106, 1, 1).atTime(LocalTime.MIN).atOffset(ZoneOffset.UTC);

    private final Statement statement;
    private final Conditions conditions;
    private final ListRequest request;
    private final String table;

    Totals(Statement statement, Conditions conditions, ListRequest request) {
        this.statement = statement;
        this.conditions = conditions;
        this.request = request;
        this.table = request.resource().table();
    }

    String expression() {
        Map<Filter, Object> filters = conditions.filters();
        if (!request.resource().recorded() || filters.keySet().stream().anyMatch(filter -> !filter.counted())) {
            return counted(table, conditions.filtered() + conditions.created());
        }
        if (request.createdAfter() == null && request.createdBefore() == null) {
            return cells("span = 'a'", "");
        }
        return between(request.createdAfter(), request.createdBefore());
    }

    /** Returns the version of the data: the number of writes of this seller and mode. */
    String version() {
        return changes("span = 'a'") + " + (SELECT count(*) FROM " + table + "_change WHERE " + conditions.scope()
                + ")";
    }

    /** Returns the version of the records created before a day. It changes with every write to one of them. */
    String versionBefore(LocalDate day) {
        String month = statement.bind(day.withDayOfMonth(1));
        String end = statement.bind(day);
        return changes("span = 'm' AND start < " + month) + " + "
                + changes("span = 'd' AND start >= " + month + " AND start < " + end)
                + " + (SELECT count(*) FROM " + table + "_change WHERE " + conditions.scope() + " AND day < " + end
                + ")";
    }

    private String changes(String cells) {
        return "coalesce((SELECT sum(changes) FROM " + table + "_count WHERE " + conditions.scope()
                + " AND grouping = 0 AND " + cells + "), 0)";
    }

    private String counted(String from, String where) {
        String search = request.searches() ? conditions.scanned() : "";
        return "(SELECT count(*) FROM " + from + " WHERE " + conditions.scope() + where + search + ")";
    }

    private String cells(String spans, String days) {
        return sum("records", table + "_count", " AND " + spans + " AND grouping = " + grouping()) + " + "
                + sum("records", table + "_change", days);
    }

    private String sum(String column, String from, String where) {
        StringBuilder sql = new StringBuilder("coalesce((SELECT sum(" + column + ") FROM " + from + " WHERE ");
        sql.append(conditions.scope()).append(where).append(conditions.ofPages());
        for (Map.Entry<Filter, Object> filter : conditions.filters().entrySet()) {
            sql.append(" AND ").append(filter.getKey().column()).append(" = ");
            boolean text = filter.getValue() instanceof String;
            sql.append(text ? conditions.bound(filter.getKey()) : "'" + filter.getValue() + "'");
        }
        return sql.append("), 0)").toString();
    }

    /** Returns the smallest grouping that separates the given filters and the pages of the scope. */
    private int grouping() {
        Set<Filter> given = new LinkedHashSet<>(conditions.filters().keySet());
        Filter reached = conditions.reached();
        if (reached != null) {
            given.add(reached);
        }
        if (given.size() > 1) {
            return EVERY_DIMENSION;
        }
        return given.isEmpty()
                ? 0
                : grouping(request.resource(), given.iterator().next());
    }

    /** Returns the grouping that separates one dimension: its position in the definition, from 1. */
    static int grouping(Resource resource, Filter filter) {
        return resource.counted().indexOf(filter) + 1;
    }

    private String between(@Nullable OffsetDateTime after, @Nullable OffsetDateTime before) {
        OffsetDateTime from = after == null ? FIRST : after;
        OffsetDateTime to = before == null ? LAST : before;
        LocalDate first = nearestMidnight(from);
        LocalDate end = nearestMidnight(to);
        if (!first.isBefore(end)) {
            return narrow(conditions.created());
        }
        String sql = days(first, end);
        if (after != null) {
            sql += edge(after, start(first));
        }
        if (before != null) {
            // The upper bound is inclusive: the rest of its day starts just after it.
            OffsetDateTime rest = before.plusNanos(1000);
            sql += start(end).isAfter(rest)
                    ? " - " + narrow(conditions.from(rest) + conditions.before(start(end)))
                    : " + " + narrow(conditions.from(start(end)) + conditions.before(rest));
        }
        return sql;
    }

    /** Counts the records between a lower bound and the midnight at which whole days start. */
    private String edge(OffsetDateTime bound, OffsetDateTime midnight) {
        if (bound.isEqual(midnight)) {
            return "";
        }
        return bound.isBefore(midnight)
                ? " + " + narrow(conditions.from(bound) + conditions.before(midnight))
                : " - " + narrow(conditions.from(midnight) + conditions.before(bound));
    }

    private String narrow(String where) {
        return "(SELECT count(*) FROM " + request.resource().lookup() + " WHERE " + conditions.scope()
                + conditions.filtered() + where + ")";
    }

    /** Sums whole days from {@code first} to before {@code end}, by whole months where possible. */
    private String days(LocalDate first, LocalDate end) {
        LocalDate month =
                first.getDayOfMonth() == 1 ? first : first.withDayOfMonth(1).plusMonths(1);
        LocalDate last = end.withDayOfMonth(1);
        String from = statement.bind(first);
        String to = statement.bind(end);
        String spans = "(span = 'd' AND start >= " + from + " AND start < " + to + ")";
        if (month.isBefore(last)) {
            String months = statement.bind(month);
            String rest = statement.bind(last);
            spans = "((span = 'd' AND start >= " + from + " AND start < " + months + ") OR (span = 'm' AND start >= "
                    + months + " AND start < " + rest + ") OR (span = 'd' AND start >= " + rest + " AND start < " + to
                    + "))";
        }
        return cells(spans, " AND day >= " + from + " AND day < " + to);
    }

    private static LocalDate nearestMidnight(OffsetDateTime time) {
        OffsetDateTime bounded = time.isBefore(FIRST) ? FIRST : time.isAfter(LAST) ? LAST : time;
        return bounded.plusHours(12).toLocalDate();
    }

    private static OffsetDateTime start(LocalDate day) {
        return day.atStartOfDay().atOffset(ZoneOffset.UTC);
    }
}
