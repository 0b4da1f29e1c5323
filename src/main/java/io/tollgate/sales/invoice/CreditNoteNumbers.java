package io.tollgate.sales.invoice;

import io.tollgate.platform.resource.Scope;
import io.tollgate.sales.invoice.InvoiceNumbers.Issue;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.Tuple;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;

/**
 * Numbers the credit notes of a seller, mode and year without gaps, in a series of their own. As with
 * {@link InvoiceNumbers}, the counter stays locked until the transaction ends, and a rollback restores the number.
 */
public final class CreditNoteNumbers {
    private static final String NEXT = """
            INSERT INTO credit_note_counter AS counter (seller_id, livemode, year, number, issued_at)
            VALUES ($1, $2, $3, 1, $4)
            ON CONFLICT (seller_id, livemode, year) DO UPDATE
            SET number = counter.number + 1, issued_at = greatest(counter.issued_at, $4)
            RETURNING number, issued_at
            """;

    private CreditNoteNumbers() {}

    /** @param zone the time zone of the account, in which the year of the number begins */
    public static Future<Issue> next(SqlConnection transaction, Scope scope, Instant now, ZoneId zone) {
        OffsetDateTime time = now.atOffset(ZoneOffset.UTC);
        short year = (short) now.atZone(zone).getYear();
        return transaction
                .preparedQuery(NEXT)
                .execute(Tuple.of(scope.sellerId(), scope.live(), year, time))
                .map(rows -> {
                    Row row = rows.iterator().next();
                    // From the millionth credit note of a year, numbers have more than six digits.
                    String number = "CN-" + year + "-" + "%06d".formatted(row.getLong(0));
                    return new Issue(number, row.getOffsetDateTime(1).toInstant());
                });
    }
}
