package io.tollgate.platform.records;

import io.tollgate.platform.db.Database;
import io.vertx.core.Future;

/** Folds the journal of measures into their sums. */
public final class MeasureFolding {
    private static final String JOURNAL = "sales_measure_change";

    /** Adds the entries to their sums in a fixed order, so that two instances that fold do not deadlock. */
    static final String FOLD = JournalFolding.statement(JOURNAL, """
            INSERT INTO sales_measure AS known (seller_id, livemode, page_id, span, start, measure, currency, amount)
            SELECT seller_id, livemode, page_id, span, start, measure, currency, sum(amount) FROM (
                SELECT seller_id, livemode, page_id, 'q'::"char" AS span, start, measure, currency, amount FROM taken
                UNION ALL SELECT seller_id, livemode, '*', 'q', start, measure, currency, amount FROM taken
                UNION ALL SELECT seller_id, livemode, page_id, 'd',
                                 date_trunc('day', start, 'UTC'), measure, currency, amount FROM taken
                UNION ALL SELECT seller_id, livemode, '*', 'd',
                                 date_trunc('day', start, 'UTC'), measure, currency, amount FROM taken) cells
            GROUP BY seller_id, livemode, page_id, span, start, measure, currency
            ORDER BY page_id, span, start, measure, currency
            ON CONFLICT (seller_id, livemode, page_id, span, start, measure, currency)
            DO UPDATE SET amount = known.amount + excluded.amount
            """);

    private final JournalFolding journal;

    public MeasureFolding(Database database) {
        this.journal = new JournalFolding(database, JOURNAL, FOLD);
    }

    /** Folds all current entries and returns their number. */
    public Future<Integer> fold() {
        return journal.fold();
    }
}
