package io.tollgate.dashboard;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tollgate.accounts.seller.Sellers;
import io.tollgate.dashboard.ListView.Heading;
import io.tollgate.dashboard.ListView.RecordRow;
import io.tollgate.platform.error.ApiError;
import io.tollgate.platform.http.QueryString;
import io.vertx.core.Future;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** A list of records with the filters and the search of the API. */
record ListPage(DashboardApi api, FormGuard guard, Sellers sellers, RecordList list) {
    private static final int ROWS = 50;

    Future<?> show(DashboardRequest open) {
        ListFilters filters = ListFilters.of(
                api.resource(list.path()),
                QueryString.parse(open.ctx().request().query()));
        return sellers.seller(open.membership().sellerId()).compose(seller -> read(open, filters, seller.zone()));
    }

    private Future<?> read(DashboardRequest open, ListFilters filters, ZoneId zone) {
        int limit = api.isPaged(list.path()) ? ROWS : 0;
        return api.get(open, list.path() + "?" + filters.query(zone, limit))
                .map(answer -> view(open, filters, answer, zone, List.of()))
                .recover(failure -> failure instanceof ApiError error && error.status() == 400
                        ? Future.succeededFuture(view(open, filters, null, zone, messages(error)))
                        : Future.failedFuture(failure))
                .onSuccess(
                        view -> DashboardRenderer.send(open.ctx(), view.errors().isEmpty() ? 200 : 400, "list", view));
    }

    /** Returns why a list was refused, in sentences. */
    static List<String> messages(ApiError error) {
        return error.problems().isEmpty()
                ? List.of(String.valueOf(error.getMessage()))
                : error.problems().stream()
                        .map(problem -> ValueFormat.label(problem.param()) + " " + problem.message())
                        .toList();
    }

    private ListView view(
            DashboardRequest open, ListFilters filters, @Nullable ObjectNode answer, ZoneId zone, List<String> errors) {
        String path = open.path(list.section());
        ListColumns columns = new ListColumns(list, filters);
        List<RecordRow> rows = new ArrayList<>();
        String first = "";
        String last = "";
        if (answer != null) {
            ValueFormat format = new ValueFormat(zone);
            for (JsonNode record : answer.path("data")) {
                rows.add(row(path, columns, record, format));
                last = record.path("id").asText();
                first = first.isEmpty() ? last : first;
            }
        }
        boolean more = answer != null && answer.path("has_more").asBoolean();
        boolean newer = filters.isAfter() || (filters.isBefore() && more);
        boolean older = filters.isBefore() || more;
        return new ListView(
                Frame.of(open, guard, list.section(), list.section().label()),
                path,
                answer == null ? "" : total(answer),
                filters.isFiltered(),
                filters.inputs(),
                columns.choices(),
                filters.value(ListColumns.COLUMNS),
                filters.kept(),
                columns.shown().stream()
                        .map(column -> new Heading(column.label(), column.isNumeric()))
                        .toList(),
                rows,
                newer && !rows.isEmpty() ? path + "?" + filters.with("ending_before", first) : null,
                older && !rows.isEmpty() ? path + "?" + filters.with("starting_after", last) : null,
                rows.isEmpty() ? null : path + "/export.csv?" + filters.with("", ""),
                create(open, path),
                Action.done(list, open.ctx().request().getParam("done")),
                errors);
    }

    private Frame.@Nullable Link create(DashboardRequest open, String path) {
        if (TemplatesPage.isOpenTo(open, list)) {
            String label = "Create " + list.noun().toLowerCase(Locale.ROOT);
            return new Frame.Link(label, path + "/" + ActionStates.NEW, false);
        }
        Action action = Action.creating(list, open);
        return action == null ? null : new Frame.Link(action.label(), path + "/" + action.path(), false);
    }

    private static String total(ObjectNode answer) {
        long total = answer.has("total")
                ? answer.path("total").asLong()
                : answer.path("data").size();
        return String.format(Locale.ROOT, "%,d", total);
    }

    private static RecordRow row(String path, ListColumns columns, JsonNode record, ValueFormat format) {
        List<Cell> cells = columns.shown().stream()
                .map(column -> column.cell(format, record))
                .toList();
        return new RecordRow(path + "/" + record.path("id").asText(), cells);
    }

    /** Sends all records that match the filters as CSV. */
    Future<?> export(DashboardRequest open) {
        ListFilters filters = ListFilters.of(
                api.resource(list.path()),
                QueryString.parse(open.ctx().request().query()));
        return sellers.seller(open.membership().sellerId())
                .onSuccess(seller -> api.send(
                        open,
                        list.path() + "?" + new ListColumns(list, filters).exported(filters.query(seller.zone(), 0)),
                        "text/csv"));
    }
}
