package io.tollgate.sales.subscription;

import io.tollgate.platform.resource.Scope;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.Tuple;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import org.jspecify.annotations.Nullable;

/** The statements on changes of what subscriptions charge. */
public final class UpdateStore {
    private static final String LATEST = """
            SELECT quantity, price FROM subscription_update
            WHERE seller_id = $1 AND livemode = $2 AND subscription_id = $3 ORDER BY number DESC LIMIT 1
            """;
    private static final String INSERT = """
            INSERT INTO subscription_update
                (seller_id, livemode, subscription_id, number, quantity, price, amount, applied_at, prorated)
            SELECT $1, $2, $3, coalesce(max(number), 0) + 1, $4, $5, $6, $7, $8 FROM subscription_update
            WHERE seller_id = $1 AND livemode = $2 AND subscription_id = $3
            """;

    /** The charge of a period is made when it begins, or up to an hour earlier by the clock of another machine. */
    private static final String PAID = """
            SELECT (SELECT max(u.applied_at) FROM subscription_update u
                    WHERE u.seller_id = $1 AND u.livemode = $2 AND u.subscription_id = $3),
                   EXISTS (SELECT 1 FROM subscription_update u
                           WHERE u.seller_id = $1 AND u.livemode = $2 AND u.subscription_id = $3
                             AND u.applied_at >= $4 AND NOT u.prorated),
                   EXISTS (SELECT 1 FROM subscription_payment p
                           WHERE p.seller_id = $1 AND p.livemode = $2 AND p.subscription_id = $3
                             AND p.created_at >= $4 - interval '1 hour' AND p.paid
                             AND p.billing_reason IN ('subscription_create', 'subscription_cycle')),
                   EXISTS (SELECT 1 FROM subscription_payment p
                           WHERE p.seller_id = $1 AND p.livemode = $2 AND p.subscription_id = $3
                             AND p.created_at >= $4 - interval '1 hour'
                             AND (p.refunded
                               OR (convert_from(p.record, 'UTF8')::jsonb ->> 'partiallyRefunded')::boolean))
            """;

    private UpdateStore() {}

    /**
     * What was paid for the current period.
     *
     * @param changedAt when the last change applied; null if there was none
     * @param unpaidChange whether a change since the period began was neither charged nor credited
     * @param charged whether the period was charged
     * @param refunded whether a part of what was charged since then was refunded
     */
    record Paid(@Nullable Instant changedAt, boolean unpaidChange, boolean charged, boolean refunded) {}

    /** Returns what was paid for the period of a locked subscription that began at this time. */
    static Future<Paid> paid(SqlConnection transaction, Scope scope, String subscriptionId, Instant start) {
        return transaction
                .preparedQuery(PAID)
                .execute(Tuple.of(scope.sellerId(), scope.live(), subscriptionId, start.atOffset(ZoneOffset.UTC)))
                .map(rows -> {
                    Row row = rows.iterator().next();
                    OffsetDateTime changed = row.getOffsetDateTime(0);
                    return new Paid(
                            changed == null ? null : changed.toInstant(),
                            row.getBoolean(1),
                            row.getBoolean(2),
                            row.getBoolean(3));
                });
    }

    /** @param price as it is stored */
    public record Latest(int quantity, String price) {}

    /** Returns the newest change; null if a subscription charges what was ordered. */
    public static Future<@Nullable Latest> latest(SqlConnection transaction, Scope scope, String subscriptionId) {
        return transaction
                .preparedQuery(LATEST)
                .execute(Tuple.of(scope.sellerId(), scope.live(), subscriptionId))
                .map(rows -> {
                    for (Row row : rows) {
                        return new Latest(row.getInteger(0), row.getString(1));
                    }
                    return null;
                });
    }

    /**
     * Inserts a change of a locked subscription.
     *
     * @param at when it applies
     * @param prorated whether the difference for the rest of the period was charged or credited
     */
    static Future<Void> insert(
            SqlConnection transaction,
            Scope scope,
            String subscriptionId,
            ChargedTerms terms,
            Instant at,
            boolean prorated) {
        return transaction
                .preparedQuery(INSERT)
                .execute(Tuple.of(scope.sellerId(), scope.live(), subscriptionId, terms.quantity(), terms.price())
                        .addValue(terms.amount())
                        .addValue(at.atOffset(ZoneOffset.UTC))
                        .addValue(prorated))
                .mapEmpty();
    }
}
