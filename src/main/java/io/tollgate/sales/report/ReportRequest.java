package io.tollgate.sales.report;

import io.tollgate.platform.error.ApiError;
import io.tollgate.platform.error.ApiError.Problem;
import io.tollgate.platform.input.QueryParameter;
import io.tollgate.platform.input.QueryValues;
import io.tollgate.platform.resource.FilterValues;
import io.tollgate.platform.schema.Type;
import java.time.DateTimeException;
import java.time.LocalDate;
import java.time.ZoneId;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A validated request for a report.
 *
 * @param from null for 29 days before {@code to}
 * @param to null for today
 * @param length null for one that fits the period
 * @param pageId null for all pages
 * @param currency null for the one with the highest number of orders
 * @param livemode null for the mode of the key
 */
record ReportRequest(
        @Nullable LocalDate from,
        @Nullable LocalDate to,
        ReportPeriod.@Nullable Length length,
        @Nullable String pageId,
        @Nullable String currency,
        @Nullable Boolean livemode) {
    private static final Type DATE = Type.matching(10, 10, "\\d{4}-\\d\\d-\\d\\d", "must be a date, like 2026-01-31");
    private static final Type INTERVAL = Type.oneOf("day", "week", "month");
    private static final Type CURRENCY =
            Type.matching(3, 3, "[a-z]{3}", "must be the code of a currency in lower case, like eur");
    private static final int DAYS_DEFAULT = 30;
    private static final int INTERVALS_MAX = 400;
    private static final LocalDate FIRST = LocalDate.of(2000, 1, 1);
    private static final LocalDate LAST = LocalDate.of(2105, 12, 31);

    static final List<QueryParameter> PARAMETERS = List.of(
            new QueryParameter("from", DATE),
            new QueryParameter("to", DATE),
            new QueryParameter("interval", INTERVAL),
            new QueryParameter("pageId", Type.ID),
            new QueryParameter("currency", CURRENCY));

    private static final List<String> NAMES = List.of("from", "to", "interval", "pageId", "currency", "livemode");

    /** Parses the parameters. One 400 reports all problems. */
    static ReportRequest parse(List<Map.Entry<String, String>> sent) {
        Map<String, Object> values = QueryValues.parse(sent, NAMES, ReportRequest::value);
        String interval = (String) values.get("interval");
        return new ReportRequest(
                (LocalDate) values.get("from"),
                (LocalDate) values.get("to"),
                interval == null ? null : ReportPeriod.Length.valueOf(interval.toUpperCase(Locale.ROOT)),
                (String) values.get("pageId"),
                (String) values.get("currency"),
                (Boolean) values.get("livemode"));
    }

    private static Object value(String name, String text) {
        return switch (name) {
            case "from", "to" -> date(text);
            case "interval" -> FilterValues.parse(INTERVAL, text);
            case "pageId" -> FilterValues.parse(Type.ID, text);
            case "currency" -> {
                if (!text.matches("[a-z]{3}")) {
                    throw new IllegalArgumentException("must be the code of a currency in lower case, like eur");
                }
                yield text;
            }
            default -> FilterValues.parse(Type.BOOLEAN, text);
        };
    }

    private static LocalDate date(String text) {
        try {
            LocalDate date = LocalDate.parse(text);
            if (!date.isBefore(FIRST) && !date.isAfter(LAST)) {
                return date;
            }
        } catch (DateTimeException e) {
            throw new IllegalArgumentException("must be a date, like 2026-01-31", e);
        }
        throw new IllegalArgumentException("must be a date from " + FIRST + " to " + LAST);
    }

    /**
     * Returns the period, with defaults for what was not sent.
     *
     * @throws ApiError 400 if it ends before it begins, or has too many intervals
     */
    ReportPeriod period(LocalDate today, ZoneId zone) {
        LocalDate end = to != null ? to : from != null && from.isAfter(today) ? from : today;
        LocalDate start = from != null ? from : end.minusDays(DAYS_DEFAULT - 1);
        if (start.isAfter(end)) {
            throw ApiError.invalid(List.of(new Problem("from", "must not be after to", start.toString())));
        }
        ReportPeriod.Length chosen = length != null ? length : ReportPeriod.Length.of(start, end);
        long days = ChronoUnit.DAYS.between(start, end) + 1;
        long intervals = switch (chosen) {
            case DAY -> days;
            case WEEK -> days / 7 + 2;
            case MONTH -> days / 28 + 2;
        };
        if (intervals > INTERVALS_MAX) {
            throw ApiError.invalid(List.of(new Problem(
                    "interval",
                    "divides the period into more than " + INTERVALS_MAX + " parts; use a longer interval",
                    chosen.wire())));
        }
        return new ReportPeriod(start, end, zone, chosen);
    }
}
