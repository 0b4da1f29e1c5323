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
 * @param version of the data, where the page is of a search
 * @param matches ids of all or the newest matches, where counting a search has found them
 */
public record Page(
        List<Buffer> records,
        long total,
        boolean more,
        long version,
        @Nullable Matches matches) {
    /** The total of a page that was read without counting. */
    static final long UNCOUNTED = -1;

    Page withTotal(long known) {
        return new Page(records, known, more, version, null);
    }

    /** The same page with its records written in another way. */
    public Page withRecords(List<Buffer> written) {
        return new Page(written, total, more, version, matches);
    }
}
