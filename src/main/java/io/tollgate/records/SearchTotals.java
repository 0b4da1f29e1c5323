package io.tollgate.records;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.tollgate.clock.Clock;
import io.tollgate.db.Outage;
import io.tollgate.resource.Filter;
import io.tollgate.resource.ListRequest;
import io.tollgate.resource.Scope;
import io.vertx.core.Future;
import java.time.LocalDate;
import java.time.OffsetDateTime;
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
 * Belongs to one event loop.
 */
final class SearchTotals {
    /** In bytes, about. */
    private static final long REMEMBERED_MAX = 24L * 1024 * 1024;

    private static final int ENTRY = 400;

    /** What is counted anew after each write at most, of what was made, as long as nothing older changes. */
    private static final int RECENT_DAYS = 7;

    /** How far that may grow, while days go by, until all is counted anew. */
    private static final int OLDER_DAYS_MAX = 31;

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

    /** @param older what is known of the records before a day, where the total was counted more than once */
    private record Counted(
            long version,
            long total,
            @Nullable Matches matches,
            @Nullable Older older) {
        int weight() {
            return ENTRY + (matches == null ? 0 : matches.ids().length());
        }
    }

    /** How many of the records before a day match, and the version of all that are before it. */
    private record Older(LocalDate day, long version, long total) {}

    private final Cache<Key, Counted> remembered = Caffeine.newBuilder()
            .maximumWeight(REMEMBERED_MAX)
            .<Key, Counted>weigher((key, counted) -> counted.weight())
            .build();
    private final Map<Key, Future<Page>> counting = new HashMap<>();
    private final Clock clock;

    SearchTotals(Clock clock) {
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
        Counted counted = remembered.getIfPresent(key);
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
                    remembered.put(key, new Counted(found.version(), total, null, older));
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
            remembered.put(key, new Counted(found.version(), page.total(), found.matches(), older));
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
