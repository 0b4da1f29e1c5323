package io.tollgate.platform.records;

import io.tollgate.platform.clock.Clock;
import io.tollgate.platform.db.Database;
import io.tollgate.platform.resource.Filter;
import io.tollgate.platform.resource.ListRequest;
import io.tollgate.platform.resource.Scope;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import java.time.OffsetDateTime;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Reads list pages with exact totals. Requests for the same list within one event loop iteration share one statement,
 * which computes the total once.
 */
final class Lists {
    /**
     * Maximum number of records of a batched statement, because no request gets its page before the whole result
     * arrives.
     */
    private static final int RECORDS_MAX = 60;

    /** The batch key of the first page. */
    private static final String NO_CURSOR = "";

    private final Database database;
    private final TenantGuards guards;
    private final SearchTotals searchTotals;
    private final RequestBatcher<Kind, String, Page> batcher = new RequestBatcher<>();

    /** A list request without its cursor. Uses the resource name, because hashing a whole definition is slow. */
    private record Kind(
            Scope scope,
            String resource,
            int limit,
            boolean first,
            boolean backwards,
            Map<Filter, Object> filters,
            @Nullable OffsetDateTime createdAfter,
            @Nullable OffsetDateTime createdBefore) {

        static Kind of(Scope scope, ListRequest request) {
            return new Kind(
                    scope,
                    request.resource().name(),
                    request.limit(),
                    request.cursor() == null,
                    request.backwards(),
                    Conditions.filters(request),
                    request.createdAfter(),
                    request.createdBefore());
        }
    }

    Lists(Database database, TenantGuards guards, SearchMemory memory, Clock clock) {
        this.database = database;
        this.guards = guards;
        this.searchTotals = new SearchTotals(memory, clock);
    }

    Future<Page> list(Scope scope, ListRequest request) {
        if (ListSql.isSearch(request)) {
            return searchTotals.list(scope, request, statement -> page(scope, request, statement));
        }
        if (request.searches()) {
            return page(scope, request, ListSql.of(scope, request, true));
        }
        String cursor = request.cursor() == null ? NO_CURSOR : request.cursor();
        int most = Math.max(1, RECORDS_MAX / request.limit());
        return batcher.join(Kind.of(scope, request), cursor, most, wanted -> readBatch(scope, request, wanted));
    }

    /** Reads the page after a cursor without its total. */
    Future<Page> page(Scope scope, ListRequest request) {
        return page(scope, request, ListSql.of(scope, request, false));
    }

    private Future<Page> page(Scope scope, ListRequest request, ListSql statement) {
        return rows(request, statement).map(rows -> page(scope, new PageRows(request, rows, 1), 0));
    }

    /** Builds one page. A row of another tenant fails only the requests for its page. */
    private Page page(Scope scope, PageRows read, int place) {
        return read.page(place, row -> guards.comparison().accept(scope, row));
    }

    private Future<RowSet<Row>> rows(ListRequest request, ListSql statement) {
        String sql = guards.statement().apply(statement.sql());
        return request.search() == null
                ? database.list(sql, statement.values())
                : database.search(sql, statement.values());
    }

    private Future<Void> readBatch(Scope scope, ListRequest request, Map<String, Promise<Page>> wanted) {
        List<Map.Entry<String, Promise<Page>>> asked = List.copyOf(wanted.entrySet());
        List<String> cursors = asked.stream().map(Map.Entry::getKey).toList();
        ListSql statement =
                asked.size() == 1 ? ListSql.of(scope, request, true) : ListSql.several(scope, request, cursors);
        return rows(request, statement).compose(rows -> {
            PageRows read = new PageRows(request, rows, asked.size());
            for (int i = 0; i < asked.size(); i++) {
                int place = i;
                RequestBatcher.complete(asked.get(i).getValue(), () -> page(scope, read, place));
            }
            return Future.succeededFuture();
        });
    }
}
