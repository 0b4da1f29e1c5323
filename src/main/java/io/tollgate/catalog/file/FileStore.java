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
    /** The number of characters of an id. */
    int ID_LENGTH = 24;

    /** The maximum number of entries of one list. */
    int LIST_MAX = 1000;

    /** Stores the bytes under the file's id. They are durable when the future succeeds. */
    Future<Void> put(Scope scope, String fileId, Path from);

    /** Returns the bytes, or null if the file does not exist. */
    Future<@Nullable Buffer> read(Scope scope, String fileId);

    /** Stores the copy of an image with this width. It need not survive a crash, because it can be made again. */
    Future<Void> putSize(Scope scope, String fileId, int width, byte[] picture);

    /** Returns the copy of an image with this width, or null if it was not stored. */
    Future<@Nullable Buffer> readSize(Scope scope, String fileId, int width);

    /** Deletes the bytes and all copies. Does nothing if the file does not exist. */
    Future<Void> delete(Scope scope, String fileId);

    /**
     * A stored file or the copy of an image, and the time at which it was stored.
     *
     * @param name of the stored file: the id, and the width of a copy
     */
    record StoredFile(String sellerId, String name, Instant since) {
        String key() {
            return sellerId + "/" + name;
        }

        public String fileId() {
            return name.substring(0, ID_LENGTH);
        }
    }

    /** Returns the name of the copy of an image. */
    static String nameOf(String fileId, int width) {
        return fileId + "." + width;
    }

    /** Returns the stored files with keys greater than {@code after}, in key order. Empty starts at the first file. */
    Future<List<StoredFile>> list(String after);
}
