package io.tollgate.sales.erasure;

import io.tollgate.platform.audit.AuditLog;
import io.tollgate.platform.db.Database;
import io.tollgate.platform.records.TenantGuard;
import io.tollgate.platform.resource.Principal;
import io.tollgate.platform.resource.Scope;
import io.tollgate.platform.write.WriteContext;
import io.vertx.core.Future;
import io.vertx.core.json.JsonObject;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import io.vertx.sqlclient.Tuple;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The statements on the table of erasures. */
final class ErasureStore {
    private static final String INSERT = """
            INSERT INTO customer_erasure (seller_id, livemode, customer_id, status, erased, key_id, request_id,
                                          requested_at, real_requested_at)
            VALUES ($1, $2, $3, 'RUNNING', '{"customers": 1}', $4, $5, $6, $7)
            ON CONFLICT DO NOTHING
            """;
    private static final String IDENTIFY = """
            UPDATE customer_erasure SET addresses = $4, processor_ids = $5
            WHERE seller_id = $1 AND livemode = $2 AND customer_id = $3
            """;

    /** An address that another customer had at the request is not looked for: its rows belong to that customer. */
    private static final String FIND = """
            SELECT e.seller_id, e.livemode, e.status, e.step, e.reached, e.changed,
                   ARRAY(SELECT a FROM unnest(e.addresses) a WHERE NOT EXISTS (
                       SELECT FROM customer c WHERE c.seller_id = $1 AND c.livemode = $2 AND c.email = a
                         AND c.id <> $3 AND c.created_at < e.requested_at)),
                   e.processor_ids,
                   e.erased, e.kept, e.key_id, e.request_id, e.requested_at, e.real_requested_at, e.finished_at,
                   EXISTS (SELECT FROM processor_task t
                           WHERE t.seller_id = $1 AND t.livemode = $2 AND t.kind = $4 AND t.subject_id = $3
                             AND t.failed_at IS NOT NULL)
            FROM customer_erasure e
            WHERE e.seller_id = $1 AND e.livemode = $2 AND e.customer_id = $3
            """;

    private static final String ADVANCE = """
            UPDATE customer_erasure SET step = $4, reached = $5, changed = $6, erased = $7,
                addresses = ARRAY(SELECT DISTINCT unnest(addresses || $8::text[]) ORDER BY 1),
                processor_ids = ARRAY(SELECT DISTINCT unnest(processor_ids || $9::text[])
                                      EXCEPT SELECT unnest($10::text[]) ORDER BY 1)
            WHERE seller_id = $1 AND livemode = $2 AND customer_id = $3
            """;
    private static final String FINISH = """
            UPDATE customer_erasure
            SET status = 'DONE', addresses = '{}', processor_ids = '{}', kept = $4, finished_at = $5
            WHERE seller_id = $1 AND livemode = $2 AND customer_id = $3
            """;

    private ErasureStore() {}

    /**
     * A stored erasure.
     *
     * @param step the number of the present step
     * @param reached where the present step continues
     * @param changed whether the present pass has changed a row
     * @param erased numbers of rows by kind
     * @param kept numbers of rows by kind
     * @param failed whether the task was given up
     */
    record Erasure(
            ErasedCustomer customer,
            boolean done,
            int step,
            String reached,
            boolean changed,
            JsonObject erased,
            JsonObject kept,
            AuditLog.Author author,
            @Nullable OffsetDateTime finishedAt,
            boolean failed) {}

    /** Inserts an erasure. Returns false if the customer has one. */
    static Future<Boolean> insert(WriteContext write, String customerId) {
        AuditLog.Author author = write.author();
        Tuple values = names(write.scope(), customerId)
                .addValue(author.principal() == null ? "" : author.principal().text())
                .addValue(author.requestId())
                .addValue(write.now().atOffset(ZoneOffset.UTC))
                .addValue(write.realTime().atOffset(ZoneOffset.UTC));
        return write.transaction().preparedQuery(INSERT).execute(values).map(rows -> rows.rowCount() == 1);
    }

    /** Stores what identifies the customer. */
    static Future<Void> identify(WriteContext write, ErasedCustomer customer) {
        Tuple values = names(write.scope(), customer.id())
                .addArrayOfString(customer.addresses().toArray(String[]::new))
                .addArrayOfString(customer.processorIds().toArray(String[]::new));
        return write.transaction().preparedQuery(IDENTIFY).execute(values).mapEmpty();
    }

