package io.tollgate.sales.savedexport;

import io.tollgate.platform.export.ListFormat;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A saved export.
 *
 * @param id empty before it is stored
 * @param filters query parameters of the list
 * @param columns names of columns; empty for all
 * @param notifying whether the seller is told of each file by e-mail
 * @param notifyEmail the addresses that are told, separated by commas; null for that of the account
 * @param failure why the last file could not be made; null otherwise
 * @param lastRunAt when the last run ended; null before the first has
 * @param nextRunAt when the next file is begun; null if none is scheduled
 */
record SavedExport(
        String id,
        String list,
        List<Map.Entry<String, String>> filters,
        List<String> columns,
        ListFormat format,
        String delimiter,
        boolean bom,
        ExportSchedule schedule,
        boolean notifying,
        @Nullable String notifyEmail,
        Status status,
        @Nullable String failure,
        @Nullable Instant lastRunAt,
        @Nullable Instant nextRunAt) {
    /** How far the last file is. */
    enum Status {
        PENDING,
        RUNNING,
        READY,
        FAILED
    }

    /** Returns the export while a file is being made. */
    SavedExport running() {
        return with(Status.RUNNING, null, lastRunAt, nextRunAt);
    }

    /** Returns the export after a run. */
    SavedExport ended(Status outcome, @Nullable String reason, Instant now, @Nullable Instant next) {
        return with(outcome, reason, now, next);
    }

    private SavedExport with(
            Status nowStatus, @Nullable String reason, @Nullable Instant last, @Nullable Instant next) {
        return new SavedExport(
                id,
                list,
                filters,
                columns,
                format,
                delimiter,
                bom,
                schedule,
                notifying,
                notifyEmail,
                nowStatus,
                reason,
                last,
                next);
    }
}
