package io.tollgate.file;

import io.tollgate.error.ApiError;
import io.tollgate.http.ClientId;
import io.tollgate.http.MemoryBudget;
import io.tollgate.pdf.Pictures;
import io.tollgate.records.Records;
import io.tollgate.resource.Scope;
import io.vertx.core.Future;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Files as documents show them. They count as files do that are served, until something was made of them: a hundred
 * documents at once with a large logo would be a gigabyte. Those that are made at the same time share what was read, on
 * the one event loop that this belongs to.
 */
public final class FilePictures implements Pictures {
    private final Records records;
    private final FileStore store;
    private final Map<String, Shared> shared = new HashMap<>();

    /** What was read of a file, and how many documents are being made with it. */
    private static final class Shared {
        private final MemoryBudget.Share share;
        private final Future<byte @Nullable []> bytes;
        private int users;

        private Shared(MemoryBudget.Share share, Future<byte @Nullable []> bytes) {
            this.share = share;
            this.bytes = bytes;
        }
    }

    public FilePictures(Records records, FileStore store) {
        this.records = records;
        this.store = store;
    }

    @Override
    public Future<@Nullable Held> load(Scope scope, String fileId) {
        String key = scope.sellerId() + "/" + fileId;
        Shared one = shared.computeIfAbsent(key, absent -> read(scope, fileId));
        one.users++;
        return one.bytes
                .onComplete(read -> {
                    if (read.result() == null) {
                        letGo(key, one);
                    }
                })
                .map(bytes -> bytes == null ? null : new Held(bytes, () -> letGo(key, one)));
    }

    private void letGo(String key, Shared one) {
        one.users--;
        if (one.users == 0) {
            shared.remove(key, one);
            one.share.giveBack();
        }
    }

    private Shared read(Scope scope, String fileId) {
        MemoryBudget.Share share = MemoryBudget.FILES.share(ClientId.ofSeller(scope.sellerId()));
        Future<byte @Nullable []> bytes = records.get(scope, Files.RESOURCE, fileId)
                .compose(file -> {
                    if (!share.take(FileContentRoutes.parsed(file).path("size").asInt())) {
                        throw ApiError.unavailable();
                    }
                    return store.read(scope, fileId);
                })
                .map(read -> read == null ? null : read.getBytes())
                .recover(failure ->
                        ApiError.isNotFound(failure) ? Future.succeededFuture(null) : Future.failedFuture(failure));
        return new Shared(share, bytes);
    }
}
