package io.tollgate.sales.erasure;

import io.tollgate.platform.db.Database;
import io.tollgate.platform.write.WriteContext;
import io.tollgate.processor.ProcessorAccount;
import io.tollgate.processor.ProcessorClient;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import io.vertx.sqlclient.Tuple;
import java.util.List;

/**
 * Removes the notes of refunds at the payment processor. Runs before the notes are erased here, which tell where there
 * are any.
 */
record RefundNoteErasure(Database database, ProcessorClient client) implements ErasureStep {
    private static final String NOTED = "SELECT id, processor_refund_id FROM refund WHERE seller_id = $1"
            + " AND livemode = $2 AND reason_note IS NOT NULL AND processor_refund_id IS NOT NULL AND id > $4"
            + " AND charge_id IN (" + CustomerRecords.CHARGES + ") ORDER BY id LIMIT " + ROWS_MAX;

    @Override
    public String kind() {
        return "processor-refund-notes";
    }

    @Override
    public List<String> tables() {
        return List.of();
    }

    private static Tuple parameters(ErasedCustomer customer, String after) {
        return Tuple.of(customer.scope().sellerId(), customer.scope().live(), customer.id(), after);
    }

    @Override
    public Future<Boolean> prepare(ErasedCustomer customer, String after) {
        return database.get(NOTED, parameters(customer, after))
                .compose(rows -> rows.size() == 0
                        ? Future.succeededFuture(true)
                        : ProcessorAccount.find(database, customer.scope()).compose(account -> {
                            Future<Void> removed = Future.succeededFuture();
                            for (Row row : account == null ? List.<Row>of() : rows) {
                                String id = row.getString(1);
                                removed = removed.compose(done -> client.run(
                                        account,
                                        "removeRefundNote",
                                        api -> api.removeRefundNote(id, "tollgate-erase-note-" + id)));
                            }
                            return removed.map(true);
                        }));
    }

    /** Counts what was removed. Nothing was if no account is connected any more, and the certificate says so. */
    @Override
    public Future<Done> run(WriteContext write, ErasedCustomer customer, String after) {
        return ProcessorAccount.find(write.transaction(), write.scope())
                .compose(account -> account == null
                        ? Future.succeededFuture(Done.of(0, null))
                        : write.transaction()
                                .preparedQuery(NOTED)
                                .execute(parameters(customer, after))
                                .map(rows -> Done.of(rows.size(), rows.size() < ROWS_MAX ? null : last(rows))));
    }

    private static String last(RowSet<Row> rows) {
        String last = "";
        for (Row row : rows) {
            last = row.getString(0);
        }
        return last;
    }
}
