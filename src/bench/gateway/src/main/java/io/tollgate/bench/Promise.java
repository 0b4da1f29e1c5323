package io.tollgate.bench;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/** Every figure that Tollgate sets itself a goal for, in the order in which they are told. */
enum Promise {
    LIST_OVER_PGBENCH(
            Group.READ,
            "list of 20, over pgbench with the same SQL over TCP",
            "×",
            Goal.atLeast(0.5),
            "wrk",
            "pgbench"),
    LIST_PROCESSOR_TIME(Group.READ, "the same, processor time of the gateway for a page", "µs", Goal.atMost(90), "wrk"),
    ONE_LIST_OVER_PGBENCH(
            Group.READ, "the same list, all callers asking for one page", "×", Goal.atLeast(1.2), "wrk", "pgbench"),
    LIST_TIMES_FASTIFY(Group.PEERS, "list of 20, times Fastify + pg", "×", Goal.atLeast(6), "wrk", "node", "npm"),
    LIST_TIMES_SPRING(Group.PEERS, "list of 20, times Spring Boot MVC + JDBC", "×", Goal.atLeast(6), "wrk"),
    GET_TIMES_FASTIFY(Group.PEERS, "get by id, times Fastify + pg", "×", Goal.atLeast(3), "wrk", "node", "npm"),
    GET_TIMES_SPRING(Group.PEERS, "get by id, times Spring Boot MVC + JDBC", "×", Goal.atLeast(3), "wrk"),
    LARGE_OVER_SMALL(
            Group.READ, "cost of a first page with its total, large seller over small", "×", Goal.atMost(1.1), "wrk"),
    LARGE_OVER_SMALL_FILTER(Group.READ, "the same with one filter", "×", Goal.atMost(1.15), "wrk"),
    LARGE_OVER_SMALL_RANGE(Group.READ, "the same with two filters and a range of dates", "×", Goal.atMost(3), "wrk"),
    DEEP_PAGE(Group.READ, "cost of page 40,001 over page 2", "×", Goal.atMost(1.05), "wrk"),
    SEARCH_PAGE(Group.READ, "search, first page alone, worst input", "ms", Goal.atMost(12), "wrk"),
    SEARCH_TOTAL_OVER_SCAN(
            Group.READ,
            "search, first page and first exact total, worst input, over a plain scan of twice as many texts",
            "×",
            Goal.atMost(0.5),
            "wrk"),
    SEARCH_KIND_OVER_SCAN(
            Group.READ, "the median of the worst kind of input, over that scan", "×", Goal.atMost(0.4), "wrk"),
    SEARCH_REMEMBERED(Group.READ, "search, what checks a remembered total", "ms", Goal.atMost(1), "wrk"),
    COUNTED_INSERT(
            Group.WRITE, "insert with counters over plain insert, 16 writers on one seller", "×", Goal.atLeast(0.8)),
    TICKET_1(Group.PDF, "ticket PDF of 1 ticket, a second and core", "/s", Goal.atLeast(500)),
    TICKET_100(Group.PDF, "ticket PDF of 100 tickets, a second and core", "/s", Goal.atLeast(25)),
    TICKET_UNCHANGED(
            Group.PDF, "ticket PDF of an unchanged booking, answered 304", "/s", Goal.atLeast(5_000), "wrk", "curl"),
    BESIDE_PDFS(
            Group.PDF, "API p99 while PDFs saturate their workers, over idle", "×", Goal.atMost(1.5), "wrk", "curl"),
    PURCHASES_OVER_BOOKINGS(
            Group.CHECKOUT, "purchases through the hosted pages, over API bookings", "×", Goal.atLeast(0.33), "curl"),
    EVENTS_IN_TIME(
            Group.CHECKOUT,
            "events of the processor answered within 200 ms, while 16 buyers pay",
            "%",
            Goal.atLeast(99),
            "curl"),
    VIEW_IDLE(Group.CHECKOUT, "page view of a hosted page, p99 at idle", "ms", Goal.atMost(20), "curl"),
    VIEW_BESIDE_LOAD(
            Group.CHECKOUT,
            "page view, p99 while lists and PDFs saturate the gateway, over idle",
            "×",
            Goal.atMost(2),
            "curl"),
    PURCHASE_BESIDE_LOAD(Group.CHECKOUT, "the same of a purchase", "×", Goal.atMost(2), "curl"),
    RENEWALS(Group.RENEWALS, "renewals a second beside lists, 100,000 an hour are 28", "/s", Goal.atLeast(28), "curl"),
    RENEWALS_BEHIND(
            Group.RENEWALS,
            "how far recorded renewals are behind if 28 are due a second",
            "s",
            Goal.atMost(10),
            "curl"),
    EXPORT_LINES_OVER_COPY(
            Group.EXPORT, "all payments as JSON lines, over COPY of the same bytes", "×", Goal.atLeast(0.5), "curl"),
    EXPORT_CSV_OVER_COPY(
            Group.EXPORT, "all payments as CSV, over COPY of the same bytes", "×", Goal.atLeast(0.5), "curl"),
    EXPORT_MEMORY(Group.EXPORT, "growth of resident memory during exports", "MiB", Goal.atMost(20), "curl"),
    WEBHOOK_ONE(Group.WEBHOOKS, "deliveries to one webhook, of events that wait", "/s", Goal.atLeast(100), "curl"),
    WEBHOOK_MANY(
            Group.WEBHOOKS,
            "deliveries to 20 webhooks of two sellers, of events that wait",
            "/s",
            Goal.atLeast(400),
            "curl"),
    WEBHOOK_BESIDE_HANGING(
            Group.WEBHOOKS,
            "time of a delivery, p99 while one of 20 receivers hangs, over none",
            "×",
            Goal.atMost(2),
            "curl"),
    LIST_WITH_LOG(Group.LOG, "list of 20 with the request log, over without", "×", Goal.atLeast(0.97), "wrk", "curl"),
    GET_WITH_LOG(Group.LOG, "get by id with the request log, over without", "×", Goal.atLeast(0.9), "wrk", "curl"),
    DASHBOARD_HOME(Group.DASHBOARD, "home page of the dashboard, median", "ms", Goal.atMost(100), "curl"),
    DASHBOARD_LIST(Group.DASHBOARD, "a list in the dashboard, median", "ms", Goal.atMost(50), "curl"),
    DASHBOARD_RECORD(
            Group.DASHBOARD, "a record in the dashboard with its timeline, median", "ms", Goal.atMost(50), "curl"),
    DASHBOARD_SEARCH(Group.DASHBOARD, "a search over all lists, median", "ms", Goal.atMost(300), "curl"),
    START(Group.START, "start to ready, external database", "s", Goal.atMost(1.5)),
    MEMORY(Group.START, "resident memory under full list load", "MiB", Goal.atMost(256), "wrk");

    /** What is measured together, with one start of the gateway. */
    enum Group {
        READ,
        PEERS,
        WRITE,
        PDF,
        CHECKOUT,
        RENEWALS,
        EXPORT,
        WEBHOOKS,
        LOG,
        DASHBOARD,
        START;

        String word() {
            return name().toLowerCase(Locale.ROOT);
        }

        List<Promise> promises() {
            return Arrays.stream(Promise.values())
                    .filter(promise -> promise.group == this)
                    .toList();
        }
    }

    final Group group;
    final String says;
    final String unit;
    final Goal goal;
    final List<String> needs;

    Promise(Group group, String says, String unit, Goal goal, String... needs) {
        this.group = group;
        this.says = says;
        this.unit = unit;
        this.goal = goal;
        this.needs = List.of(needs);
    }

    /** Its name where machines read. */
    String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    static Promise of(String word) {
        return valueOf(word.toUpperCase(Locale.ROOT));
    }
}
