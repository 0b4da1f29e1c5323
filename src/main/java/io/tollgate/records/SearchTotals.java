package io.tollgate.records;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.tollgate.resource.Filter;
import io.tollgate.resource.ListRequest;
import io.tollgate.resource.Scope;
import io.vertx.core.Future;
import java.time.OffsetDateTime;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Totals of searches, remembered for as long as the seller's data did not change.
 *
 * <p>A remembered total is used only where the page's own snapshot shows the version for which it
 * was counted, so page and total are always of one view. Equal searches that arrive while one is
 * being counted wait for it. Belongs to one event loop.
 */
final class SearchTotals {
    private static final int REMEMBERED_MAX = 10_000;

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

    private record Counted(long version, long total) {}

    private final Cache<Key, Counted> remembered =
            Caffeine.newBuilder().maximumSize(REMEMBERED_MAX).build();
    private final Map<Key, Future<Page>> counting = new HashMap<>();

    /** @param read reads the page, with its total or with the version alone */
    Future<Page> list(Scope scope, ListRequest request, Function<Boolean, Future<Page>> read) {
        Key key = Key.of(scope, request);
        Future<Page> other = counting.get(key);
        if (other != null) {
            return other.transform(done -> known(key, read));
        }
        return known(key, read);
    }

    private Future<Page> known(Key key, Function<Boolean, Future<Page>> read) {
        Counted counted = remembered.getIfPresent(key);
        if (counted == null) {
            return count(key, read);
        }
        return read.apply(false)
                .compose(page -> page.version() == counted.version()
                        ? Future.succeededFuture(page.withTotal(counted.total()))
                        : count(key, read));
    }

    private Future<Page> count(Key key, Function<Boolean, Future<Page>> read) {
        Future<Page> page = read.apply(true);
        counting.put(key, page);
        return page.onSuccess(counted -> remembered.put(key, new Counted(counted.version(), counted.total())))
                .onComplete(done -> counting.remove(key, page));
    }
}
