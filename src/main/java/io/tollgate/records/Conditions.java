package io.tollgate.records;

import io.tollgate.db.Ids;
import io.tollgate.resource.Filter;
import io.tollgate.resource.ListRequest;
import io.tollgate.resource.ListRequest.SearchInput;
import io.tollgate.resource.Resource;
import io.tollgate.resource.Scope;
import java.time.Duration;
import java.time.OffsetDateTime;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The conditions of one list request as SQL, each value bound once. The scope leads every one of
 * them.
 */
final class Conditions {
    /** Texts of up to so many characters are found sooner by LIKE than by their position, at least among characters. */
    private static final int SHORT = 6;

    private final Statement statement;
    private final ListRequest request;
    private final Map<Filter, Object> filters;
    private final String seller;
    private final @Nullable String live;
    private final Map<Filter, String> bound = new LinkedHashMap<>();
    private @Nullable String text;
    private @Nullable String containing;
    private @Nullable String spread;

    Conditions(Statement statement, Scope scope, ListRequest request) {
        this.statement = statement;
        this.request = request;
        this.seller = statement.bind(scope.sellerId());
        this.live = request.resource().recorded() ? statement.bind(scope.live()) : null;
        this.filters = filters(request);
    }

    /** The filters given, and the one that an exact search stands for. */
    static Map<Filter, Object> filters(ListRequest request) {
        SearchInput search = request.search();
        if (search == null || !search.rule().exact()) {
            return request.filters();
        }
        String field = search.rule().fields().get(0);
        Filter exact = request.resource().filters().stream()
                .filter(filter -> filter.name().equals(field))
                .findFirst()
                .orElseThrow();
        Map<Filter, Object> all = new LinkedHashMap<>(request.filters());
        Object before = all.putIfAbsent(exact, search.text());
        if (before != null && !before.equals(search.text())) {
            all.put(exact, "\n"); // Two values at once: nothing has both, and no value is a line break.
        }
        return all;
    }

    Map<Filter, Object> filters() {
        return filters;
    }

    /** Whose rows: the condition that no statement is without. */
    String scope() {
        Resource resource = request.resource();
        return "seller_id = " + seller
                + (live == null ? "" : " AND livemode = " + live)
                + (resource.kind() == null ? "" : " AND type = '" + resource.kind() + "'");
    }

    String bound(Filter filter) {
        return bound.computeIfAbsent(filter, f -> statement.bind(Objects.requireNonNull(filters.get(f))));
    }

    /** Equality with each filter. A search reads the narrow twin, where the one record of a unique value has its id. */
    String filtered() {
        StringBuilder sql = new StringBuilder();
        filters.forEach((filter, value) -> {
            String equal = filter.column() + " = " + bound(filter);
            String table = request.resource().table();
            sql.append(" AND ")
                    .append(
                            filter.unique() && ListSql.isSearch(request)
                                    ? "id = (SELECT id FROM " + table + " WHERE " + scope() + " AND " + equal + ")"
                                    : equal);
        });
        return sql.toString();
    }

    /** Both bounds on the time of creation. */
    String created() {
        OffsetDateTime after = request.createdAfter();
        OffsetDateTime before = request.createdBefore();
        return (after == null ? "" : from(after)) + (before == null ? "" : to(before));
    }

    /** Created at this moment or later. Ids begin with the second of creation: the id is bounded too. */
    String from(OffsetDateTime time) {
        return " AND id >= " + statement.bind(Ids.least(time.toEpochSecond())) + " AND created_at >= "
                + statement.bind(time);
    }

    /** Created at this moment or earlier. */
    String to(OffsetDateTime time) {
        return before(time.plus(Duration.ofNanos(1000)));
    }

    /** Created earlier than this moment; a column holds microseconds. */
    String before(OffsetDateTime time) {
        long second = time.toEpochSecond() + (time.getNano() > 0 ? 1 : 0);
        return " AND id < " + statement.bind(Ids.least(second)) + " AND created_at < " + statement.bind(time);
    }

    String cursor() {
        String cursor = request.cursor();
        if (cursor == null) {
            return "";
        }
        return cursor(statement.bind(cursor));
    }

    /** Beyond a record, in the direction of travel. */
    String cursor(String id) {
        return " AND id " + (request.backwards() ? ">" : "<") + " " + id;
    }

    /** Newest first; rows before a cursor are read away from it, so they arrive oldest first. */
    String order() {
        return " ORDER BY id " + (request.backwards() ? "ASC" : "DESC");
    }

    /** How an index can serve the search. */
    TrigramPattern needle() {
        return TrigramPattern.of(input().text());
    }

    /**
     * The search as a scan of the rows tests it: fast on each row, and no index can serve it. The functions are
     * textlike and strpos, or where a superuser has allowed it their twins for bytes: see V014 and db/superuser.
     */
    String scanned() {
        if (input().text().length() <= SHORT) {
            return match("tollgate_like(%s, " + containing() + ")");
        }
        if (text == null) {
            text = statement.bind(input().text());
        }
        return match("tollgate_position(%s, " + text + "::text) > 0");
    }

    /** The search as an index serves it, followed by what the index leaves open. */
    String indexed() {
        return switch (needle()) {
            case TRIGRAMS -> match("%s LIKE " + containing());
            case CHARACTERS -> " AND " + TrigramPattern.SPREAD + " LIKE " + spread() + scanned();
            case NEITHER -> scanned();
        };
    }

    private String containing() {
        if (containing == null) {
            containing = statement.bind(TrigramPattern.containing(input().text()));
        }
        return containing + "::text";
    }

    private String spread() {
        if (spread == null) {
            spread = statement.bind(TrigramPattern.spread(input().text()));
        }
        return spread + "::text";
    }

    private SearchInput input() {
        SearchInput search = request.search();
        if (search == null) {
            throw new IllegalStateException("nothing is searched for");
        }
        return search;
    }

    /** The joined text decides alone where the rule looks into all fields, and else goes ahead. */
    private String match(String test) {
        StringBuilder sql = new StringBuilder(" AND ").append(test.formatted("search_text"));
        if (!request.resource().search().coversAll(input().rule())) {
            String or = " AND (";
            for (String field : input().rule().fields()) {
                sql.append(or).append(test.formatted(Filter.snake(field)));
                or = " OR ";
            }
            sql.append(')');
        }
        return sql.toString();
    }
}
