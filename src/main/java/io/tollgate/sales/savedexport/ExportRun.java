package io.tollgate.sales.savedexport;

import static io.tollgate.sales.savedexport.SavedExportCodec.CODEC;

import io.tollgate.platform.clock.Times;
import io.tollgate.platform.db.Ids;
import io.tollgate.platform.error.ApiError;
import io.tollgate.platform.export.ListFile;
import io.tollgate.platform.http.Sha256;
import io.tollgate.platform.mail.MailOccasion;
import io.tollgate.platform.mail.MailOutbox;
import io.tollgate.platform.mail.MailPurpose;
import io.tollgate.platform.resource.Scope;
import io.tollgate.platform.task.Lane;
import io.tollgate.platform.task.Task;
import io.tollgate.platform.task.TaskHandler;
import io.tollgate.platform.task.TaskKind;
import io.tollgate.platform.task.Tasks;
import io.tollgate.platform.write.RecordCodec.LockedRecord;
import io.tollgate.platform.write.WriteContext;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.json.JsonObject;
import java.time.Duration;
import java.time.Instant;
import java.util.HexFormat;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Makes the files of exports. A run stores parts for some seconds and continues later, so that it ends before its lease
 * and a crash costs one part. Each part is stored before the transaction that adds it to the file.
 */
public final class ExportRun implements TaskHandler {
    /** Exports have a lane of their own, because they take long. */
    private static final Lane LANE = Lane.of("exports", 2);

    private static final Duration PAUSE_MAX = Duration.ofSeconds(10);

    /** Makes the next file of an export. */
    public static final TaskKind KIND = TaskKind.of("MAKE_EXPORT", LANE).withPauseMax(PAUSE_MAX);

    /** Parts of a run, which take much less time than the lease. */
    private static final int PARTS_MAX = 8;

    /** A file that is not complete after this time has failed. */
    private static final Duration FAILING_MAX = Duration.ofHours(6);

    private static final int HTTP_SERVER_ERROR = 500;

    private final Vertx vertx;
    private final SavedExportParts parts;
    private final ExportFiles files;

    public ExportRun(Vertx vertx, SavedExportParts parts) {
        this.vertx = vertx;
        this.parts = parts;
        this.files = parts.files();
    }

    /** An export whose file is being made. */
    private record Making(Task task, ListFile list, ExportFiles.Stored file) {}

    @Override
    public Future<@Nullable Instant> run(Task task) {
        return parts.writes()
                .run(task.scope(), write -> begin(write, task))
                .compose(making -> making == null
                        ? Future.<@Nullable Instant>succeededFuture()
                        : make(making, writer(making), making.file(), PARTS_MAX))
                .recover(failure -> failed(task, failure));
    }

    private PartWriter writer(Making making) {
        return new PartWriter(vertx, parts.store(), making.task().scope(), making.list());
    }

    /** Makes some parts. Returns when to continue; null if the file is complete or was deleted. */
    private Future<@Nullable Instant> make(Making making, PartWriter writer, ExportFiles.Stored file, int left) {
        if (left == 0) {
            return parts.writes().now(making.task().scope()).map(now -> now);
        }
        Buffer begun = file.parts() == 0 ? making.list().head() : Buffer.buffer();
        return writer.read(begun).compose(pages -> {
            String id = Ids.next(parts.links().now());
            Future<Void> stored =
                    pages.bytes().length() == 0 ? Future.succeededFuture() : writer.store(id, pages.bytes());
            return stored.compose(done ->
                            parts.writes().run(making.task().scope(), write -> add(write, making, file, pages, id)))
                    .compose(next -> next == null ? Future.succeededFuture() : make(making, writer, next, left - 1));
        });
    }

    /** Adds a part to its file, and completes the file with the last one. Returns the file if it is not complete. */
    private Future<ExportFiles.@Nullable Stored> add(
            WriteContext write, Making making, ExportFiles.Stored file, PartWriter.Pages pages, String id) {
        return find(write, making.task()).compose(export -> {
            if (export == null) {
                return Future.succeededFuture();
            }
            int length = pages.bytes().length();
            Future<Boolean> added = length == 0
                    ? Future.succeededFuture(true)
                    : files.add(write, file, new ExportFiles.Part(id, length), pages.reached(), pages.records());
            return added.compose(valid -> {
                if (!valid) {
                    return Future.succeededFuture();
                }
                return pages.last()
                        ? complete(write, making.task(), export, file).mapEmpty()
                        : Future.succeededFuture(file.with(pages.reached()));
            });
        });
    }

