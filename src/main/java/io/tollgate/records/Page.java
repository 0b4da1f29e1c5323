package io.tollgate.records;

import io.vertx.core.buffer.Buffer;
import java.util.List;

/**
 * One page of a list.
 *
 * @param records finished JSON, in list order
 * @param total how many records match, whatever the cursor and the limit
 * @param more whether more lie further in the direction of travel
 * @param version of the data, where the page is of a search
 */
public record Page(List<Buffer> records, long total, boolean more, long version) {
    /** The total of a page that was read without counting. */
    static final long UNCOUNTED = -1;

    Page withTotal(long known) {
        return new Page(records, known, more, version);
    }
}
