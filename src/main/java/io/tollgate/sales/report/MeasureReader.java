package io.tollgate.sales.report;

import io.tollgate.platform.db.Database;
import io.tollgate.platform.records.TenantGuard;
import io.tollgate.platform.resource.Scope;
import io.tollgate.sales.report.ReportPeriod.Range;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import io.vertx.sqlclient.Tuple;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Sums measures over ranges of time: whole days in UTC, the quarters of an hour at both ends, and the journal. */
record MeasureReader(Database database) {
    /** Of all pages together. */
    private static final String ALL_PAGES = "*";

    /** The cells of one page, or of all together, in the ranges. */
    private static final String RANGES = """
            SELECT m.seller_id, m.livemode, r.n::integer, m.measure, m.currency, sum(m.amount)::bigint
            FROM unnest($4::timestamptz[], $5::timestamptz[], $6::timestamptz[], $7::timestamptz[])
                     WITH ORDINALITY AS r(since, first_day, last_day, until, n),
                 LATERAL (
                     SELECT seller_id, livemode, measure, currency, amount FROM sales_measure
                     WHERE seller_id = $1 AND livemode = $2 AND page_id = $3 AND span = 'q'
                       AND start >= r.since AND start < least(r.until, r.first_day)
                     UNION ALL
                     SELECT seller_id, livemode, measure, currency, amount FROM sales_measure
                     WHERE seller_id = $1 AND livemode = $2 AND page_id = $3 AND span = 'd'
                       AND start >= r.first_day AND start < r.last_day
                     UNION ALL
                     SELECT seller_id, livemode, measure, currency, amount FROM sales_measure
                     WHERE seller_id = $1 AND livemode = $2 AND page_id = $3 AND span = 'q'
                       AND start >= greatest(r.first_day, r.last_day) AND start < r.until
                     UNION ALL
                     SELECT seller_id, livemode, measure, currency, amount FROM sales_measure_change
                     WHERE seller_id = $1 AND livemode = $2 AND ($3 = '*' OR page_id = $3)
                       AND start >= r.since AND start < r.until) m
            GROUP BY m.seller_id, m.livemode, r.n, m.measure, m.currency
            """;

    /** The cells of each page in one range. */
    private static final String PAGES = """
            SELECT m.seller_id, m.livemode, m.page_id, m.measure, m.currency, sum(m.amount)::bigint
            FROM (SELECT seller_id, livemode, page_id, measure, currency, amount FROM sales_measure
                  WHERE seller_id = $1 AND livemode = $2 AND span = 'q'
                    AND start >= $3 AND start < least($6::timestamptz, $4::timestamptz)
                  UNION ALL
                  SELECT seller_id, livemode, page_id, measure, currency, amount FROM sales_measure
                  WHERE seller_id = $1 AND livemode = $2 AND span = 'd' AND start >= $4 AND start < $5
                  UNION ALL
                  SELECT seller_id, livemode, page_id, measure, currency, amount FROM sales_measure
                  WHERE seller_id = $1 AND livemode = $2 AND span = 'q'
                    AND start >= greatest($4::timestamptz, $5::timestamptz) AND start < $6
                  UNION ALL
                  SELECT seller_id, livemode, page_id, measure, currency, amount FROM sales_measure_change
                  WHERE seller_id = $1 AND livemode = $2 AND start >= $3 AND start < $6) m
            WHERE m.page_id NOT IN ('*', '')
            GROUP BY m.seller_id, m.livemode, m.page_id, m.measure, m.currency
            """;

    private static final String NAMES = """
            SELECT seller_id, NULL::boolean, id, coalesce(document ->> 'title', document ->> 'name'), type
            FROM page WHERE seller_id = $1 AND id = ANY ($2)
            """;

    /** Sums by measure and currency. */
    record Sums(Map<String, Map<String, Long>> byMeasure) {
        static Sums empty() {
            return new Sums(new HashMap<>());
        }

        void add(String measure, String currency, long amount) {
            byMeasure.computeIfAbsent(measure, name -> new HashMap<>()).merge(currency, amount, Long::sum);
        }

        long of(String measure, String currency) {
            return byMeasure.getOrDefault(measure, Map.of()).getOrDefault(currency, 0L);
        }

        /** Returns the sum in all currencies, of measures that are numbers of records. */
        long of(String measure) {
            return byMeasure.getOrDefault(measure, Map.of()).values().stream()
                    .mapToLong(Long::longValue)
                    .sum();
        }

        Set<String> currencies() {
            Set<String> codes = new TreeSet<>();
            byMeasure.values().forEach(amounts -> codes.addAll(amounts.keySet()));
            codes.remove("");
            return codes;
        }
    }

    /** Returns the sums of each range, in the order of the ranges. */
    Future<List<Sums>> sums(Scope scope, @Nullable String pageId, List<Range> ranges) {
        Tuple values = Tuple.of(scope.sellerId(), scope.live(), pageId == null ? ALL_PAGES : pageId)
                .addValue(times(ranges, Range::since))
                .addValue(times(ranges, Range::firstDay))
                .addValue(times(ranges, Range::lastDay))
                .addValue(times(ranges, Range::until));
        return database.list(RANGES, values).map(rows -> {
            List<Sums> sums = new ArrayList<>();
            ranges.forEach(range -> sums.add(Sums.empty()));
            for (Row row : rows) {
                TenantGuard.requireTenant(scope, row);
                sums.get(row.getInteger(2) - 1).add(row.getString(3), row.getString(4), row.getLong(5));
            }
            return sums;
        });
    }

    private static OffsetDateTime[] times(List<Range> ranges, Function<Range, OffsetDateTime> time) {
        return ranges.stream().map(time).toArray(OffsetDateTime[]::new);
    }

    /** Returns the sums of each page in a range. */
    Future<Map<String, Sums>> pages(Scope scope, Range range) {
        Tuple values = Tuple.of(scope.sellerId(), scope.live())
                .addValue(range.since())
                .addValue(range.firstDay())
                .addValue(range.lastDay())
                .addValue(range.until());
        return database.list(PAGES, values).map(rows -> {
            Map<String, Sums> pages = new HashMap<>();
            for (Row row : rows) {
                TenantGuard.requireTenant(scope, row);
                pages.computeIfAbsent(row.getString(2), id -> Sums.empty())
                        .add(row.getString(3), row.getString(4), row.getLong(5));
            }
            return pages;
        });
    }

    /**
     * A page as reports name it.
     *
     * @param type checkout, event or form
     */
    record PageName(String title, String type) {}

    /** Returns the names of pages by their ids. */
    Future<Map<String, PageName>> names(Scope scope, List<String> ids) {
        return database.get(NAMES, Tuple.of(scope.sellerId()).addValue(ids.toArray(String[]::new)))
                .map(rows -> names(scope, rows));
    }

    private static Map<String, PageName> names(Scope scope, RowSet<Row> rows) {
        Map<String, PageName> names = new HashMap<>();
        for (Row row : rows) {
            TenantGuard.requireTenant(scope, row);
            String title = row.getString(3);
            names.put(row.getString(2), new PageName(title == null ? "" : title, row.getString(4)));
        }
        return names;
    }
}
