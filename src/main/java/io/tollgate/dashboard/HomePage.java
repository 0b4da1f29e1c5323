package io.tollgate.dashboard;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tollgate.accounts.seller.Sellers;
import io.tollgate.dashboard.HomeView.Attention;
import io.tollgate.dashboard.HomeView.Coming;
import io.tollgate.dashboard.ListColumn.Format;
import io.tollgate.platform.clock.Clock;
import io.vertx.core.Future;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The first page of a seller: what needs attention, and the figures of a period. */
record HomePage(DashboardApi api, FormGuard guard, Sellers sellers, Clock clock) {
    private static final int EVENTS_MAX = 5;

    /** The periods to choose from. */
    private enum Period {
        WEEK("7d", "7 days", 7),
        MONTH("30d", "30 days", 30),
        QUARTER("90d", "90 days", 90),
        YEAR("12m", "12 months", 365);

        private final String name;
        private final String label;
        private final int days;

        Period(String name, String label, int days) {
            this.name = name;
            this.label = label;
            this.days = days;
        }

        static Period of(@Nullable String name) {
            for (Period period : values()) {
                if (period.name.equals(name)) {
                    return period;
                }
            }
            return MONTH;
        }
    }

    /** What the page reads. Null where the role may not. */
    private record Read(
            DashboardRequest open,
            Period period,
            ZoneId zone,
            @Nullable ObjectNode sales,
            @Nullable ObjectNode recurring,
            @Nullable ObjectNode attention,
            @Nullable ObjectNode setup,
            @Nullable ObjectNode events) {}

    Future<?> show(DashboardRequest open) {
        return sellers.seller(open.membership().sellerId())
                .compose(seller -> read(open, seller.zone()))
                .onSuccess(read -> DashboardRenderer.send(open.ctx(), 200, "home", view(read)));
    }

    private Future<Read> read(DashboardRequest open, ZoneId zone) {
        Period period = Period.of(open.ctx().request().getParam("period"));
        String asked = open.ctx().request().getParam("currency");
        String currency = asked != null && asked.matches("[a-z]{3}") ? "&currency=" + asked : "";
        boolean reports = open.mayWithAll("reports:read");
        // Only test mode has a clock of its own.
        Future<@Nullable ObjectNode> day = reported(open, "sales", reports && !open.live());
        return day.compose(first -> {
            LocalDate to = first == null
                    ? LocalDate.ofInstant(clock.now(), zone)
                    : LocalDate.parse(first.path("to").asText());
            String query = "?from=" + to.minusDays(period.days - 1L) + "&to=" + to + currency;
            Future<@Nullable ObjectNode> sales = reported(open, "sales" + query, reports);
            Future<@Nullable ObjectNode> recurring = reported(open, "recurring-revenue" + query, reports);
            Future<@Nullable ObjectNode> attention = reported(open, "attention", reports);
            Future<@Nullable ObjectNode> setup = reported(open, "setup", reports);
            Future<@Nullable ObjectNode> events = open.may("events:read")
                    ? api.get(open, "/v1/events?status=published&limit=100").map(answer -> answer)
                    : Future.succeededFuture(null);
            return Future.all(sales, recurring, attention, setup, events)
                    .map(all -> new Read(
                            open,
                            period,
                            zone,
                            sales.result(),
                            recurring.result(),
                            attention.result(),
                            setup.result(),
                            events.result()));
        });
    }

    private Future<@Nullable ObjectNode> reported(DashboardRequest open, String report, boolean may) {
        return may
                ? api.get(open, "/v1/reports/" + report).map(answer -> (ObjectNode) answer.get("data"))
                : Future.succeededFuture(null);
    }

    private HomeView view(Read read) {
        DashboardRequest open = read.open;
        ObjectNode sales = read.sales;
        String currency = sales == null ? "" : sales.path("currency").asText("");
        return new HomeView(
                Frame.of(open, guard, Section.HOME, "Home"),
                open.membership().label(),
                SetupSteps.of(open, read.setup),
                sales == null ? List.of() : periods(read, currency),
                sales == null ? List.of() : currencies(read, sales),
                read.attention == null ? List.of() : attention(open, read.attention),
                sales == null ? List.of() : HomeFigures.figures(sales, currency),
                sales == null ? null : HomeFigures.sales(sales, currency),
                HomeFigures.recurring(read.recurring),
                sales == null ? List.of() : HomeFigures.pages(open, sales, currency),
                sales == null ? List.of() : HomeFigures.funnel(sales.path("totals")),
                read.events == null ? List.of() : coming(read, read.events));
    }

