package io.tollgate.platform.export;

import io.tollgate.platform.records.RecordId;
import io.tollgate.platform.records.Records;
import io.tollgate.platform.resource.ListRequest;
import io.tollgate.platform.resource.Scope;
import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import java.util.List;
import java.util.Objects;

/**
 * Reads a list page by page, newest first. Each page is one short statement after the last record of the page before,
 * so that no transaction stays open while a client reads.
 */
final class ExportWalk implements ExportSource {
    /** Page sizes. The page size is part of the statement, so there are few. */
    private static final int[] SIZES = {100, 20, 4, 1};

    /** The intended size of a page in bytes. */
    private static final int PAGE_BYTES = 1 << 20;

    private final Records records;
    private final Scope scope;
    private final ListRequest request;
    private final Exports.Shown shown;
    private int left;
    private int size = SIZES[0];
    private String cursor;
    private boolean done;

    /**
     * @param request with a cursor before which the records end, or after which they start, or without
     * @param limit maximum number of records
     */
    ExportWalk(Records records, Scope scope, ListRequest request, int limit, Exports.Shown shown) {
        this.records = records;
        this.scope = scope;
        this.request = request;
        this.shown = shown;
        this.left = limit;
        this.cursor = request.cursor() == null || request.backwards() ? ListRequest.NEWEST : request.cursor();
    }

    /** Returns the id after which the next page begins. */
    String cursor() {
        return cursor;
    }

    @Override
    public boolean isDone() {
        return done;
    }

    @Override
    public Future<List<Buffer>> next() {
        boolean before = request.backwards() && left <= ListRequest.LIMIT_MAX;
        ListRequest page = before
                ? request.page(left, Objects.requireNonNull(request.cursor()), true)
                : request.page(size, cursor, false);
        return records.page(scope, page).compose(read -> {
            List<Buffer> wanted = wanted(read.records());
            left -= wanted.size();
            done = before
                    || !read.more()
                    || left == 0
                    || wanted.size() < read.records().size();
            if (!wanted.isEmpty()) {
                cursor = RecordId.of(wanted.get(wanted.size() - 1));
                adapt(wanted);
            }
            return shown.of(scope, read.withRecords(wanted));
        });
    }

    /** Returns the records of a page up to the limit and to the cursor before which they end. */
    private List<Buffer> wanted(List<Buffer> read) {
        int end = Math.min(read.size(), left);
        if (request.backwards()) {
            String last = Objects.requireNonNull(request.cursor());
            while (end > 0 && RecordId.of(read.get(end - 1)).compareTo(last) <= 0) {
                end--;
            }
        }
        return read.subList(0, end);
    }

    /** Chooses the size of the next page by the size of the records of this one. */
    private void adapt(List<Buffer> page) {
        long bytes = 0;
        for (Buffer record : page) {
            bytes += record.length();
        }
        size = SIZES[SIZES.length - 1];
        for (int i = SIZES.length - 1; i >= 0; i--) {
            if (bytes / page.size() * SIZES[i] <= PAGE_BYTES) {
                size = SIZES[i];
            }
        }
    }
}
