package io.tollgate.platform.export;

import io.tollgate.platform.resource.Resource;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A list as a file, read page by page. */
public final class ListFile {
    private final String name;
    private final ExportEncoder encoder;
    private final ExportWalk walk;

    ListFile(String name, ExportEncoder encoder, ExportWalk walk) {
        this.name = name;
        this.encoder = encoder;
        this.walk = walk;
    }

    /** A list with pages, and its records as responses show them. */
    public record Source(Resource resource, Exports.Shown shown) {}

    /**
     * Which records a file has, and how it is written.
     *
     * @param columns the names of the columns, or null for all; null for NDJSON
     * @param filters query parameters of the list, without cursors and limit
     */
    public record Options(
            ListFormat format,
            @Nullable List<String> columns,
            String delimiter,
            boolean bom,
            List<Map.Entry<String, String>> filters) {
        ExportOptions parsed() {
            return new ExportOptions(
                    columns,
                    ExportOptions.DELIMITERS.getOrDefault(delimiter, ','),
                    bom,
                    Integer.MAX_VALUE,
                    false,
                    filters,
                    List.of());
        }
    }

    /**
     * A page of the file.
     *
     * @param reached the last record of the file so far
     */
    public record Page(Buffer bytes, int records, String reached, boolean last) {}

    public String name() {
        return name;
    }

    /** Returns the bytes before the first record. */
    public Buffer head() {
        return Buffer.buffer(encoder.head());
    }

    /** Reads the next page. Its encoding runs on worker threads. */
    public Future<Page> next(Vertx vertx) {
        return walk.next()
                .compose(records -> encoder.related(records)
                        .compose(related -> vertx.executeBlocking(() -> encoder.encode(records, related), false))
                        .map(bytes -> new Page(Buffer.buffer(bytes), records.size(), walk.cursor(), walk.isDone())));
    }
}
