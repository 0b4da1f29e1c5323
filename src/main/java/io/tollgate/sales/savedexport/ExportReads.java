package io.tollgate.sales.savedexport;

import io.tollgate.platform.db.Database;
import io.tollgate.platform.records.TenantGuard;
import io.tollgate.platform.resource.Scope;
import io.tollgate.sales.savedexport.ExportFiles.Part;
import io.tollgate.sales.savedexport.ExportFiles.Stored;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.Tuple;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reads the stored files of exports. */
record ExportReads(Database database) {
    static final String COLUMNS = """
            SELECT seller_id, livemode, id, name, head, reached, parts, records, bytes, created_at, expires_at
            FROM export_file WHERE seller_id = $1 AND livemode = $2
            """;

    private static final String OF_EXPORT =
            COLUMNS + " AND export_id = $3 AND expires_at > $4 ORDER BY id DESC LIMIT 400";

    private static final String ONE = COLUMNS + " AND id = $3 AND expires_at > $4";

    private static final String PARTS = """
            SELECT seller_id, livemode, id, bytes FROM export_part
            WHERE seller_id = $1 AND livemode = $2 AND file_id = $3 ORDER BY number
            """;

    /** Returns the complete files of an export, newest first. */
    Future<List<Stored>> ofExport(Scope scope, String exportId, Instant now) {
        return database.get(OF_EXPORT, ExportFiles.names(scope, exportId).addValue(now.atOffset(ZoneOffset.UTC)))
                .map(rows -> read(scope, rows));
    }

    /** Returns a complete file; null if there is none, or it has expired. */
    Future<@Nullable Stored> find(Scope scope, String id, Instant now) {
        return database.get(ONE, ExportFiles.names(scope, id).addValue(now.atOffset(ZoneOffset.UTC)))
                .map(rows -> first(scope, rows));
    }

    Future<List<Part>> parts(Scope scope, String fileId) {
        Tuple values = ExportFiles.names(scope, fileId);
        return database.get(PARTS, values).map(rows -> {
            List<Part> parts = new ArrayList<>();
            for (Row row : rows) {
                TenantGuard.requireTenant(scope, row);
                parts.add(new Part(row.getString(2), row.getInteger(3)));
            }
            return parts;
        });
    }

    static @Nullable Stored first(Scope scope, Iterable<Row> rows) {
        List<Stored> files = read(scope, rows);
        return files.isEmpty() ? null : files.get(0);
    }

    private static List<Stored> read(Scope scope, Iterable<Row> rows) {
        List<Stored> files = new ArrayList<>();
        for (Row row : rows) {
            TenantGuard.requireTenant(scope, row);
            OffsetDateTime expires = row.getOffsetDateTime(10);
            files.add(new Stored(
                    row.getString(2),
                    row.getString(3),
                    row.getString(4),
                    row.getString(5),
                    row.getInteger(6),
                    row.getLong(7),
                    row.getLong(8),
                    row.getOffsetDateTime(9).toInstant(),
                    expires == null ? null : expires.toInstant()));
        }
        return files;
    }
}
