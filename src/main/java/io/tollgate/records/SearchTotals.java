package io.tollgate.records;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.tollgate.db.Outage;
import io.tollgate.resource.Filter;
import io.tollgate.resource.ListRequest;
import io.tollgate.resource.Scope;
import io.vertx.core.Future;
import java.time.OffsetDateTime;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Totals of searches, and what rare inputs have found, remembered for as long as the seller's data
 * did not change.
 *
 * <p>A remembered total is used only where the page's own snapshot shows the version for which it
 * was counted, so page and total are always of one view. Equal searches that arrive while one is
 * being counted wait for it; where the database did not answer that one in time, none is asked again.
 * Belongs to one event loop.
 */
final class SearchTotals {
    /** In bytes, about. */
    private static final long REMEMBERED_MAX = 24L * 1024 * 1024;

    private static final int ENTRY = 400;

    /** What is searched for, whatever the page. */
    private record Key(
            Scope scope,
            String path,
            Map<Filter, Object> filters,
            @Nullable OffsetDateTime createdAfter,
            @Nullable OffsetDateTime createdBefore,
            ListRequest.@Nullable SearchInput search) {

        static Key of(Scope scope, ListRequest request) {
            return new Key(
                    scope,
                    request.resource().path(),
                    request.filters(),
                    request.createdAfter(),
                    request.createdBefore(),
                    request.search());
        }
    }

    private record Counted(
            long version, long total, @Nullable Matches matches) {
        int weight() {
            return ENTRY + (matches == null ? 0 : matches.ids().length());
        }
    }

    private final Cache<Key, Counted> remembered = Caffeine.newBuilder()
            .maximumWeight(REMEMBERED_MAX)
            .<Key, Counted>weigher((key, counted) -> counted.weight())
            .build();
    private final Map<Key, Future<Page>> counting = new HashMap<>();

    /** @param read asks the database */
    Future<Page> list(Scope scope, ListRequest request, Function<ListSql, Future<Page>> read) {
        Key key = Key.of(scope, request);
        Future<Page> other = counting.get(key);
        if (other != null) {
            return other.transform(done ->
                    Outage.is(done.cause()) ? Future.failedFuture(done.cause()) : known(key, scope, request, read));
        }
        return known(key, scope, request, read);
    }

    private Future<Page> known(Key key, Scope scope, ListRequest request, Function<ListSql, Future<Page>> read) {
        Counted counted = remembered.getIfPresent(key);
        if (counted == null) {
            return count(key, scope, request, read);
        }
        List<String> ids = counted.matches() == null ? null : counted.matches().page(request);
        ListSql statement = ids == null ? ListSql.of(scope, request, false) : ListSql.of(scope, request, ids);
        return read.apply(statement)
                .compose(page -> page.version() == counted.version()
                        ? Future.succeededFuture(page.withTotal(counted.total()))
                        : count(key, scope, request, read));
    }

    private Future<Page> count(Key key, Scope scope, ListRequest request, Function<ListSql, Future<Page>> read) {
        Future<Page> page = read.apply(ListSql.of(scope, request, true));
        counting.put(key, page);
        return page.onSuccess(
                        found -> remembered.put(key, new Counted(found.version(), found.total(), found.matches())))
                .onComplete(done -> counting.remove(key, page));
    }
}
