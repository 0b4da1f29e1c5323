package io.tollgate.pdf;

import io.tollgate.platform.error.ApiError;
import io.tollgate.platform.http.Sha256;
import io.tollgate.platform.resource.Scope;
import io.vertx.core.Future;
import java.util.HexFormat;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Loads the pictures of documents: only files that sellers uploaded, never a URL. */
public interface Pictures {
    /** Loads nothing; documents then have no pictures. */
    Pictures NONE = (scope, fileId) -> Future.succeededFuture(null);

    /**
     * Returns the uploaded file, of any type, or null if the seller has no such file. The content of a file never
     * changes. Fails with an {@link ApiError} if memory for the file is exhausted.
     */
    Future<@Nullable LoadedFile> load(Scope scope, String fileId);

    /** A file in memory, which the caller must release after use. */
    record LoadedFile(byte[] bytes, Runnable release) {}

    /** The result of a lookup, and whether a later lookup would return the same. */
    final class Lookup {
        private static final Logger LOG = LoggerFactory.getLogger(Pictures.class);

        private final @Nullable LoadedFile held;
        private final boolean isCacheable;

        private Lookup(@Nullable LoadedFile held, boolean lasting) {
            this.held = held;
            this.isCacheable = lasting;
        }

        /** Returns the bytes, or null if the file does not exist or could not be read. */
        public byte @Nullable [] bytes() {
            return held == null ? null : held.bytes();
        }

        public boolean isCacheable() {
            return isCacheable;
        }

        /** Releases the bytes. */
        public void release() {
            if (held != null) {
                held.release().run();
            }
        }
    }

    /**
     * Loads the file of a picture, if there is one. After a failure to read it, the document is rendered without the
     * picture and not cached. If memory is exhausted, the request fails and can be retried.
     */
    default Future<Lookup> find(Scope scope, @Nullable String fileId) {
        if (fileId == null) {
            return Future.succeededFuture(new Lookup(null, true));
        }
        return load(scope, fileId).map(held -> new Lookup(held, true)).recover(failure -> {
            if (failure instanceof ApiError) {
                return Future.failedFuture(failure);
            }
            Lookup.LOG.warn("Rendering a document without its picture: reading it failed", failure);
            return Future.succeededFuture(new Lookup(null, false));
        });
    }

    /** Returns the SHA-256 of a file. */
    static String digest(byte[] file) {
        return HexFormat.of().formatHex(Sha256.digest().digest(file));
    }
}
