package io.tollgate.records;

import io.tollgate.clock.Clock;
import io.tollgate.db.Outage;
import io.tollgate.records.SearchMemory.Counted;
import io.tollgate.records.SearchMemory.Key;
import io.tollgate.records.SearchMemory.Older;
import io.tollgate.resource.ListRequest;
import io.tollgate.resource.Scope;
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
 * Totals of searches, and what rare inputs have found, remembered for as long as the seller's data
 * did not change; where it did, but nothing older than some days, only these are counted anew.
 *
 * <p>A remembered total is used only where the page's own snapshot shows the version for which it
 * was counted, so page and total are always of one view. Equal searches that arrive while one is
 * being counted wait for it; where the database did not answer that one in time, none is asked again.
 * Belongs to one event loop, but for what is remembered.
 */
final class SearchTotals {
    /** What is counted anew after each write at most, of what was made, as long as nothing older changes. */
    private static final int RECENT_DAYS = 7;

    /** How far that may grow, while days go by, until all is counted anew. */
    private static final int OLDER_DAYS_MAX = 31;

    private final Map<Key, Future<Page>> counting = new HashMap<>();
    private final SearchMemory memory;
    private final Clock clock;

    SearchTotals(SearchMemory memory, Clock clock) {
        this.memory = memory;
        this.clock = clock;
    }

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
        Counted counted = memory.of(key);
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
     * After a write. Most writes are about what was made of late: where nothing older has changed, only the days
     * since are counted. Whoever's matches are few is faster asked anew.
     */
    private Future<Page> again(
            Key key, Scope scope, ListRequest request, Function<ListSql, Future<Page>> read, Counted counted) {
        Older older = counted.older();
        LocalDate today = LocalDate.ofInstant(clock.now(), ZoneOffset.UTC);
        if (older == null || older.day().isBefore(today.minusDays(OLDER_DAYS_MAX))) {
            return count(key, scope, request, read, counted.matches() == null ? today.minusDays(RECENT_DAYS) : null);
        }
        return shared(
                key, read.apply(ListSql.of(scope, request, false, older.day())).compose(page -> {
                    Page.Found found = found(page);
                    if (found.older() != older.version()) {
                        return count(key, scope, request, read, today.minusDays(RECENT_DAYS));
                    }
                    long total = older.total() + found.recent();
                    memory.keep(key, new Counted(found.version(), total, null, older));
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
            Page.Found found = found(page);
            Older older = since == null || found.matches() != null
                    ? null
                    : new Older(since, found.older(), page.total() - found.recent());
            memory.keep(key, new Counted(found.version(), page.total(), found.matches(), older));
        }));
    }

    /** Others who want the same wait for it. */
    private Future<Page> shared(Key key, Future<Page> page) {
        counting.put(key, page);
        return page.onComplete(done -> counting.remove(key, page));
    }

    private static Page.Found found(Page page) {
        return Objects.requireNonNull(page.found(), "the answer to a search");
    }
}
