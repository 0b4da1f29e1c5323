package io.tollgate.pdf;

import io.tollgate.error.ApiError;
import io.tollgate.resource.Scope;
import io.vertx.core.Future;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Where documents get pictures from: the files that sellers uploaded, never another address. */
public interface Pictures {
    /** There are none: documents do without. */
    Pictures NONE = (scope, fileId) -> Future.succeededFuture(null);

    /**
     * The file as it was uploaded, whatever it is; null where the seller has none of that id. What a
     * file holds never changes. An {@link ApiError} where it may not be read now.
     */
    Future<@Nullable Held> load(Scope scope, String fileId);

    /** A file in memory, which is to be let go once something was made of it. */
    record Held(byte[] bytes, Runnable letGo) {}

    /** What could be had of a file, and whether the next who asks would be told the same. */
    final class Found {
        private static final Logger LOG = LoggerFactory.getLogger(Pictures.class);

        private final @Nullable Held held;
        private final boolean lasting;

        private Found(@Nullable Held held, boolean lasting) {
            this.held = held;
            this.lasting = lasting;
        }

        /** Null where there is none, or it cannot be had now. */
        public byte @Nullable [] bytes() {
            return held == null ? null : held.bytes();
        }

        public boolean lasting() {
            return lasting;
        }

        /** Nobody needs the bytes any more. */
        public void letGo() {
            if (held != null) {
                held.letGo().run();
            }
        }
    }

    /**
     * A file that a document shows, if any. A failure is passing: the document of that moment does without. Where there
     * is no room for it now, the document is to be asked for again.
     */
    default Future<Found> look(Scope scope, @Nullable String fileId) {
        if (fileId == null) {
            return Future.succeededFuture(new Found(null, true));
        }
        return load(scope, fileId).map(held -> new Found(held, true)).recover(failure -> {
            if (failure instanceof ApiError) {
                return Future.failedFuture(failure);
            }
            Found.LOG.warn("the picture of a document cannot be had", failure);
            return Future.succeededFuture(new Found(null, false));
        });
    }

    /** Names what a file holds. */
    static String digest(byte[] file) {
        try {
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(file));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has SHA-256", e);
        }
    }
}
