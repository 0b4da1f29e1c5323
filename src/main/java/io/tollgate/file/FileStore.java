package io.tollgate.file;

import io.tollgate.resource.Scope;
import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Where the bytes of files are kept. What is known of a file is in the database, and written after its bytes. */
public interface FileStore {
    /** How many a list tells at once. */
    int LIST_MAX = 1000;

    /** Keeps the bytes under the file's id; they are there for good when it succeeds. */
    Future<Void> put(Scope scope, String fileId, Path from);

    /** The bytes, or null where there are none. */
    Future<@Nullable Buffer> read(Scope scope, String fileId);

    /** Removes the bytes; no failure where there are none. */
    Future<Void> delete(Scope scope, String fileId);

    /** Bytes that are kept, and since when. */
    record Kept(String sellerId, String fileId, Instant since) {
        String key() {
            return sellerId + "/" + fileId;
        }
    }

    /** What is kept, in the order of keys, from behind one on; empty to begin with. */
    Future<List<Kept>> list(String after);
}
