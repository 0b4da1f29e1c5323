package io.tollgate.platform.records;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.tollgate.platform.resource.Filter;
import io.tollgate.platform.resource.ListRequest;
import io.tollgate.platform.resource.Scope;
import java.time.LocalDate;
import java.time.OffsetDateTime;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A cache of search results, each with the version of the data that it applies to. All event loops share it. */
public final class SearchMemory {
    /** Approximate size in bytes. */
    private static final long MAX = 24L * 1024 * 1024;

    private static final int ENTRY = 400;

    private final Cache<Key, CachedTotal> counted = Caffeine.newBuilder()
            .maximumWeight(MAX)
            .<Key, CachedTotal>weigher((key, counted) -> counted.weight())
            .build();

    /** The cache key: a search without its page. */
    record Key(
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

    /** @param older the count of records before a day, if the total was counted more than once */
    record CachedTotal(
            long version,
            long total,
            @Nullable MatchedIds matches,
            @Nullable OlderTotal older) {
        private int weight() {
            return ENTRY + (matches == null ? 0 : matches.ids().length());
        }
    }

    /** The number of matches before a day, and the version of that data. */
    record OlderTotal(LocalDate day, long version, long total) {}

    @Nullable
    CachedTotal of(Key key) {
        return counted.getIfPresent(key);
    }

    void keep(Key key, CachedTotal found) {
        counted.put(key, found);
    }
}