    static Future<@Nullable Erasure> find(Database database, Scope scope, String customerId) {
        return database.get(FIND, found(scope, customerId)).map(rows -> first(scope, customerId, rows));
    }

    /** Returns an erasure and locks it until the end of the transaction; null if the customer has none. */
    static Future<@Nullable Erasure> lock(WriteContext write, String customerId) {
        return write.transaction()
                .preparedQuery(FIND + " FOR UPDATE OF e")
                .execute(found(write.scope(), customerId))
                .map(rows -> first(write.scope(), customerId, rows));
    }

    private static Tuple found(Scope scope, String customerId) {
        return names(scope, customerId).addValue(CustomerErasureTask.KIND.name());
    }

    private static @Nullable Erasure first(Scope scope, String customerId, RowSet<Row> rows) {
        for (Row row : rows) {
            TenantGuard.requireTenant(scope, row);
            ErasedCustomer customer = new ErasedCustomer(
                    scope,
                    customerId,
                    Arrays.asList(row.getArrayOfStrings(6)),
                    Arrays.asList(row.getArrayOfStrings(7)),
                    row.getOffsetDateTime(12),
                    row.getOffsetDateTime(13));
            return new Erasure(
                    customer,
                    row.getString(2).equals("DONE"),
                    row.getInteger(3),
                    row.getString(4),
                    row.getBoolean(5),
                    row.getJsonObject(8),
                    row.getJsonObject(9),
                    new AuditLog.Author(
                            scope, Principal.parse(row.getString(10)), ErasureRoutes.ROUTE, row.getString(11)),
                    row.getOffsetDateTime(14),
                    row.getBoolean(15));
        }
        return null;
    }

    /**
     * Stores the progress of a locked erasure.
     *
     * @param kind of the rows that were erased
     */
    static Future<Void> advance(WriteContext write, Erasure erasure, String kind, ErasureStep.Done done) {
        JsonObject erased = erasure.erased().copy();
        if (done.rows() > 0) {
            add(erased, kind, done.rows());
        }
        Tuple values = names(write.scope(), erasure.customer().id())
                .addValue(done.after() == null ? erasure.step() + 1 : erasure.step())
                .addValue(Objects.requireNonNullElse(done.after(), ""))
                .addValue(erasure.changed() || done.rows() > 0)
                .addValue(erased)
                .addArrayOfString(done.addresses().toArray(String[]::new))
                .addArrayOfString(done.processorIds().toArray(String[]::new))
                .addArrayOfString(done.deletedIds().toArray(String[]::new));
        return write.transaction().preparedQuery(ADVANCE).execute(values).mapEmpty();
    }

    /** Adds to the number of rows of a kind. */
    static void add(JsonObject counts, String kind, long rows) {
        long before = counts.getValue(kind) instanceof Number number ? number.longValue() : 0;
        counts.put(kind, before + rows);
    }

    /** Begins another pass over all steps. */
    static Future<Void> restart(WriteContext write, Erasure erasure) {
        Tuple values = names(write.scope(), erasure.customer().id())
                .addValue(0)
                .addValue("")
                .addValue(false)
                .addValue(erasure.erased())
                .addArrayOfString(new String[0])
                .addArrayOfString(new String[0])
                .addArrayOfString(new String[0]);
        return write.transaction().preparedQuery(ADVANCE).execute(values).mapEmpty();
    }

    static Future<Void> finish(WriteContext write, String customerId, JsonObject kept) {
        Tuple values = names(write.scope(), customerId)
                .addValue(kept)
                .addValue(write.now().atOffset(ZoneOffset.UTC));
        return write.transaction().preparedQuery(FINISH).execute(values).mapEmpty();
    }

    /** Returns the parameters of the customer, for a request that has not begun an erasure yet. */
    static ErasedCustomer requested(WriteContext write, String customerId, List<String> addresses, List<String> ids) {
        return new ErasedCustomer(
                write.scope(),
                customerId,
                addresses,
                ids,
                write.now().atOffset(ZoneOffset.UTC),
                write.realTime().atOffset(ZoneOffset.UTC));
    }

    private static Tuple names(Scope scope, String customerId) {
        return Tuple.of(scope.sellerId(), scope.live(), customerId);
    }
}
