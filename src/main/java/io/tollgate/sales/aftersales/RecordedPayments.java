package io.tollgate.sales.aftersales;

import io.tollgate.platform.db.Database;
import io.tollgate.platform.records.TenantGuard;
import io.tollgate.platform.resource.Scope;
import io.tollgate.platform.write.WriteContext;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.Tuple;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The statements on payments that sellers recorded. */
final class RecordedPayments {
    private static final String INSERT = """
            INSERT INTO recorded_payment (seller_id, livemode, id, charge_id, amount, currency, method, received_at,
                                          reference, note, api_key_id, created_at)
            VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)
            """;
    private static final String FIND = """
            SELECT seller_id, livemode, id, amount, method, received_at, reference, note, created_at
            FROM recorded_payment WHERE seller_id = $1 AND livemode = $2 AND charge_id = $3
            ORDER BY created_at, id
            """;

    private RecordedPayments() {}

    /**
     * A payment that the seller received outside of the processor.
     *
     * @param amount in the currency's smallest unit
     * @param method such as {@code bank_transfer}
     * @param reference such as the number of a bank statement; null without one
     */
    record RecordedPayment(
            long amount,
            String method,
            Instant receivedAt,
            @Nullable String reference,
            @Nullable String note) {}

    /** A payment as it is stored. */
    record Entry(String id, Instant createdAt, RecordedPayment payment) {}

    static Future<Void> insert(
            WriteContext write, String id, String chargeId, String currency, RecordedPayment payment) {
        Tuple values = Tuple.of(write.scope().sellerId(), write.scope().live(), id, chargeId, payment.amount())
                .addValue(currency)
                .addValue(payment.method())
                .addValue(payment.receivedAt().atOffset(ZoneOffset.UTC))
                .addValue(payment.reference())
                .addValue(payment.note())
                .addValue(write.caller().principal().text())
                .addValue(write.now().atOffset(ZoneOffset.UTC));
        return write.transaction().preparedQuery(INSERT).execute(values).mapEmpty();
    }

    /** Returns the payments of a charge, oldest first. */
    static Future<List<Entry>> find(Database database, Scope scope, String chargeId) {
        return database.get(FIND, Tuple.of(scope.sellerId(), scope.live(), chargeId))
                .map(rows -> {
                    List<Entry> payments = new ArrayList<>();
                    for (Row row : rows) {
                        TenantGuard.requireTenant(scope, row);
                        RecordedPayment payment = new RecordedPayment(
                                row.getLong(3),
                                row.getString(4),
                                row.getOffsetDateTime(5).toInstant(),
                                row.getString(6),
                                row.getString(7));
                        payments.add(new Entry(
                                row.getString(2), row.getOffsetDateTime(8).toInstant(), payment));
                    }
                    return payments;
                });
    }
}
