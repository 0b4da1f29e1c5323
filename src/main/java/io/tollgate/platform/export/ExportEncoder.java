package io.tollgate.platform.export;

import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import java.util.List;

/** Turns pages of records into the bytes of a format. */
interface ExportEncoder {
    /** The bytes before the first record. */
    byte[] head();

    /** Returns what {@link #encode} needs besides the records, or null. */
    Future<List<Buffer>> related(List<Buffer> records);

    /** Returns the bytes of a page. Called on worker threads if {@link #isSlow}. */
    byte[] encode(List<Buffer> records, List<Buffer> related);

    /** Returns whether encoding a page would block the event loop. */
    boolean isSlow();

    /** Pieces of a file as they are. */
    ExportEncoder PIECES = new Joined(false);

    /** One JSON record a line, as the JSON list shows it. */
    ExportEncoder LINES = new Joined(true);

    /** Joins buffers. */
    record Joined(boolean lines) implements ExportEncoder {
        @Override
        public byte[] head() {
            return new byte[0];
        }

        @Override
        public Future<List<Buffer>> related(List<Buffer> records) {
            return Future.succeededFuture(List.of());
        }

        @Override
        public byte[] encode(List<Buffer> records, List<Buffer> related) {
            int length = lines ? records.size() : 0;
            for (Buffer record : records) {
                length += record.length();
            }
            byte[] joined = new byte[length];
            int end = 0;
            for (Buffer record : records) {
                record.getBytes(joined, end);
                end += record.length();
                if (lines) {
                    joined[end++] = '\n';
                }
            }
            return joined;
        }

        @Override
        public boolean isSlow() {
            return false;
        }
    }
}
