package io.tollgate.sales.customerdata;

import io.tollgate.catalog.file.FileStore;
import io.tollgate.platform.export.ArchiveSection;
import io.tollgate.platform.export.ExportSource;
import io.tollgate.platform.resource.Scope;
import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.json.JsonObject;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;

/** The files that a customer uploaded, one at a time. */
final class CustomerFiles implements ArchiveSection {
    private final ExportSource rows;
    private final FileStore store;
    private final Scope scope;
    private final Deque<JsonObject> found = new ArrayDeque<>();

    /** @param rows objects with the {@code id} and {@code name} of each file */
    CustomerFiles(ExportSource rows, FileStore store, Scope scope) {
        this.rows = rows;
        this.store = store;
        this.scope = scope;
    }

    @Override
    public Future<List<Piece>> next() {
        JsonObject file = found.poll();
        if (file == null) {
            return rows.next().map(page -> {
                page.forEach(row -> found.add(row.toJsonObject()));
                return List.of();
            });
        }
        String id = file.getString("id");
        return store.read(scope, id)
                .map(bytes -> bytes == null ? List.of() : List.of(piece(id, file.getString("name"), bytes)));
    }

    /** Returns the file as an entry whose name cannot lead out of the folder into which it is extracted. */
    private static Piece piece(String id, String name, Buffer bytes) {
        return new Piece("files/" + id + "-" + name.replaceAll("[^\\p{L}\\p{M}\\p{N} ._-]", "_"), bytes);
    }

    @Override
    public boolean isDone() {
        return rows.isDone() && found.isEmpty();
    }
}
