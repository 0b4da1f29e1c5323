package io.tollgate.sales.aftersales;

import io.tollgate.platform.db.Database;
import io.tollgate.platform.records.MeasureJournal;
import io.tollgate.platform.records.TenantGuard;
import io.tollgate.platform.resource.Scope;
import io.tollgate.platform.write.WriteContext;
import io.tollgate.sales.aftersales.StoredRefund.ChargeReference;
import io.tollgate.sales.aftersales.StoredRefund.CreditNote;
import io.tollgate.sales.aftersales.StoredRefund.Origin;
import io.tollgate.sales.aftersales.StoredRefund.Status;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import io.vertx.sqlclient.Tuple;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The statements on refunds. */
final class RefundStore {
    private static final String COLUMNS = """
            SELECT seller_id, livemode, id, charge_id, charge_type, status, origin, amount, processor_amount, currency,
                   reason, reason_note, failure, payment_intent_id, processor_refund_id, ticket_ids,
                   credit_note_number, credited_at, tax_amount, api_key_id, created_at, updated_at,
                   coalesce(restock, ticket_ids IS NOT NULL)
            FROM refund
            """;
    private static final String FIND = COLUMNS + "WHERE seller_id = $1 AND livemode = $2 AND id = $3";
    private static final String OF_CHARGE =
            COLUMNS + "WHERE seller_id = $1 AND livemode = $2 AND charge_id = $3 ORDER BY created_at, id";
    private static final String AT_PROCESSOR = COLUMNS + "WHERE seller_id = $1 AND livemode = $2 AND charge_id = $3"
            + " AND (processor_refund_id = $4 OR id = $5) ORDER BY processor_refund_id IS NULL LIMIT 1";
    private static final String INSERT = """
            INSERT INTO refund (seller_id, livemode, id, charge_id, charge_type, status, origin, amount,
                                processor_amount, currency, reason, reason_note, payment_intent_id,
                                processor_refund_id, ticket_ids, api_key_id, created_at, updated_at, restock)
            VALUES ($1, $2, $3, $4, $5, 'PENDING', $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $16, $17)
            """;
    private static final String UPDATE = """
            UPDATE refund SET status = $5, processor_refund_id = coalesce($6, processor_refund_id), failure = $7,
                   credit_note_number = coalesce($8, credit_note_number), credited_at = coalesce($9, credited_at),
                   tax_amount = coalesce($10, tax_amount), updated_at = $11
            WHERE seller_id = $1 AND livemode = $2 AND id = $3 AND status = $4
            """;

    /** The table has the name of the type of the order. */
    private static final String MEASURE = """
            INSERT INTO sales_measure_change (seller_id, livemode, page_id, start, measure, currency, amount)
            SELECT seller_id, livemode, page_id, $4, 'refunded', $5, $6 FROM %s
            WHERE seller_id = $1 AND livemode = $2 AND id = $3
            """;

    private RefundStore() {}

    /** Inserts a pending refund. */
    static Future<Void> insert(WriteContext write, StoredRefund refund) {
        List<String> tickets = refund.ticketIds();
        Tuple values = names(write.scope(), refund.id())
                .addValue(refund.charge().id())
                .addValue(refund.charge().type())
                .addValue(refund.origin().name())
                .addValue(refund.amount())
                .addValue(refund.processorAmount())
                .addValue(refund.currency())
                .addValue(refund.reason().wire())
                .addValue(refund.note())
                .addValue(refund.paymentIntentId())
                .addValue(refund.processorRefundId())
                .addValue(tickets == null ? null : tickets.toArray(String[]::new))
                .addValue(refund.keyId())
                .addValue(at(refund.createdAt()))
                .addValue(refund.restock());
        return write.transaction().preparedQuery(INSERT).execute(values).map(inserted -> {
            RefundEventCodec.refund(write, null, refund);
            return null;
        });
    }

