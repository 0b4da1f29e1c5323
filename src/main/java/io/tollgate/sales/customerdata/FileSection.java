package io.tollgate.sales.customerdata;

import io.tollgate.platform.export.ArchiveSection;
import io.tollgate.platform.export.ExportSource;
import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.json.JsonObject;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Files about a customer in a folder of the archive, of which one at a time is in memory. */
final class FileSection implements ArchiveSection {
    private final String folder;
    private final ExportSource rows;
    private final Source source;
    private final Deque<JsonObject> found = new ArrayDeque<>();

    /** A file with its name in the archive, without the id. */
    record Content(String name, Buffer bytes) {}

    /** Reads or renders the file of a row. */
    interface Source {
        /** Returns null if there is no such file. */
        Future<@Nullable Content> of(JsonObject row);
    }

    /** @param rows objects with the {@code id} of each file, and what else the source needs */
    FileSection(String folder, ExportSource rows, Source source) {
        this.folder = folder;
        this.rows = rows;
        this.source = source;
    }

    @Override
    public Future<List<Piece>> next() {
        JsonObject row = found.poll();
        if (row == null) {
            return rows.next().map(page -> {
                page.forEach(one -> found.add(one.toJsonObject()));
                return List.of();
            });
        }
        return source.of(row)
                .map(content -> content == null ? List.of() : List.of(piece(row.getString("id"), content)));
    }

    /** Returns the file as an entry whose name cannot lead out of the folder into which it is extracted. */
    private Piece piece(String id, Content content) {
        String name = content.name().replaceAll("[^\\p{L}\\p{M}\\p{N} ._-]", "_");
        return new Piece(folder + "/" + id + "-" + name, content.bytes());
    }

    @Override
    public boolean isDone() {
        return rows.isDone() && found.isEmpty();
    }
}
