package io.tollgate.sales.aftersales;

import io.tollgate.platform.db.Database;
import io.tollgate.platform.records.TenantGuard;
import io.tollgate.platform.resource.Scope;
import io.tollgate.platform.write.WriteContext;
import io.tollgate.processor.DisputeState;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import io.vertx.sqlclient.Tuple;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;

/** The statements on disputes. */
final class Disputes {
    /** A decision is final: another state was read at the processor before it. */
    private static final String PUT = """
            INSERT INTO dispute AS known (seller_id, livemode, id, charge_id, payment_intent_id, amount, currency,
                                          status, reason, created_at, updated_at)
            VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)
            ON CONFLICT (seller_id, livemode, id) DO UPDATE
            SET status = EXCLUDED.status, amount = EXCLUDED.amount, reason = EXCLUDED.reason,
                updated_at = EXCLUDED.updated_at
            WHERE (known.status, known.amount, known.reason) <> (EXCLUDED.status, EXCLUDED.amount, EXCLUDED.reason)
              AND (known.status <> ALL ($12) OR EXCLUDED.status = ANY ($12))
            """;

    private static final String OF_CHARGE = """
            SELECT seller_id, livemode, id, amount, status, reason, created_at FROM dispute
            WHERE seller_id = $1 AND livemode = $2 AND charge_id = $3 ORDER BY created_at, id
            """;

    private Disputes() {}

    /** Stores the current state of a dispute and returns whether it is new or has changed. */
    static Future<Boolean> put(
            WriteContext write, String chargeId, String paymentId, String currency, DisputeState dispute) {
        Tuple values = Tuple.of(write.scope().sellerId(), write.scope().live(), dispute.id(), chargeId, paymentId)
                .addValue(dispute.amount())
                .addValue(currency)
                .addValue(dispute.status())
                .addValue(dispute.reason())
                .addValue(dispute.createdAt().atOffset(ZoneOffset.UTC))
                .addValue(write.now().atOffset(ZoneOffset.UTC))
                .addValue(DisputeState.CLOSED.toArray(String[]::new));
        return of(write, chargeId)
                .compose(known -> write.transaction()
                        .preparedQuery(PUT)
                        .execute(values)
                        .map(rows -> {
                            boolean changed = rows.rowCount() == 1;
                            if (changed) {
                                RefundEventCodec.dispute(write, chargeId, currency, known, dispute);
                            }
                            return changed;
                        }));
    }

    /** Returns the disputes of an order, oldest first. */
    static Future<List<DisputeState>> of(WriteContext write, String chargeId) {
        return write.transaction()
                .preparedQuery(OF_CHARGE)
                .execute(Tuple.of(write.scope().sellerId(), write.scope().live(), chargeId))
                .map(rows -> all(write.scope(), rows));
    }

    /** Returns the disputes of an order outside of a write, oldest first. */
    static Future<List<DisputeState>> of(Database database, Scope scope, String chargeId) {
        return database.get(OF_CHARGE, Tuple.of(scope.sellerId(), scope.live(), chargeId))
                .map(rows -> all(scope, rows));
    }

    private static List<DisputeState> all(Scope scope, RowSet<Row> rows) {
        List<DisputeState> disputes = new ArrayList<>();
        for (Row row : rows) {
            TenantGuard.requireTenant(scope, row);
            disputes.add(new DisputeState(
                    row.getString(2),
                    row.getLong(3),
                    row.getString(4),
                    row.getString(5),
                    row.getOffsetDateTime(6).toInstant()));
        }
        return disputes;
    }
}
