package io.tollgate.sales.report;

import io.tollgate.platform.resource.Scope;
import io.tollgate.sales.report.MeasureReader.PageName;
import io.tollgate.sales.report.MeasureReader.Sums;
import io.tollgate.sales.report.ReportPeriod.Range;
import io.vertx.core.Future;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Sales of a period: what was paid and refunded, orders, visits and offers; by interval, by page, and of as many days
 * before. Amounts count at the time at which they were paid or refunded, orders when they were placed.
 *
 * @param currency of the amounts; null without sales
 * @param previous as many days just before the period
 */
record SalesReport(
        @Nullable String currency,
        Set<String> currencies,
        Sums totals,
        Sums previous,
        List<Interval> intervals,
        List<PageSales> pages) {
    static final int PAGES_MAX = 100;

    record Interval(Range range, Sums sums) {}

    /** @param name null if the page was deleted */
    record PageSales(String id, @Nullable PageName name, Sums sums) {}

    static Future<SalesReport> read(MeasureReader measures, Scope scope, ReportRequest asked, ReportPeriod period) {
        List<Range> intervals = period.intervals();
        List<Range> ranges = new ArrayList<>(List.of(period.before(), period.whole()));
        ranges.addAll(intervals);
        Future<Map<String, Sums>> pages =
                asked.pageId() == null ? measures.pages(scope, period.whole()) : Future.succeededFuture(Map.of());
        return Future.all(measures.sums(scope, asked.pageId(), ranges), pages).compose(read -> {
            List<Sums> sums = read.resultAt(0);
            Map<String, Sums> byPage = read.resultAt(1);
            Set<String> currencies = new TreeSet<>(sums.get(0).currencies());
            currencies.addAll(sums.get(1).currencies());
            String currency = asked.currency() == null ? usual(currencies, sums) : asked.currency();
            List<String> ids = ranked(byPage, currency == null ? "" : currency);
            List<Interval> rows = new ArrayList<>();
            for (int i = 0; i < intervals.size(); i++) {
                rows.add(new Interval(intervals.get(i), sums.get(i + 2)));
            }
            return measures.names(scope, ids)
                    .map(names -> new SalesReport(
                            currency, currencies, sums.get(1), sums.get(0), rows, pages(ids, names, byPage)));
        });
    }

    private static List<PageSales> pages(List<String> ids, Map<String, PageName> names, Map<String, Sums> byPage) {
        return ids.stream()
                .map(id -> new PageSales(id, names.get(id), byPage.getOrDefault(id, Sums.empty())))
                .toList();
    }

    /** Returns the currency with the most orders; null without sales. */
    private static @Nullable String usual(Set<String> currencies, List<Sums> sums) {
        return currencies.stream()
                .max(Comparator.<String>comparingLong(code -> sums.get(1).of("orders", code))
                        .thenComparingLong(code -> sums.get(0).of("orders", code))
                        .thenComparing(Comparator.reverseOrder()))
                .orElse(null);
    }

    private static List<String> ranked(Map<String, Sums> pages, String currency) {
        return pages.entrySet().stream()
                .sorted(Comparator.<Map.Entry<String, Sums>>comparingLong(
                                page -> -page.getValue().of("paid", currency))
                        .thenComparingLong(page -> -page.getValue().of("visits"))
                        .thenComparing(Map.Entry::getKey))
                .limit(PAGES_MAX)
                .map(Map.Entry::getKey)
                .toList();
    }
}