    /**
     * Stores another status of a refund whose order is locked.
     *
     * @param processorRefundId null if it is unknown or stored already
     * @param creditNote null if none is issued
     */
    static Future<Void> update(
            WriteContext write,
            StoredRefund refund,
            Status status,
            @Nullable String processorRefundId,
            @Nullable String failure,
            @Nullable CreditNote creditNote) {
        Tuple values = names(write.scope(), refund.id())
                .addValue(refund.status().name())
                .addValue(status.name())
                .addValue(processorRefundId)
                .addValue(failure)
                .addValue(creditNote == null ? null : creditNote.number())
                .addValue(creditNote == null ? null : at(creditNote.issuedAt()))
                .addValue(creditNote == null ? null : creditNote.taxAmount())
                .addValue(at(write.now()));
        return write.transaction().preparedQuery(UPDATE).execute(values).map(rows -> {
            if (rows.rowCount() != 1) {
                throw new IllegalStateException("a refund changed without the lock of its order");
            }
            RefundEventCodec.refund(
                    write, refund, refund.became(status, processorRefundId, failure, creditNote, write.now()));
            write.awaitAtCommit(measure(write, refund, status));
            return null;
        });
    }

    /** Adds a refund that succeeds to the reports of the page of its order; a later failure takes it off. */
    private static Future<?> measure(WriteContext write, StoredRefund refund, Status next) {
        long amount = (next == Status.SUCCEEDED ? refund.amount() : 0)
                - (refund.status() == Status.SUCCEEDED ? refund.amount() : 0);
        if (amount == 0) {
            return Future.succeededFuture();
        }
        Tuple values = names(write.scope(), refund.charge().id())
                .addValue(at(MeasureJournal.quarter(write.now())))
                .addValue(refund.currency())
                .addValue(amount);
        return write.transaction()
                .preparedQuery(MEASURE.formatted(refund.charge().type()))
                .execute(values);
    }

    /** Returns a refund, or null if there is none with this id. */
    static Future<@Nullable StoredRefund> find(WriteContext write, String id) {
        return write.transaction()
                .preparedQuery(FIND)
                .execute(names(write.scope(), id))
                .map(rows -> first(write.scope(), rows));
    }

    /**
     * Returns the refund of an order with an id at the processor, or else with Tollgate's id; null if there is none.
     *
     * @param id null if the processor does not know Tollgate's id
     */
    static Future<@Nullable StoredRefund> find(
            WriteContext write, String chargeId, String processorRefundId, @Nullable String id) {
        return write.transaction()
                .preparedQuery(AT_PROCESSOR)
                .execute(names(write.scope(), chargeId)
                        .addValue(processorRefundId)
                        .addValue(id))
                .map(rows -> first(write.scope(), rows));
    }

    /** Returns the refunds of an order, oldest first. */
    static Future<List<StoredRefund>> of(WriteContext write, String chargeId) {
        return write.transaction()
                .preparedQuery(OF_CHARGE)
                .execute(names(write.scope(), chargeId))
                .map(rows -> all(write.scope(), rows));
    }

    /** Returns the refunds of an order outside of a write, oldest first. */
    static Future<List<StoredRefund>> of(Database database, Scope scope, String chargeId) {
        return database.get(OF_CHARGE, names(scope, chargeId)).map(rows -> all(scope, rows));
    }

    private static @Nullable StoredRefund first(Scope scope, RowSet<Row> rows) {
        List<StoredRefund> all = all(scope, rows);
        return all.isEmpty() ? null : all.get(0);
    }

    private static List<StoredRefund> all(Scope scope, RowSet<Row> rows) {
        List<StoredRefund> refunds = new ArrayList<>();
        for (Row row : rows) {
            TenantGuard.requireTenant(scope, row);
            refunds.add(refund(row));
        }
        return refunds;
    }

    private static StoredRefund refund(Row row) {
        String[] tickets = row.getArrayOfStrings(15);
        String number = row.getString(16);
        return new StoredRefund(
                row.getString(2),
                new ChargeReference(row.getString(3), ChargeKind.of(row.getString(4))),
                Status.valueOf(row.getString(5)),
                Origin.valueOf(row.getString(6)),
                row.getLong(7),
                row.getLong(8),
                row.getString(9),
                RefundReason.of(row.getString(10)),
                row.getString(11),
                row.getString(12),
                row.getString(13),
                row.getString(14),
                tickets == null ? null : List.of(tickets),
                row.getBoolean(22),
                number == null
                        ? null
                        : new CreditNote(number, row.getOffsetDateTime(17).toInstant(), row.getLong(18)),
                row.getString(19),
                row.getOffsetDateTime(20).toInstant(),
                row.getOffsetDateTime(21).toInstant());
    }

    private static Tuple names(Scope scope, String id) {
        return Tuple.of(scope.sellerId(), scope.live(), id);
    }

    private static OffsetDateTime at(Instant moment) {
        return moment.atOffset(ZoneOffset.UTC);
    }
}