    private Future<Void> complete(
            WriteContext write, Task task, LockedRecord<SavedExport> export, ExportFiles.Stored file) {
        tell(write, export.value(), MailPurpose.EXPORT_READY, file.id());
        return files.finish(write, file, write.realTime().plus(parts.kept()))
                .compose(finished -> end(write, task, export, SavedExport.Status.READY, null));
    }

    private static void tell(WriteContext write, SavedExport export, MailPurpose purpose, String occasion) {
        if (export.notifying()) {
            MailOutbox.enqueue(write, purpose, export.id(), new MailOccasion(occasion, null));
        }
    }

    /** Records the end of a run and schedules the next one. */
    private Future<Void> end(
            WriteContext write,
            Task task,
            LockedRecord<SavedExport> export,
            SavedExport.Status status,
            @Nullable String failure) {
        return parts.lists().exports().zone(write.scope().sellerId()).compose(zone -> {
            Instant next = export.value().schedule().next(write.now(), zone);
            return CODEC.update(write, export, export.value().ended(status, failure, write.now(), next))
                    .compose(updated -> Tasks.finish(write.transaction(), task))
                    .compose(ours -> {
                        if (!ours) {
                            return Future.failedFuture(ApiError.unavailable());
                        }
                        return next == null
                                ? Future.succeededFuture()
                                : Tasks.schedule(
                                        write.transaction(),
                                        Task.of(write.scope(), write.newId(), KIND, task.subjectId(), new JsonObject()),
                                        next,
                                        write.now());
                    });
        });
    }

    /** Ends a run that cannot succeed, or that has failed for hours. All other failures are tried again. */
    private Future<@Nullable Instant> failed(Task task, Throwable failure) {
        return parts.writes()
                .run(
                        task.scope(),
                        write -> find(write, task)
                                .compose(export -> export == null
                                        ? Future.succeededFuture(true)
                                        : endIfHopeless(write, task, export, failure)))
                .compose(ended -> ended ? Future.succeededFuture() : Future.failedFuture(failure));
    }

    private Future<Boolean> endIfHopeless(
            WriteContext write, Task task, LockedRecord<SavedExport> export, Throwable failure) {
        boolean refused = failure instanceof ApiError error && error.status() < HTTP_SERVER_ERROR;
        return files.unfinished(write.transaction(), task.scope(), task.subjectId())
                .compose(file -> {
                    boolean late =
                            file != null && file.createdAt().plus(FAILING_MAX).isBefore(write.now());
                    return refused || late
                            ? giveUp(write, task, export, file, failure).map(true)
                            : Future.succeededFuture(false);
                });
    }

    private Future<Void> giveUp(
            WriteContext write,
            Task task,
            LockedRecord<SavedExport> export,
            ExportFiles.@Nullable Stored file,
            Throwable failure) {
        String reason = failure instanceof ApiError error && error.status() < HTTP_SERVER_ERROR
                ? String.valueOf(error.getMessage())
                : "The file could not be completed within six hours.";
        tell(write, export.value(), MailPurpose.EXPORT_FAILED, Times.text(write.realTime()));
        return files.delete(write, file == null ? List.of() : List.of(file.id()))
                .compose(deleted -> end(write, task, export, SavedExport.Status.FAILED, reason));
    }

    /** Finds the file that an earlier run has begun, or begins one. Null if the export was deleted. */
    private Future<@Nullable Making> begin(WriteContext write, Task task) {
        Scope scope = task.scope();
        return find(write, task)
                .compose(export -> export == null
                        ? Future.succeededFuture()
                        : files.unfinished(write.transaction(), scope, task.subjectId())
                                .compose(file -> open(write, task, export, file)));
    }

    private Future<@Nullable Making> open(
            WriteContext write, Task task, LockedRecord<SavedExport> export, ExportFiles.@Nullable Stored file) {
        String after = file == null ? null : file.reached();
        Instant begun = file == null ? write.now() : file.createdAt();
        return parts.lists().open(task.scope(), export.value(), begun, after).compose(list -> {
            String head =
                    HexFormat.of().formatHex(Sha256.digest().digest(list.head().getBytes()));
            if (file != null && file.head().equals(head)) {
                return Future.succeededFuture(new Making(task, list, file));
            }
            if (file != null) {
                return files.delete(write, List.of(file.id())).compose(deleted -> open(write, task, export, null));
            }
            return files.begin(write, task.subjectId(), list.name(), head)
                    .compose(created -> CODEC.update(
                                    write, export, export.value().running())
                            .map(new Making(task, list, created)));
        });
    }

    /** Locks the export of a task; null if it was deleted. */
    private static Future<@Nullable LockedRecord<SavedExport>> find(WriteContext write, Task task) {
        return ApiError.orIfNotFound(CODEC.lock(write, task.subjectId()), null);
    }
}
