package io.tollgate.sales.report;

import io.tollgate.platform.resource.Scope;
import io.tollgate.sales.report.MeasureReader.Sums;
import io.tollgate.sales.report.ReportPeriod.Range;
import io.vertx.core.Future;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Recurring revenue: what subscriptions without a fixed end charge in an average month, at the start and at the end of
 * a period and after each interval.
 *
 * @param currency of the amounts; null without subscriptions
 */
record RecurringReport(
        @Nullable String currency,
        Set<String> currencies,
        State start,
        State end,
        long started,
        long ended,
        List<Interval> intervals) {

    /** @param revenue of an average month, in the currency's smallest unit */
    record State(long revenue, long subscribers) {
        State after(Sums changes, String currency) {
            return new State(
                    revenue + changes.of("recurring", currency), subscribers + changes.of("subscribers", currency));
        }
    }

    record Interval(Range range, State end, long started, long ended) {}

    static Future<RecurringReport> read(MeasureReader measures, Scope scope, ReportRequest asked, ReportPeriod period) {
        List<Range> ranges = new ArrayList<>(List.of(period.past()));
        ranges.addAll(period.intervals());
        return measures.sums(scope, asked.pageId(), ranges).map(sums -> {
            Set<String> currencies = currencies(sums);
            String currency = asked.currency() == null ? usual(currencies, sums) : asked.currency();
            return of(currency, currencies, ranges, sums);
        });
    }

    private static RecurringReport of(
            @Nullable String currency, Set<String> currencies, List<Range> ranges, List<Sums> sums) {
        String code = currency == null ? "" : currency;
        State start = new State(0, 0).after(sums.get(0), code);
        State end = start;
        List<Interval> intervals = new ArrayList<>();
        for (int i = 1; i < ranges.size(); i++) {
            Sums changes = sums.get(i);
            end = end.after(changes, code);
            intervals.add(new Interval(ranges.get(i), end, changes.of("started", code), changes.of("ended", code)));
        }
        return new RecurringReport(
                currency,
                currencies,
                start,
                end,
                intervals.stream().mapToLong(Interval::started).sum(),
                intervals.stream().mapToLong(Interval::ended).sum(),
                intervals);
    }

    private static @Nullable String usual(Set<String> currencies, List<Sums> sums) {
        return currencies.stream()
                .max(Comparator.<String>comparingLong(code -> sums.stream()
                                .mapToLong(one -> one.of("subscribers", code))
                                .sum())
                        .thenComparing(Comparator.reverseOrder()))
                .orElse(null);
    }

    /** Returns the currencies of subscriptions. */
    private static Set<String> currencies(List<Sums> sums) {
        Set<String> codes = new TreeSet<>();
        for (Sums one : sums) {
            one.currencies().stream()
                    .filter(code -> one.of("started", code) != 0 || one.of("subscribers", code) != 0)
                    .forEach(codes::add);
        }
        return codes;
    }
}
