package io.tollgate.platform.records;

import io.tollgate.platform.clock.Clock;
import io.tollgate.platform.db.Outage;
import io.tollgate.platform.records.SearchMemory.CachedTotal;
import io.tollgate.platform.records.SearchMemory.Key;
import io.tollgate.platform.records.SearchMemory.OlderTotal;
import io.tollgate.platform.resource.ListRequest;
import io.tollgate.platform.resource.Scope;
import io.vertx.core.Future;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Caches totals of searches, and the matches of rare inputs, while the seller's data is unchanged. If only recent
 * records changed, only these are counted again.
 *
 * <p>A cached total is used only if the snapshot of the page has the version for which it was counted, so page and
 * total are consistent. Equal concurrent searches share one count; if that one times out, it is not repeated. Each
 * event loop has its own instance; all share the cache.
 */
final class SearchTotals {
    /** The period that is counted again after each write, while older data is unchanged. */
    private static final int RECENT_DAYS = 7;

    /** The maximum length of that period as days pass, after which all records are counted again. */
    private static final int OLDER_DAYS_MAX = 31;

    private final Map<Key, Future<Page>> counting = new HashMap<>();
    private final SearchMemory memory;
    private final Clock clock;

    SearchTotals(SearchMemory memory, Clock clock) {
        this.memory = memory;
        this.clock = clock;
    }

    /** @param read runs a statement */
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
        CachedTotal counted = memory.of(key);
        if (counted == null) {
            return count(key, scope, request, read, null);
        }
        List<String> ids = counted.matches() == null ? null : counted.matches().page(request);
        ListSql statement = ids == null ? ListSql.of(scope, request, false) : ListSql.of(scope, request, ids);
        return read.apply(statement)
                .compose(page -> found(page).version() == counted.version()
                        ? Future.succeededFuture(page.withTotal(counted.total()))
                        : again(key, scope, request, read, counted));
    }

    /**
     * Counts again after a write. Most writes affect recent records: if no older record changed, only the recent days
     * are counted. A search with few matches is faster to repeat.
     */
    private Future<Page> again(
            Key key, Scope scope, ListRequest request, Function<ListSql, Future<Page>> read, CachedTotal counted) {
        OlderTotal older = counted.older();
        LocalDate today = LocalDate.ofInstant(clock.now(), ZoneOffset.UTC);
        if (older == null || older.day().isBefore(today.minusDays(OLDER_DAYS_MAX))) {
            return count(key, scope, request, read, counted.matches() == null ? today.minusDays(RECENT_DAYS) : null);
        }
        return shared(
                key, read.apply(ListSql.of(scope, request, false, older.day())).compose(page -> {
                    Page.SearchState found = found(page);
                    if (found.older() != older.version()) {
                        return count(key, scope, request, read, today.minusDays(RECENT_DAYS));
                    }
                    long total = older.total() + found.recent();
                    memory.keep(key, new CachedTotal(found.version(), total, null, older));
                    return Future.succeededFuture(page.withTotal(total));
                }));
    }

    private Future<Page> count(
            Key key,
            Scope scope,
            ListRequest request,
            Function<ListSql, Future<Page>> read,
            @Nullable LocalDate since) {
        return shared(key, read.apply(ListSql.of(scope, request, true, since)).onSuccess(page -> {
            Page.SearchState found = found(page);
            OlderTotal older = since == null || found.matches() != null
                    ? null
                    : new OlderTotal(since, found.older(), page.total() - found.recent());
            memory.keep(key, new CachedTotal(found.version(), page.total(), found.matches(), older));
        }));
    }

    /** Lets equal searches wait for this one. */
    private Future<Page> shared(Key key, Future<Page> page) {
        counting.put(key, page);
        return page.onComplete(done -> counting.remove(key, page));
    }

    private static Page.SearchState found(Page page) {
        return Objects.requireNonNull(page.found(), "the results of a search");
    }
}
