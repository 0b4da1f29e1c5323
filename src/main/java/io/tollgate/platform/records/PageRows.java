package io.tollgate.platform.records;

import io.tollgate.platform.resource.ListRequest;
import io.vertx.core.buffer.Buffer;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Splits the result of a list statement into its summary row and the rows of its pages. */
final class PageRows {
    /** The first column that only searches have. */
    private static final int SEARCH_COLUMN = 5;

    private final ListRequest request;
    private final List<List<Row>> pages;
    private long total;
    private Page.@Nullable SearchState found;

    /** @param count number of requested pages */
    PageRows(ListRequest request, RowSet<Row> rows, int count) {
        this.request = request;
        this.pages = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            pages.add(new ArrayList<>(request.limit() + 1));
        }
        for (Row row : rows) {
            if (row.getBuffer(2) == null) {
                head(row);
            } else {
                pages.get(count == 1 ? 0 : (int) (row.getLong(4) - 1)).add(row);
            }
        }
    }

    private void head(Row row) {
        total = row.getLong(3) == null ? Page.UNCOUNTED : row.getLong(3);
        if (row.size() > SEARCH_COLUMN) {
            String ids = row.getString(SEARCH_COLUMN);
            found = new Page.SearchState(
                    row.getLong(4),
                    ids == null ? null : MatchedIds.of(ids, total),
                    counted(row, SEARCH_COLUMN + 1),
                    counted(row, SEARCH_COLUMN + 2));
        }
    }

    private static long counted(Row row, int column) {
        return row.getLong(column) == null ? 0 : row.getLong(column);
    }

    /** @param guard throws an exception for a row of another tenant */
    Page page(int place, Consumer<Row> guard) {
        List<Buffer> records = new ArrayList<>(request.limit() + 1);
        for (Row row : pages.get(place)) {
            guard.accept(row);
            records.add(row.getBuffer(2));
        }
        boolean more = ListSql.hasOneMore(request) ? records.size() > request.limit() : total > records.size();
        List<Buffer> shown = records.size() > request.limit() ? records.subList(0, request.limit()) : records;
        if (request.backwards()) {
            Collections.reverse(shown);
        }
        return new Page(shown, total, more, found);
    }
}