    private static List<Frame.Link> periods(Read read, String currency) {
        List<Frame.Link> links = new ArrayList<>();
        for (Period period : Period.values()) {
            String more = currency.isEmpty() ? "" : "&currency=" + currency;
            links.add(new Frame.Link(
                    period.label, home(read.open) + "?period=" + period.name + more, period == read.period));
        }
        return links;
    }

    private static String home(DashboardRequest open) {
        return open.path(Section.HOME);
    }

    private static List<Frame.Link> currencies(Read read, ObjectNode sales) {
        List<Frame.Link> links = new ArrayList<>();
        for (JsonNode code : sales.path("currencies")) {
            links.add(new Frame.Link(
                    code.asText().toUpperCase(Locale.ROOT),
                    home(read.open) + "?period=" + read.period.name + "&currency=" + code.asText(),
                    code.asText().equals(sales.path("currency").asText())));
        }
        return links.size() > 1 ? links : List.of();
    }

    private static List<Attention> attention(DashboardRequest open, ObjectNode report) {
        List<Attention> items = new ArrayList<>();
        for (JsonNode item : report.path("items")) {
            items.add(new Attention(
                    item.path("message").asText(),
                    String.format(Locale.ROOT, "%,d", item.path("count").asLong()),
                    place(open, item.path("type").asText())));
        }
        return items;
    }

    /** Returns the path of the list on which a member sees to an item. */
    private static @Nullable String place(DashboardRequest open, String type) {
        Section section = switch (type) {
            case "webhook_failed", "webhook_failing" -> Section.WEBHOOKS;
            case "subscription_past_due" -> Section.SUBSCRIPTIONS;
            case "payment_overdue" -> Section.PAYMENTS;
            case "booking_overdue" -> Section.BOOKINGS;
            case "event_nearly_full" -> Section.EVENTS;
            case "export_failed" -> Section.EXPORTS;
            case "processor_missing" -> Section.CHECKOUT_PAGES;
            default -> null;
        };
        if (section == null || !section.isOpenTo(open)) {
            return null;
        }
        return open.path(section)
                + switch (type) {
                    case "subscription_past_due" -> "?status=past_due";
                    case "payment_overdue", "booking_overdue" -> "?status=unpaid";
                    case "webhook_failed" -> "?status=failed";
                    case "export_failed" -> "?status=failed";
                    default -> "";
                };
    }

    private List<Coming> coming(Read read, ObjectNode events) {
        ValueFormat format = new ValueFormat(read.zone);
        List<JsonNode> coming = new ArrayList<>();
        Instant now = clock.now();
        for (JsonNode event : events.path("data")) {
            String starts = event.at("/eventDetails/startDate").asText("");
            if (!starts.isEmpty() && Instant.parse(starts).isAfter(now)) {
                coming.add(event);
            }
        }
        return coming.stream()
                .sorted(Comparator.comparing(
                        event -> event.at("/eventDetails/startDate").asText()))
                .limit(EVENTS_MAX)
                .map(event -> new Coming(
                        event.path("name").asText(),
                        read.open.path(Section.EVENTS) + "/" + event.path("id").asText(),
                        Objects.requireNonNull(format.cell(Format.TIME, event.at("/eventDetails/startDate"), event)),
                        places(event)))
                .toList();
    }

    private static String places(JsonNode event) {
        long sold = 0;
        for (JsonNode group : event.path("ticketGroups")) {
            for (JsonNode type : group.path("ticketTypes")) {
                sold += type.path("quantitySold").asLong();
            }
        }
        JsonNode capacity = event.at("/eventDetails/capacity");
        return capacity.isNumber()
                ? HomeFigures.count(sold) + " of " + HomeFigures.count(capacity.asLong()) + " places taken"
                : HomeFigures.count(sold) + " tickets sold";
    }
}
