package io.tollgate.platform.records;

import io.tollgate.platform.db.Ids;
import io.tollgate.platform.resource.Filter;
import io.tollgate.platform.resource.ListRequest;
import io.tollgate.platform.resource.ListRequest.SearchInput;
import io.tollgate.platform.resource.Resource;
import io.tollgate.platform.resource.Scope;
import io.tollgate.platform.schema.Type;
import java.time.Duration;
import java.time.OffsetDateTime;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The conditions of one list request as SQL, each value bound once. Every statement includes the scope. */
final class Conditions {
    /** LIKE finds texts of up to this many characters faster than strpos does, at least in character mode. */
    private static final int LIKE_LENGTH_MAX = 6;

    private final Statement statement;
    private final ListRequest request;
    private final Map<Filter, Object> filters;
    private final String seller;
    private final @Nullable String live;
    private final Map<Filter, String> bound = new LinkedHashMap<>();
    private final @Nullable String pages;
    private @Nullable String text;
    private @Nullable String containing;
    private @Nullable String spread;

    Conditions(Statement statement, Scope scope, ListRequest request) {
        this.statement = statement;
        this.request = request;
        this.seller = statement.bind(scope.sellerId());
        this.live = request.resource().recorded() ? statement.bind(scope.live()) : null;
        this.filters = filters(request);
        this.pages = PageReach.restricts(scope, request.resource()) ? statement.bind(PageReach.ids(scope)) : null;
    }

    /** Returns the filter by page that restricts the scope; null if the scope has all pages. */
    @Nullable
    Filter reached() {
        return pages == null
                ? null
                : request.resource().counted().stream()
                        .filter(filter ->
                                filter.name().equals(request.resource().pageField()))
                        .findFirst()
                        .orElse(null);
    }

    /** Returns the array of the pages that the scope has as SQL; null if it has all. */
    @Nullable
    String pages() {
        return pages == null ? null : pages + "::text[]";
    }

    /** Returns the condition that a record belongs to a page of the scope. */
    String ofPages() {
        return pages == null ? "" : " AND " + request.resource().pageColumn() + " = ANY (" + pages() + ")";
    }

    /** Returns the given filters, plus the filter that an exact search is equivalent to. */
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
            all.put(exact, "\n"); // Two different values: no record has both, and no value is a line break.
        }
        return all;
    }

    Map<Filter, Object> filters() {
        return filters;
    }

    /** Returns the tenant condition, which every statement includes. */
    String scope() {
        Resource resource = request.resource();
        return "seller_id = " + seller
                + (live == null ? "" : " AND livemode = " + live)
                + (resource.kind() == null ? "" : " AND type = '" + resource.kind() + "'");
    }

    String bound(Filter filter) {
        return bound.computeIfAbsent(filter, f -> statement.bind(Objects.requireNonNull(filters.get(f))));
    }

    /**
     * Returns the conditions of the pages of the scope and of all filters. A search reads the lookup table, in which a
     * unique value is found by the id of its record.
     */
    String filtered() {
        return ofPages() + equal();
    }

    /** Returns equality conditions for the filters of the request. */
    String equal() {
        StringBuilder sql = new StringBuilder();
        filters.forEach((filter, value) -> {
            String equal = filter.ofId()
                    ? "id = " + idIn(filter, (String) value)
                    : filter.listed()
                            ? bound(filter) + " = ANY (" + filter.column() + ")"
                            : filter.column() + " = " + equal(filter, value);
            String table = request.resource().table();
            sql.append(" AND ")
                    .append(
                            filter.unique() && ListSql.isSearch(request)
                                    ? "id = (SELECT id FROM " + table + " WHERE " + scope() + " AND " + equal + ")"
                                    : equal);
        });
        return sql.toString();
    }

    /** Returns a value that is bound or, if few exist and partial indexes without the frequent ones do, written out. */
    private String equal(Filter filter, Object value) {
        boolean few = filter.type().kind() == Type.Kind.ENUM || filter.type().kind() == Type.Kind.INTEGER;
        if (request.resource().hasLookup() || !few) {
            return bound(filter);
        }
        return value instanceof String ? "'" + value + "'" : value.toString();
    }

    /** Returns the id behind the prefix of a filter's value; null, which equals nothing, for another value. */
    private String idIn(Filter filter, String value) {
        String prefix = Objects.requireNonNull(filter.idPrefix());
        return value.startsWith(prefix)
                ? bound.computeIfAbsent(filter, f -> statement.bind(value.substring(prefix.length())))
                : "NULL";
    }

    /** Returns the bounds on the creation time. */
    String created() {
        OffsetDateTime after = request.createdAfter();
        OffsetDateTime before = request.createdBefore();
        return (after == null ? "" : from(after)) + (before == null ? "" : to(before));
    }

    /**
     * Returns the condition "created at this time or later". Ids start with the second of creation, so the id is
     * bounded too.
     */
    String from(OffsetDateTime time) {
        return " AND id >= " + statement.bind(Ids.smallest(time.toEpochSecond())) + " AND created_at >= "
                + statement.bind(time);
    }

    /** Returns the condition "created at this time or earlier". */
    String to(OffsetDateTime time) {
        return before(time.plus(Duration.ofNanos(1000)));
    }

    /** Returns the condition "created before this time". Columns have microsecond precision. */
    String before(OffsetDateTime time) {
        long second = time.toEpochSecond() + (time.getNano() > 0 ? 1 : 0);
        return " AND id < " + statement.bind(Ids.smallest(second)) + " AND created_at < " + statement.bind(time);
    }

    String cursor() {
        String cursor = request.cursor();
        if (cursor == null) {
            return "";
        }
        return cursor(statement.bind(cursor));
    }

    /** Returns the condition "beyond this record in paging direction". */
    String cursor(String id) {
        return " AND id " + (request.backwards() ? ">" : "<") + " " + id;
    }

    /** Orders newest first. A page before a cursor is read backwards and arrives oldest first. */
    String order() {
        return " ORDER BY id " + (request.backwards() ? "ASC" : "DESC");
    }

    /** Returns which index can serve the search. */
    TrigramPattern trigramPattern() {
        return TrigramPattern.of(input().text());
    }

    /**
     * Returns the search condition for a sequential scan: fast per row, but no index can serve it. The functions are
     * textlike and strpos, or their byte-mode variants if a superuser installed them: see V014 and db/superuser.
     */
    String scanned() {
        if (input().text().length() <= LIKE_LENGTH_MAX) {
            return match("tollgate_like(%s, " + containing() + ")");
        }
        if (text == null) {
            text = statement.bind(input().text());
        }
        return match("tollgate_position(%s, " + text + "::text) > 0");
    }

    /** Returns the search condition for an index, plus a recheck of what the index cannot decide. */
    String indexed() {
        return switch (trigramPattern()) {
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
            throw new IllegalStateException("the request has no search");
        }
        return search;
    }

    /**
     * Tests the joined text. It is decisive if the rule covers all fields; otherwise it prefilters the tests of
     * single fields.
     */
    private String match(String test) {
        StringBuilder sql = new StringBuilder(" AND ").append(test.formatted("search_text"));
        if (!request.resource().search().supports(input().rule())) {
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
