package io.tollgate.sales.invoice;

import io.tollgate.platform.resource.Scope;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.Tuple;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import org.jspecify.annotations.Nullable;

/**
 * Numbers the invoices of a seller, mode and year without gaps. The row lock on the counter lasts until the transaction
 * ends, and a rollback restores the number. Callers therefore take the number last.
 */
public final class InvoiceNumbers {
    private static final String NEXT = """
            UPDATE invoice_counter SET number = number + 1, issued_at = greatest(issued_at, $4)
            WHERE seller_id = $1 AND livemode = $2 AND year = $3
            RETURNING number, issued_at
            """;

    /** Creates the counter of a year and continues from existing invoices. */
    private static final String FIRST = """
            INSERT INTO invoice_counter AS counter (seller_id, livemode, year, number, issued_at)
            SELECT $1, $2, $3, coalesce(max(split_part(invoice_number, '-', 2)::bigint), 0) + 1,
                   greatest(max(created_at), $4)
            FROM invoice WHERE seller_id = $1 AND livemode = $2 AND invoice_number LIKE $5
            ON CONFLICT (seller_id, livemode, year) DO UPDATE
            SET number = counter.number + 1, issued_at = greatest(counter.issued_at, $4)
            RETURNING number, issued_at
            """;

    /**
     * An invoice number and the issue time of its invoice. The time is never before that of the previous invoice, even
     * if clocks disagree.
     */
    public record Issue(String number, Instant issuedAt) {}

    private InvoiceNumbers() {}

    /** @param zone the time zone of the account, in which the year of the number begins */
    public static Future<Issue> next(SqlConnection transaction, Scope scope, Instant now, ZoneId zone) {
        int year = now.atZone(zone).getYear();
        var issuedAt = now.atOffset(ZoneOffset.UTC);
        Tuple key = Tuple.of(scope.sellerId(), scope.live(), (short) year, issuedAt);
        return transaction.preparedQuery(NEXT).execute(key).compose(rows -> {
            Issue issue = issue(year, rows);
            if (issue != null) {
                return Future.succeededFuture(issue);
            }
            Tuple first = Tuple.of(scope.sellerId(), scope.live(), (short) year, issuedAt, year + "-%");
            return transaction.preparedQuery(FIRST).execute(first).map(created -> {
                Issue one = issue(year, created);
                if (one == null) {
                    throw new IllegalStateException("the invoice counter returned no number");
                }
                return one;
            });
        });
    }

    private static @Nullable Issue issue(int year, RowSet<Row> rows) {
        for (Row row : rows) {
            // From the millionth invoice of a year, numbers have more than six digits.
            String number = year + "-" + "%06d".formatted(row.getLong(0));
            return new Issue(number, row.getOffsetDateTime(1).toInstant());
        }
        return null;
    }
}
