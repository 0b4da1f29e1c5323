package io.tollgate.platform.export;

import io.tollgate.platform.records.Records;
import io.tollgate.platform.resource.ListRequest;
import io.tollgate.platform.resource.Scope;
import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import java.util.List;

/** A part of an archive, in pages. */
public interface ArchiveSection {
    /**
     * Bytes of an entry.
     *
     * @param entry the name of the entry. Consecutive pieces with the same name belong to one entry
     */
    record Piece(String entry, Buffer bytes) {}

    /** Returns the next page, possibly empty. */
    Future<List<Piece>> next();

    /** Returns whether there is no further page. Valid when the page before is complete. */
    boolean isDone();

    /** Returns a section with records as an entry that is a JSON array. */
    static ArchiveSection records(String entry, Records records, Scope scope, ListRequest request) {
        return array(
                entry,
                new ExportWalk(
                        records,
                        scope,
                        request,
                        Integer.MAX_VALUE,
                        (of, page) -> Future.succeededFuture(page.records())));
    }

    /** Returns a section with JSON values as an entry that is a JSON array. */
    static ArchiveSection array(String entry, ExportSource values) {
        return new ArchiveSection() {
            private boolean begun;
            private boolean filled;

            @Override
            public Future<List<Piece>> next() {
                return values.next().map(page -> List.of(new Piece(entry, bytes(page))));
            }

            private Buffer bytes(List<Buffer> page) {
                Buffer bytes = Buffer.buffer(begun ? "" : "[");
                begun = true;
                for (Buffer value : page) {
                    bytes.appendString(filled ? ",\n" : "\n").appendBuffer(value);
                    filled = true;
                }
                return values.isDone() ? bytes.appendString(filled ? "\n]\n" : "]\n") : bytes;
            }

            @Override
            public boolean isDone() {
                return values.isDone();
            }
        };
    }
}
