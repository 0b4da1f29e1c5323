package io.tollgate.sales.checkout;

import static io.tollgate.sales.checkout.CheckoutStore.at;
import static io.tollgate.sales.checkout.CheckoutStore.names;

import io.tollgate.platform.write.WriteContext;
import io.vertx.core.Future;
import java.time.Duration;
import java.time.Instant;

/** Finds the purchases of buyers on a page that did not use the draft in question. */
final class DraftPurchases {
    /**
     * A condition that holds if the address {@code $3} has ordered on the page {@code $4} since {@code $5}. An order
     * that was a draft is as old as its cart, so the end of the draft counts as well.
     */
    static final String SINCE = """
            (EXISTS (
                 SELECT FROM customer c JOIN (
                     SELECT customer_id, page_id, created_at, status FROM payment
                     WHERE seller_id = $1 AND livemode = $2
                     UNION ALL
                     SELECT customer_id, page_id, created_at, status FROM booking
                     WHERE seller_id = $1 AND livemode = $2
                     UNION ALL
                     SELECT customer_id, page_id, created_at, status FROM subscription
                     WHERE seller_id = $1 AND livemode = $2
                 ) o ON o.customer_id = c.id
                 WHERE c.seller_id = $1 AND c.livemode = $2 AND c.email = $3
                   AND o.page_id = $4 AND o.created_at >= $5
                   AND o.status NOT IN ('created', 'draft', 'draft_expired', 'failed', 'incomplete',
                                        'incomplete_expired'))
             OR EXISTS (
                 SELECT FROM checkout_draft e WHERE e.seller_id = $1 AND e.livemode = $2 AND e.email = $3
                   AND e.page_id = $4 AND e.status IN ('BOUGHT', 'RECOVERED') AND e.ended_at >= $5))
            """;

    /** The script of the page may save the cart once more while the order is placed. */
    private static final Duration MEANWHILE = Duration.ofMinutes(5);

    private DraftPurchases() {}

    /** Returns the time from which a purchase is one of the cart that was saved at a time. */
    static Instant since(Instant saved) {
        return saved.minus(MEANWHILE);
    }

    /** Returns whether an address has ordered on a page a moment ago. */
    static Future<Boolean> hasJustBought(WriteContext write, String email, String pageId) {
        return write.transaction()
                .preparedQuery("SELECT " + SINCE)
                .execute(names(write.scope(), email).addValue(pageId).addValue(at(since(write.now()))))
                .map(rows -> rows.iterator().next().getBoolean(0));
    }
}
