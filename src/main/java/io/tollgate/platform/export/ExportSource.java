package io.tollgate.platform.export;

import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import java.util.List;

/** The records of an export, in pages. */
public interface ExportSource {
    /** Returns the next page as the JSON list shows it, possibly empty. */
    Future<List<Buffer>> next();

    /** Returns whether there is no further page. Valid when the page before is complete. */
    boolean isDone();

    /** Returns a source of one page. */
    static ExportSource of(List<Buffer> records) {
        return new ExportSource() {
            @Override
            public Future<List<Buffer>> next() {
                return Future.succeededFuture(records);
            }

            @Override
            public boolean isDone() {
                return true;
            }
        };
    }
}
