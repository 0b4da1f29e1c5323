package io.tollgate.sales.savedexport;

import io.tollgate.catalog.file.FileQuota;
import io.tollgate.catalog.file.FileStore;
import io.tollgate.platform.write.WriteExecutor;
import java.time.Duration;

/**
 * What saved exports need.
 *
 * @param kept how long files are kept
 */
public record SavedExportParts(
        WriteExecutor writes, ExportedLists lists, FileStore store, FileQuota quota, ExportLinks links, Duration kept) {
    ExportFiles files() {
        return new ExportFiles(store, quota);
    }
}
