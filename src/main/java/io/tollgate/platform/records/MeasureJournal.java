package io.tollgate.platform.records;

import io.tollgate.platform.resource.Measures;
import io.tollgate.platform.resource.Scope;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.Tuple;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;

/** Appends to the journal of measures, which {@link MeasureFolding} adds up. Appending locks no row of others. */
public final class MeasureJournal {
    private static final int COLUMNS = 7;
    private static final int ROWS_MAX = 25;
    private static final long QUARTER_SECONDS = 900;
    private static final String INSERT = "INSERT INTO sales_measure_change (seller_id, livemode, page_id, start,"
            + " measure, currency, amount) VALUES ";

    private MeasureJournal() {}

    /**
     * What a change of a record adds to a measure.
     *
     * @param at time of the change, in the time of its mode
     */
    public record Entry(Scope scope, Instant at, Measures.Change change) {}

    /** Returns the start of the quarter of an hour of a time. */
    public static Instant quarter(Instant at) {
        return Instant.ofEpochSecond(Math.floorDiv(at.getEpochSecond(), QUARTER_SECONDS) * QUARTER_SECONDS);
    }

    /** Appends entries in the transaction of their changes. Completes at once if there are none. */
    public static Future<Void> append(SqlConnection transaction, List<Entry> entries) {
        Future<Void> appended = Future.succeededFuture();
        for (int i = 0; i < entries.size(); i += ROWS_MAX) {
            List<Entry> some = entries.subList(i, Math.min(entries.size(), i + ROWS_MAX));
            Tuple values = Tuple.tuple();
            some.forEach(entry -> add(values, entry));
            Future<Void> sent = transaction
                    .preparedQuery(INSERT + places(some.size()))
                    .execute(values)
                    .mapEmpty();
            appended = Future.all(appended, sent).mapEmpty();
        }
        return appended;
    }

    private static void add(Tuple values, Entry entry) {
        values.addValue(entry.scope().sellerId())
                .addValue(entry.scope().live())
                .addValue(entry.change().pageId())
                .addValue(quarter(entry.at()).atOffset(ZoneOffset.UTC))
                .addValue(entry.change().measure())
                .addValue(entry.change().currency())
                .addValue(entry.change().amount());
    }

    private static String places(int rows) {
        StringBuilder places = new StringBuilder();
        for (int i = 0; i < rows * COLUMNS; i++) {
            places.append(i == 0 ? "($" : i % COLUMNS == 0 ? "), ($" : ", $").append(i + 1);
        }
        return places.append(')').toString();
    }
}
