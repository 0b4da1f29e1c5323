package io.tollgate.catalog.file;

import io.tollgate.pdf.Pictures;
import io.tollgate.platform.error.ApiError;
import io.tollgate.platform.http.ClientId;
import io.tollgate.platform.http.MemoryBudget;
import io.tollgate.platform.records.Records;
import io.tollgate.platform.records.StoredJson;
import io.tollgate.platform.resource.Scope;
import io.vertx.core.Future;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Loads uploaded files as pictures for documents. Their bytes count against the memory budget of served files until
 * they are released: a hundred concurrent documents with a large logo would take a gigabyte. Concurrent documents share
 * the bytes of a file. An instance belongs to one event loop.
 */
public final class FilePictures implements Pictures {
    private final Records records;
    private final FileStore store;
    private final Map<String, SharedFile> shared = new HashMap<>();

    /** The bytes of a file and the number of documents that use them. */
    private static final class SharedFile {
        private final MemoryBudget.Share share;
        private final Future<byte @Nullable []> bytes;
        private int users;

        private SharedFile(MemoryBudget.Share share, Future<byte @Nullable []> bytes) {
            this.share = share;
            this.bytes = bytes;
        }
    }

    public FilePictures(Records records, FileStore store) {
        this.records = records;
        this.store = store;
    }

    @Override
    public Future<@Nullable LoadedFile> load(Scope scope, String fileId) {
        String key = scope.sellerId() + "/" + fileId;
        SharedFile file = shared.computeIfAbsent(key, absent -> read(scope, fileId));
        file.users++;
        return file.bytes
                .onComplete(read -> {
                    if (read.result() == null) {
                        release(key, file);
                    }
                })
                .map(bytes -> bytes == null ? null : new LoadedFile(bytes, () -> release(key, file)));
    }

    private void release(String key, SharedFile file) {
        file.users--;
        if (file.users == 0) {
            shared.remove(key, file);
            file.share.release();
        }
    }

    private SharedFile read(Scope scope, String fileId) {
        MemoryBudget.Share share = MemoryBudget.FILES.share(ClientId.ofSeller(scope.sellerId()));
        Future<byte @Nullable []> read = records.get(scope, Files.RESOURCE, fileId)
                .compose(file -> {
                    if (!share.reserve(StoredJson.parse(file).path("size").asInt())) {
                        throw ApiError.unavailable();
                    }
                    return store.read(scope, fileId);
                })
                .map(stored -> stored == null ? null : stored.getBytes());
        return new SharedFile(share, ApiError.orIfNotFound(read, null));
    }
}
