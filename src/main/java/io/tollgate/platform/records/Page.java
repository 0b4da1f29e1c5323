package io.tollgate.platform.records;

import io.vertx.core.buffer.Buffer;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One page of a list.
 *
 * @param records rendered JSON, in list order
 * @param total number of matching records, regardless of cursor and limit
 * @param more whether further records follow in paging direction
 * @param found additional results of a search
 */
public record Page(
        List<Buffer> records,
        long total,
        boolean more,
        @Nullable SearchState found) {
    /** The total of a page that was read without counting. */
    static final long UNCOUNTED = -1;

    /**
     * The additional results of a search, of the same snapshot.
     *
     * @param version of the data
     * @param matches ids of all or the newest matches, if the count produced them
     * @param recent number of matches created on the requested day or later; 0 without such a day
     * @param older the version of the data before that day
     */
    record SearchState(long version, @Nullable MatchedIds matches, long recent, long older) {}

    Page withTotal(long known) {
        return new Page(records, known, more, found);
    }

    /** Returns this page with its records replaced. */
    public Page withRecords(List<Buffer> written) {
        return new Page(written, total, more, found);
    }
}
