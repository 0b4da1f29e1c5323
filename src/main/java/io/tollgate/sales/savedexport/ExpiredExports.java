package io.tollgate.sales.savedexport;

import io.tollgate.platform.write.WriteContext;
import io.vertx.core.Future;
import java.util.Comparator;
import java.util.List;

/** Deletes files of exports that have expired, and exports that made one file. */
public record ExpiredExports(SavedExportParts parts) {
    /** Each can have many parts. */
    private static final int BATCH = 5;

    /** Deletes some expired files and returns their number; 0 if there are none. */
    public Future<Integer> delete(WriteContext write) {
        ExportFiles files = parts.files();
        return files.expired(write, BATCH).compose(expired -> {
            Future<Void> done = Future.succeededFuture();
            for (ExportFiles.Expired file : ordered(expired)) {
                done = done.compose(last -> delete(write, files, file));
            }
            return done.map(expired.size());
        });
    }

    /** Transactions lock records in the order of their ids. */
    private static List<ExportFiles.Expired> ordered(List<ExportFiles.Expired> files) {
        return files.stream()
                .sorted(Comparator.comparing(ExportFiles.Expired::exportId).thenComparing(ExportFiles.Expired::id))
                .toList();
    }

    private static Future<Void> delete(WriteContext write, ExportFiles files, ExportFiles.Expired file) {
        return SavedExportCodec.CODEC.lockToDelete(write, file.exportId()).compose(export -> {
            boolean once = export.value().schedule() == ExportSchedule.ONCE;
            Future<Void> deleted = files.delete(write, List.of(file.id()));
            return once ? deleted.compose(done -> SavedExportCodec.CODEC.delete(write, export)) : deleted;
        });
    }
}
