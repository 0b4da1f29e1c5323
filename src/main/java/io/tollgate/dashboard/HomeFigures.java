package io.tollgate.dashboard;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tollgate.dashboard.HomeView.Figure;
import io.tollgate.dashboard.HomeView.PageRow;
import io.tollgate.dashboard.HomeView.Step;
import java.time.LocalDate;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Shows the reports of a period to people. */
final class HomeFigures {
    private static final DateTimeFormatter DAY = DateTimeFormatter.ofPattern("d MMM uuuu", Locale.ENGLISH);
    private static final int PAGES_MAX = 8;

    private HomeFigures() {}

    /** Returns the chart of net revenue; null without payments. */
    static @Nullable BarChart sales(ObjectNode sales, String currency) {
        return sales.at("/totals/gross").asLong() == 0
                ? null
                : chart("Net revenue", sales, row -> row.path("net").asLong(), currency);
    }

    static List<Figure> figures(ObjectNode sales, String currency) {
        JsonNode now = sales.path("totals");
        JsonNode before = sales.path("previous");
        return List.of(
                figure("Gross revenue", now, before, "gross", value -> ValueFormat.money(value, currency)),
                figure("Net of refunds", now, before, "net", value -> ValueFormat.money(value, currency)),
                figure("Orders", now, before, "orders", HomeFigures::count),
                conversion(now, before));
    }

    private static Figure figure(
            String label, JsonNode now, JsonNode before, String name, Function<Long, String> format) {
        long value = now.path(name).asLong();
        long former = before.path(name).asLong();
        return new Figure(label, format.apply(value), change(value, former), trend(value, former));
    }

    private static Figure conversion(JsonNode now, JsonNode before) {
        JsonNode value = now.path("conversion");
        JsonNode former = before.path("conversion");
        String change = value.isNumber() && former.isNumber()
                ? String.format(Locale.ROOT, "%+.1f points", value.asDouble() - former.asDouble())
                : "";
        return new Figure(
                "Visits that became orders",
                value.isNumber() ? String.format(Locale.ROOT, "%.1f %%", value.asDouble()) : "–",
                change,
                change.isEmpty()
                        ? "same"
                        : trend(Math.round(value.asDouble() * 10), Math.round(former.asDouble() * 10)));
    }

    static String count(long value) {
        return String.format(Locale.ROOT, "%,d", value);
    }

    private static String change(long value, long former) {
        return former <= 0 ? "" : String.format(Locale.ROOT, "%+d %%", Math.round((value - former) * 100.0 / former));
    }

    private static String trend(long value, long former) {
        return value > former ? "up" : value < former ? "down" : "same";
    }

    private static BarChart chart(String label, ObjectNode report, Function<JsonNode, Long> value, String currency) {
        List<BarChart.Value> values = new ArrayList<>();
        for (JsonNode row : report.path("intervals")) {
            long amount = value.apply(row);
            values.add(new BarChart.Value(
                    DAY.format(LocalDate.parse(row.path("start").asText())),
                    amount,
                    ValueFormat.money(amount, currency)));
        }
        return BarChart.of(label, values);
    }

    static @Nullable BarChart recurring(@Nullable ObjectNode report) {
        if (report == null
                || report.at("/end/subscribers").asLong()
                                + report.at("/start/subscribers").asLong()
                        == 0) {
            return null;
        }
        return chart(
                "Recurring revenue a month",
                report,
                row -> row.path("recurringRevenue").asLong(),
                report.path("currency").asText());
    }

    static List<PageRow> pages(DashboardRequest open, ObjectNode sales, String currency) {
        List<PageRow> rows = new ArrayList<>();
        long most = Math.max(1, sales.at("/pages/0/gross").asLong());
        for (JsonNode page : sales.path("pages")) {
            if (rows.size() < PAGES_MAX) {
                rows.add(new PageRow(
                        page.path("title").isNull()
                                ? "Deleted page"
                                : page.path("title").asText(),
                        page(open, page),
                        ValueFormat.money(page.path("gross").asLong(), currency),
                        count(page.path("orders").asLong()),
                        count(page.path("visits").asLong()),
                        Math.round(page.path("gross").asLong() * 100.0 / most)));
            }
        }
        return rows;
    }

    /** Returns the path of a page; null if it was deleted, or if the member may not see it. */
    private static @Nullable String page(DashboardRequest open, JsonNode page) {
        Section section = switch (page.path("type").asText()) {
            case "checkout" -> Section.CHECKOUT_PAGES;
            case "event" -> Section.EVENTS;
            case "form" -> Section.FORMS;
            default -> null;
        };
        return section == null || !section.isOpenTo(open)
                ? null
                : open.path(section) + "/" + page.path("pageId").asText();
    }

    static List<Step> funnel(JsonNode totals) {
        long visits = totals.path("visits").asLong();
        List<Step> steps = new ArrayList<>();
        if (visits > 0) {
            steps.add(step("Visits", visits, visits));
            steps.add(step("Begun checkouts", totals.path("checkouts").asLong(), visits));
            steps.add(step("Orders", totals.path("orders").asLong(), visits));
            steps.add(step("Accepted offers", totals.path("offersAccepted").asLong(), visits));
        }
        return steps;
    }

    private static Step step(String label, long value, long first) {
        return new Step(label, count(value), Math.min(100, Math.round(value * 100.0 / first)));
    }
}
