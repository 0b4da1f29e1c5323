package io.tollgate.dashboard;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tollgate.accounts.seller.Sellers;
import io.tollgate.dashboard.SearchView.Group;
import io.tollgate.dashboard.SearchView.Result;
import io.tollgate.platform.error.ApiError;
import io.tollgate.platform.server.FailureHandler;
import io.vertx.core.Future;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Searches all lists that a member sees: for an order number, an e-mail address, a name or the code of a ticket. */
record SearchPage(DashboardApi api, FormGuard guard, Sellers sellers) {
    static final String PATH = "/search";

    /** Of each list. The link below them leads to the others. */
    private static final int RESULTS_MAX = 5;

    private static final int ABOUT_COLUMNS = 3;

    Future<?> show(DashboardRequest open) {
        String term = Objects.requireNonNullElse(open.ctx().request().getParam("q"), "")
                .strip();
        List<RecordList> lists = Arrays.stream(RecordList.values())
                .filter(list -> list.section().isOpenTo(open)
                        && api.resource(list.path()).search().exists())
                .toList();
        return (term.isEmpty() ? Future.succeededFuture(List.<Group>of()) : search(open, lists, term))
                .map(groups -> view(open, term, groups, List.of()))
                .recover(failure -> failure instanceof ApiError error && error.status() == 400
                        ? Future.succeededFuture(view(open, term, List.of(), ListPage.messages(error)))
                        : Future.failedFuture(failure))
                .onSuccess(view ->
                        DashboardRenderer.send(open.ctx(), view.errors().isEmpty() ? 200 : 400, "search", view));
    }

    private Future<List<Group>> search(DashboardRequest open, List<RecordList> lists, String term) {
        String query = "?" + ListFilters.encoded(Map.of("search", term));
        List<Future<@Nullable ObjectNode>> reads = lists.stream()
                .map(list -> inTime(api.get(open, list.path() + query + "&limit=" + RESULTS_MAX)))
                .toList();
        return Future.all(reads)
                .compose(read -> sellers.seller(open.membership().sellerId()))
                .map(seller -> {
                    List<Group> groups = new ArrayList<>();
                    for (int i = 0; i < lists.size(); i++) {
                        Group group =
                                group(open, lists.get(i), query, reads.get(i).result(), seller.zone());
                        if (group.late() || !group.results().isEmpty()) {
                            groups.add(group);
                        }
                    }
                    return groups;
                });
    }

    /** Returns null for a list whose search takes too long, so that it does not keep the others from being shown. */
    private static Future<@Nullable ObjectNode> inTime(Future<ObjectNode> read) {
        return read.map(answer -> (@Nullable ObjectNode) answer)
                .recover(failure -> FailureHandler.known(failure).status() == 503
                        ? Future.succeededFuture(null)
                        : Future.failedFuture(failure));
    }

    private static Group group(
            DashboardRequest open, RecordList list, String query, @Nullable ObjectNode answer, ZoneId zone) {
        String path = open.path(list.section());
        ValueFormat format = new ValueFormat(zone);
        List<Result> results = new ArrayList<>();
        if (answer != null) {
            answer.path("data")
                    .forEach(record -> results.add(new Result(
                            RecordPage.title(list, record),
                            about(list, record, format),
                            path + "/" + record.path("id").asText())));
        }
        return new Group(list.section().label(), path + query, results, answer == null);
    }

    private static String about(RecordList list, JsonNode record, ValueFormat format) {
        return list.columns().stream()
                .skip(1)
                .map(column -> format.cell(column.format(), column.value(record), record)
                        .text())
                .filter(text -> !text.isEmpty())
                .limit(ABOUT_COLUMNS)
                .collect(Collectors.joining(" · "));
    }

    private SearchView view(DashboardRequest open, String term, List<Group> groups, List<String> errors) {
        Frame frame = Frame.of(open, guard, Section.HOME, "Search");
        return new SearchView(frame, frame.search(), term, groups, errors);
    }
}
