package io.tollgate.dashboard;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tollgate.dashboard.ListView.Choice;
import io.vertx.core.Future;
import java.util.ArrayList;
import java.util.List;

/** The pages to which somebody can be restricted: the newest of each kind that the member sees. */
final class PageChoices {
    private static final List<RecordList> LISTS =
            List.of(RecordList.EVENTS, RecordList.CHECKOUT_PAGES, RecordList.FORMS);

    private PageChoices() {}

    static Future<List<Choice>> of(DashboardApi api, DashboardRequest open) {
        List<Future<ObjectNode>> lists = LISTS.stream()
                .filter(list -> list.section().isOpenTo(open))
                .map(list -> api.get(open, list.path() + "?limit=100"))
                .toList();
        return Future.all(lists).map(read -> {
            List<Choice> choices = new ArrayList<>();
            lists.forEach(list -> list.result()
                    .path("data")
                    .forEach(page -> choices.add(new Choice(
                            page.path("id").asText(), page.path("name").asText()))));
            return choices;
        });
    }
}
