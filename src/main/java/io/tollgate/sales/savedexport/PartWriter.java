package io.tollgate.sales.savedexport;

import io.tollgate.catalog.file.FileStore;
import io.tollgate.platform.export.ListFile;
import io.tollgate.platform.resource.Scope;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import java.nio.file.Files;
import java.nio.file.Path;

/** Reads pages of a list until they fill a part, and stores its bytes. */
record PartWriter(Vertx vertx, FileStore store, Scope scope, ListFile list) {
    /** Makes sending a file cheap: two parts are in memory. A part exceeds it by less than a page. */
    private static final int PART_BYTES = 4 << 20;

    /**
     * Pages of the file that become one part.
     *
     * @param reached the last record of the file so far
     * @param last whether the file is complete with them
     */
    record Pages(Buffer bytes, int records, String reached, boolean last) {}

    /** @param begun the bytes before the first record, or none */
    Future<Pages> read(Buffer begun) {
        return read(begun, 0);
    }

    private Future<Pages> read(Buffer bytes, int records) {
        return list.next(vertx).compose(page -> {
            bytes.appendBuffer(page.bytes());
            int count = records + page.records();
            return page.last() || bytes.length() >= PART_BYTES
                    ? Future.succeededFuture(new Pages(bytes, count, page.reached(), page.last()))
                    : read(bytes, count);
        });
    }

    /** Stores the bytes of a part. They are durable when the future succeeds. */
    Future<Void> store(String id, Buffer bytes) {
        return vertx.executeBlocking(
                        () -> {
                            Path file = Files.createTempFile("tollgate-export", "");
                            return Files.write(file, bytes.getBytes());
                        },
                        false)
                .compose(file -> store.put(scope, id, file)
                        .eventually(() -> vertx.executeBlocking(() -> Files.deleteIfExists(file), false)));
    }
}
