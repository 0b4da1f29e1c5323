package io.tollgate.records;

import io.vertx.core.buffer.Buffer;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One page of a list.
 *
 * @param records finished JSON, in list order
 * @param total how many records match, whatever the cursor and the limit
 * @param more whether more lie further in the direction of travel
 * @param found what else a search has found
 */
public record Page(
        List<Buffer> records,
        long total,
        boolean more,
        @Nullable Found found) {
    /** The total of a page that was read without counting. */
    static final long UNCOUNTED = -1;

    /**
     * What a search knows beside its page, of the same snapshot.
     *
     * @param version of the data
     * @param matches ids of all or the newest matches, where counting has found them
     * @param recent how many matches are of a day that was asked for, or later; 0 where none was
     * @param older the version of the data before that day
     */
    record Found(long version, @Nullable MatchedIds matches, long recent, long older) {}

    Page withTotal(long known) {
        return new Page(records, known, more, found);
    }

    /** The same page with its records written in another way. */
    public Page withRecords(List<Buffer> written) {
        return new Page(written, total, more, found);
    }
}
