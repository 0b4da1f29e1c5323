package io.tollgate.platform.records;

import io.tollgate.platform.resource.ListRequest;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The ids of the matches of a search, newest first: all of them, or only the newest. With known ids, a page is read
 * by id without repeating the search.
 *
 * @param ids concatenated ids
 * @param complete whether these are all matches
 */
record MatchedIds(String ids, boolean complete) {
    /** Maximum number of cached ids. */
    static final int MAX = 2_000;

    private static final int ID = 24;

    static MatchedIds of(String ids, long total) {
        return new MatchedIds(ids, ids.length() / ID == total);
    }

    /** Returns the ids of a page plus one, in paging direction, or null if some are unknown. */
    @Nullable
    List<String> page(ListRequest request) {
        String cursor = request.cursor();
        if (cursor == null) {
            return from(0, request.limit() + 1);
        }
        return request.backwards() ? before(cursor, request.limit() + 1) : from(after(cursor), request.limit() + 1);
    }

    private @Nullable List<String> from(int first, int count) {
        int end = Math.min(first + count, size());
        if (end - first < count && !complete) {
            return null;
        }
        List<String> page = new ArrayList<>(count);
        for (int i = first; i < end; i++) {
            page.add(id(i));
        }
        return page;
    }

    /** Returns the ids newer than a cursor. They are all known if the cursor is among the known ids. */
    private @Nullable List<String> before(String cursor, int count) {
        int end = after(cursor);
        while (end > 0 && id(end - 1).compareTo(cursor) <= 0) {
            end--;
        }
        if (!complete && (size() == 0 || id(size() - 1).compareTo(cursor) > 0)) {
            return null;
        }
        List<String> page = new ArrayList<>(count);
        for (int i = end - 1; i >= Math.max(0, end - count); i--) {
            page.add(id(i));
        }
        return page;
    }

    /** Returns the index of the first id that is older than the cursor. */
    private int after(String cursor) {
        int low = 0;
        int high = size();
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (id(middle).compareTo(cursor) >= 0) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }

    private int size() {
        return ids.length() / ID;
    }

    private String id(int place) {
        return ids.substring(place * ID, (place + 1) * ID);
    }
}
