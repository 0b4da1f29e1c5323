package io.tollgate.platform.records;

import io.tollgate.platform.resource.Filter;
import io.tollgate.platform.resource.FilterValues;
import io.tollgate.platform.resource.ListRequest;
import io.tollgate.platform.resource.Resource;
import io.tollgate.platform.resource.Scope;
import io.tollgate.platform.resource.Search;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/** Every form of statement that reads a resource, by its purpose. */
final class Statements {
    private static final Scope SCOPE = new Scope("5e".repeat(12), true);
    private static final String CURSOR = "65f0c0ffee0123456789abcd";

    /** Inputs of each shape that a search distinguishes. */
    private static final List<String> INPUTS = List.of("anna@example.org", "12345678", "A1-2", "two words", "anna");

    private final Map<String, String> all = new LinkedHashMap<>();
    private final Resource resource;

    private Statements(Resource resource) {
        this.resource = resource;
    }

    static Map<String, String> of(Resource resource) {
        Statements statements = new Statements(resource);
        statements.collect();
        return statements.all;
    }

    private void collect() {
        add("first page");
        add("after a cursor", "starting_after", CURSOR);
        add("before a cursor", "ending_before", CURSOR);
        ListRequest after = ListRequest.parse(resource, List.of(Map.entry("starting_after", CURSOR)));
        all.put(
                "after several cursors",
                ListSql.several(SCOPE, after, List.of(CURSOR)).sql());
        resource.filters().forEach(filter -> add("by " + filter.name(), filter.name(), sample(filter)));
        List<Filter> filters = resource.filters();
        if (filters.size() > 1) {
            Filter first = filters.get(0);
            Filter second = filters.get(1);
            add("by two filters", first.name(), sample(first), second.name(), sample(second));
        }
        if (resource.createdBounds() && filters.size() > 1) {
            Filter first = filters.get(0);
            Filter second = filters.get(1);
            add(
                    "by two filters and between two moments",
                    first.name(),
                    sample(first),
                    second.name(),
                    sample(second),
                    "createdAfter",
                    "2026-01-31T13:00:00Z",
                    "createdBefore",
                    "2026-06-15T11:00:00Z");
        }
        moments();
        if (resource.search().exists()) {
            searches();
        }
        byId();
        ofPages();
    }

    private void moments() {
        if (!resource.createdBounds()) {
            return;
        }
        add("between two moments", "createdAfter", "2026-01-31T13:00:00Z", "createdBefore", "2026-06-15T11:00:00Z");
        add("within a day", "createdAfter", "2026-01-31T13:00:00Z", "createdBefore", "2026-01-31T14:00:00Z");
        add("from a moment on", "createdAfter", "2026-01-31T11:00:00Z");
        add("up to a moment", "createdBefore", "2026-01-31T13:00:00Z");
    }

    private void byId() {
        all.put("get", Records.getSql(resource));
        all.put("get several", RecordReader.someSql(resource));
        all.put("lock", Records.lockSql(resource));
        if (resource.recorded()) {
            all.put("fold counts", CountFolding.sql(resource));
        }
    }

    private void ofPages() {
        if (resource.pageField() == null) {
            return;
        }
        Scope some = new Scope(SCOPE.sellerId(), true, Set.of(CURSOR));
        ListRequest first = ListRequest.parse(resource, List.of());
        all.put("first page of some pages", ListSql.of(some, first, true).sql());
        ListRequest after = ListRequest.parse(resource, List.of(Map.entry("starting_after", CURSOR)));
        all.put(
                "after several cursors of some pages",
                ListSql.several(some, after, List.of(CURSOR)).sql());
        if (resource.search().exists()) {
            ListRequest search = ListRequest.parse(resource, List.of(Map.entry("search", "anna")));
            all.put("search of some pages", ListSql.of(some, search, true).sql());
        }
        all.put("get of some pages", Records.getSql(resource) + PageReach.condition(some, resource));
    }

    private void searches() {
        for (Search.Rule rule : resource.search().rules()) {
            String input = INPUTS.stream()
                    .filter(text -> resource.search().ruleFor(text) == rule)
                    .findFirst()
                    .orElseThrow();
            add("search for " + rule.shape(), "search", input);
        }
        add("search for two letters", "search", "an");
        add("search for one letter", "search", "a");
        add("search after a cursor", "search", "anna", "starting_after", CURSOR);
        if (!resource.filters().isEmpty()) {
            Filter filter = resource.filters().get(0);
            add("search with a filter", "search", "anna", filter.name(), sample(filter));
        }
        if (resource.recorded()) {
            List<Map.Entry<String, String>> search = List.of(Map.entry("search", "anna"));
            all.put("search with its total remembered", sql(false, search));
            ListRequest request = ListRequest.parse(resource, search);
            all.put(
                    "search with what is older remembered",
                    ListSql.of(SCOPE, request, false, LocalDate.EPOCH).sql());
            all.put(
                    "search whose last days are counted apart",
                    ListSql.of(SCOPE, request, true, LocalDate.EPOCH).sql());
            all.put(
                    "search with its matches remembered",
                    ListSql.of(SCOPE, request, List.of(CURSOR)).sql());
        }
    }

    private static String sample(Filter filter) {
        return FilterValues.sample(filter.type());
    }

    private void add(String name, String... parameters) {
        List<Map.Entry<String, String>> query = new ArrayList<>();
        for (int i = 0; i < parameters.length; i += 2) {
            query.add(Map.entry(parameters[i], parameters[i + 1]));
        }
        all.put(name, sql(true, query));
    }

    private String sql(boolean withTotal, List<Map.Entry<String, String>> query) {
        return ListSql.of(SCOPE, ListRequest.parse(resource, query), withTotal).sql();
    }

    /** Returns the statement as in the golden file. */
    static String text(Resource resource) {
        return of(resource).entrySet().stream()
                .map(statement -> "-- " + statement.getKey() + "\n" + statement.getValue() + ";\n")
                .collect(Collectors.joining("\n"));
    }
}
