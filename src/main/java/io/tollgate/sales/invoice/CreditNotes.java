package io.tollgate.sales.invoice;

import io.tollgate.platform.db.Database;
import io.tollgate.platform.error.ApiError;
import io.tollgate.platform.records.TenantGuard;
import io.tollgate.platform.resource.Scope;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.Tuple;

/** Reads the credit notes of refunds. */
final class CreditNotes {
    private static final String FIND = """
            SELECT r.seller_id, r.livemode, r.credit_note_number, r.credited_at, r.amount, r.tax_amount,
                   r.status = 'FAILED', i.id
            FROM refund r
            JOIN invoice i ON i.seller_id = r.seller_id AND i.livemode = r.livemode AND i.charge_id = r.charge_id
            WHERE r.seller_id = $1 AND r.livemode = $2 AND r.id = $3 AND r.credit_note_number IS NOT NULL
            ORDER BY i.id LIMIT 1
            """;

    private CreditNotes() {}

    /** A credit note with the invoice that it credits. */
    record Credited(CreditNotePdf.CreditNote note, String invoiceId) {}

    /** Returns the credit note of a refund. Fails with 404 if it has none. */
    static Future<Credited> find(Database database, Scope scope, String refundId) {
        return database.get(FIND, Tuple.of(scope.sellerId(), scope.live(), refundId))
                .map(rows -> {
                    for (Row row : rows) {
                        TenantGuard.requireTenant(scope, row);
                        return new Credited(
                                new CreditNotePdf.CreditNote(
                                        row.getString(2),
                                        row.getOffsetDateTime(3).toInstant(),
                                        row.getLong(4),
                                        row.getLong(5),
                                        row.getBoolean(6)),
                                row.getString(7));
                    }
                    throw ApiError.notFound("Credit note");
                });
    }
}
