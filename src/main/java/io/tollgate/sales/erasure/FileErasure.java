package io.tollgate.sales.erasure;

import io.tollgate.catalog.file.FileDeletion;
import io.tollgate.catalog.file.FileStore;
import io.tollgate.platform.db.Database;
import io.tollgate.platform.error.ApiError;
import io.tollgate.platform.records.Records.Stored;
import io.tollgate.platform.write.WriteContext;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.Tuple;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Deletes the files that the customer uploaded: first the bytes, so that a crash leaves a record that names them. */
public record FileErasure(Database database, FileStore store, FileDeletion deletion) implements ErasureStep {
    /** Each file has up to three rows. */
    private static final int FILES_MAX = 10;

    /** Also files that were deleted before. What a page of the seller uses stays; a request is refused then. */
    private static final String FOUND = "SELECT DISTINCT file_id FROM (" + CustomerRecords.FILES
            + ") f WHERE NOT EXISTS (SELECT FROM file_reference r WHERE r.seller_id = $1 AND r.file_id = f.file_id)"
            + ErasedCustomer.ALL_PARAMETERS;

    private static final String PAGE = FOUND + " ORDER BY file_id LIMIT $8";

    private static final String UNLINK = """
            WITH submitted AS (DELETE FROM submission_file WHERE seller_id = $1 AND file_id = $2)
            DELETE FROM order_file WHERE seller_id = $1 AND file_id = $2
            """;

    @Override
    public String kind() {
        return "files";
    }

    @Override
    public List<String> tables() {
        return List.of("file");
    }

    @Override
    public Future<Boolean> prepare(ErasedCustomer customer, String after) {
        return database.get(PAGE, page(customer)).compose(rows -> {
            Future<Void> deleted = Future.succeededFuture();
            for (Row row : rows) {
                String id = row.getString(0);
                deleted = deleted.compose(done -> store.delete(customer.scope(), id));
            }
            return deleted.map(true);
        });
    }

    @Override
    public Future<Done> run(WriteContext write, ErasedCustomer customer, String after) {
        return write.transaction().preparedQuery(PAGE).execute(page(customer)).compose(rows -> {
            Future<Void> deleted = Future.succeededFuture();
            for (Row row : rows) {
                String id = row.getString(0);
                deleted = deleted.compose(done -> delete(write, id));
            }
            return deleted.map(Done.of(rows.size(), rows.size() < FILES_MAX ? null : ""));
        });
    }

    private Future<Void> delete(WriteContext write, String id) {
        Future<@Nullable Stored> locked = deletion.lock(write, id).map(file -> file);
        return ApiError.orIfNotFound(locked, null)
                .compose(file -> file == null ? Future.succeededFuture() : deletion.delete(write, file))
                .compose(done -> write.transaction()
                        .preparedQuery(UNLINK)
                        .execute(Tuple.of(write.scope().sellerId(), id)))
                .mapEmpty();
    }

    private static Tuple page(ErasedCustomer customer) {
        return customer.parameters().addValue(FILES_MAX);
    }

    @Override
    public Future<@Nullable Long> count(WriteContext write, ErasedCustomer customer) {
        return RowErasure.count(write, customer, "SELECT count(*) FROM (" + FOUND + ") f");
    }
}
