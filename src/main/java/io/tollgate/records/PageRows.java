package io.tollgate.records;

import io.tollgate.resource.ListRequest;
import io.vertx.core.buffer.Buffer;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** The answer to the statement of a list: a row that tells about all, and the rows of one page or several. */
final class PageRows {
    /** The first column that only searches have. */
    private static final int SEARCHED = 5;

    private final ListRequest request;
    private final List<List<Row>> pages;
    private long total;
    private Page.@Nullable Found found;

    /** @param count how many pages were asked for */
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
        if (row.size() > SEARCHED) {
            String ids = row.getString(SEARCHED);
            found = new Page.Found(
                    row.getLong(4),
                    ids == null ? null : MatchedIds.of(ids, total),
                    counted(row, SEARCHED + 1),
                    counted(row, SEARCHED + 2));
        }
    }

    private static long counted(Row row, int column) {
        return row.getLong(column) == null ? 0 : row.getLong(column);
    }

    /** @param wall refuses a row by an exception */
    Page page(int place, Consumer<Row> wall) {
        List<Buffer> records = new ArrayList<>(request.limit() + 1);
        for (Row row : pages.get(place)) {
            wall.accept(row);
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
