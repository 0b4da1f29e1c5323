package io.tollgate.catalog.file;

import io.tollgate.platform.resource.Scope;
import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Stores the bytes of files. The metadata of a file is in the database and is written after its bytes. */
public interface FileStore {
    /** The maximum number of entries of one list. */
    int LIST_MAX = 1000;

    /** Stores the bytes under the file's id. They are durable when the future succeeds. */
    Future<Void> put(Scope scope, String fileId, Path from);

    /** Returns the bytes, or null if the file does not exist. */
    Future<@Nullable Buffer> read(Scope scope, String fileId);

    /** Deletes the bytes. Does nothing if the file does not exist. */
    Future<Void> delete(Scope scope, String fileId);

    /** A stored file and the time at which it was stored. */
    record StoredFile(String sellerId, String fileId, Instant since) {
        String key() {
            return sellerId + "/" + fileId;
        }
    }

    /** Returns the stored files with keys greater than {@code after}, in key order. Empty starts at the first file. */
    Future<List<StoredFile>> list(String after);
}
