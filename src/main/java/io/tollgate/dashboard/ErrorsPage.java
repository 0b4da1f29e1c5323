package io.tollgate.dashboard;

import com.fasterxml.jackson.databind.JsonNode;
import io.tollgate.accounts.seller.Sellers;
import io.tollgate.dashboard.ListColumn.Format;
import io.tollgate.dashboard.ListView.Heading;
import io.tollgate.dashboard.ListView.RecordRow;
import io.tollgate.platform.error.ApiError;
import io.vertx.core.Future;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The errors of calls in groups, the most frequent first. Each leads to its calls in the request log. */
record ErrorsPage(DashboardApi api, FormGuard guard, Sellers sellers) {
    private static final String TARGET = "/v1/request-log/errors";

    private static final List<ListColumn> COLUMNS = List.of(
            new ListColumn("Error", List.of("errorCode"), Format.CODE),
            new ListColumn("Parameter", List.of("parameter"), Format.CODE),
            new ListColumn("Method", List.of("method"), Format.CODE),
            new ListColumn("Path", List.of("path"), Format.CODE),
            new ListColumn("Calls", List.of("count"), Format.NUMBER),
            new ListColumn("First", List.of("firstAt"), Format.TIME),
            new ListColumn("Last", List.of("lastAt"), Format.TIME));

    Future<?> show(DashboardRequest open) {
        return sellers.seller(open.membership().sellerId())
                .compose(seller -> api.get(open, TARGET)
                        .map(answer -> view(open, answer.at("/data/errors"), seller.zone(), List.of()))
                        .recover(failure -> failure instanceof ApiError error && error.status() == 409
                                ? Future.succeededFuture(view(open, null, seller.zone(), ListPage.messages(error)))
                                : Future.failedFuture(failure)))
                .onSuccess(view -> DashboardRenderer.send(open.ctx(), 200, "list", view));
    }

    private ListView view(DashboardRequest open, @Nullable JsonNode groups, ZoneId zone, List<String> problems) {
        ValueFormat format = new ValueFormat(zone);
        List<RecordRow> rows = new ArrayList<>();
        if (groups != null) {
            groups.forEach(group -> rows.add(new RecordRow(
                    calls(open, group),
                    COLUMNS.stream()
                            .map(column -> format.cell(column.format(), column.value(group), group))
                            .toList())));
        }
        return new ListView(
                Frame.of(open, guard, Section.ERRORS, Section.ERRORS.label()),
                open.path(Section.ERRORS),
                "",
                false,
                List.of(),
                List.of(),
                "",
                List.of(),
                COLUMNS.stream()
                        .map(column -> new Heading(column.label(), column.isNumeric()))
                        .toList(),
                rows,
                null,
                null,
                null,
                null,
                null,
                problems);
    }

    private static String calls(DashboardRequest open, JsonNode group) {
        Map<String, String> filters = new LinkedHashMap<>();
        for (String name : List.of("errorCode", "method", "path")) {
            if (!group.path(name).isNull()) {
                filters.put(name, group.path(name).asText());
            }
        }
        return open.path(Section.REQUEST_LOG) + "?" + ListFilters.encoded(filters);
    }
}
