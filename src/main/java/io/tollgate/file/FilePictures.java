package io.tollgate.file;

import io.tollgate.error.ApiError;
import io.tollgate.http.MemoryBudget;
import io.tollgate.pdf.Pictures;
import io.tollgate.records.Records;
import io.tollgate.resource.Scope;
import io.vertx.core.Future;
import org.jspecify.annotations.Nullable;

/**
 * Files as documents show them. They count as files do that are served, until something was made of them: a hundred
 * documents at once with a large logo would be a gigabyte.
 */
public final class FilePictures implements Pictures {
    private static final int NOT_FOUND = 404;

    private final Records records;
    private final FileStore store;

    public FilePictures(Records records, FileStore store) {
        this.records = records;
        this.store = store;
    }

    @Override
    public Future<@Nullable Held> hold(Scope scope, String fileId) {
        return records.get(scope, Files.RESOURCE, fileId)
                .compose(file -> read(
                        scope,
                        fileId,
                        FileContentRoutes.parsed(file).path("size").asInt()))
                .recover(failure -> failure instanceof ApiError refusal && refusal.status() == NOT_FOUND
                        ? Future.succeededFuture(null)
                        : Future.failedFuture(failure));
    }

    private Future<@Nullable Held> read(Scope scope, String fileId, int size) {
        MemoryBudget.Share share = MemoryBudget.FILES.share();
        if (!share.take(size)) {
            throw ApiError.unavailable();
        }
        return store.read(scope, fileId)
                .map(bytes -> bytes == null ? null : new Held(bytes.getBytes(), share::giveBack))
                .onComplete(read -> {
                    if (read.result() == null) {
                        share.giveBack();
                    }
                });
    }
}
