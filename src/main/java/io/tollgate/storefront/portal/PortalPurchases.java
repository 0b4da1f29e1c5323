package io.tollgate.storefront.portal;

import io.tollgate.platform.db.Database;
import io.tollgate.platform.error.ApiError;
import io.tollgate.platform.records.TenantGuard;
import io.tollgate.storefront.pages.CardName;
import io.tollgate.storefront.portal.PortalSessions.PortalCustomer;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.Tuple;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reads the purchases of a customer. Every statement takes the scope and the id of the customer's session. */
record PortalPurchases(Database database) {
    static final int PAGE_SIZE = 20;

    /** Follows every id. */
    private static final String LAST = "g";

    /** Purchases that were never placed. */
    private static final String NEVER_PLACED =
            "('created', 'draft', 'draft_expired', 'failed', 'incomplete', 'incomplete_expired')";

    private static final String OF_KIND = """
            (SELECT seller_id, livemode, id, '%2$s' AS kind, created_at, status, record FROM %1$s
             WHERE seller_id = $1 AND livemode = $2 AND customer_id = $3 AND id < $4
               AND status NOT IN NEVER_PLACED
             ORDER BY id DESC LIMIT %3$d)
            """.replace("NEVER_PLACED", NEVER_PLACED);

    private static final String LIST = """
            SELECT p.seller_id, p.livemode, p.id, p.kind, p.created_at, p.status,
                   coalesce(r.record ->> 'eventTitle', r.record ->> 'productTitle', ''),
                   (r.record ->> 'amount')::bigint, r.record ->> 'currency', r.record ->> 'orderId',
                   coalesce(r.record ->> 'orderStatus' = 'canceled', FALSE),
                   coalesce((r.record ->> 'planIterations')::int, 0) > 0,
                   r.record ->> 'cancelAt' IS NOT NULL, r.record -> 'paymentMethod' ->> 'brand',
                   r.record -> 'paymentMethod' ->> 'last4'
            FROM (%s UNION ALL %s UNION ALL %s) p
            CROSS JOIN LATERAL (SELECT convert_from(p.record, 'UTF8')::jsonb AS record) r
            ORDER BY p.id DESC LIMIT %d
            """.formatted(
                    OF_KIND.formatted("payment", Kind.PAYMENT, PAGE_SIZE + 1),
                    OF_KIND.formatted("booking", Kind.BOOKING, PAGE_SIZE + 1),
                    OF_KIND.formatted("subscription", Kind.SUBSCRIPTION, PAGE_SIZE + 1),
                    PAGE_SIZE + 1);

    private static final String FIND = """
            SELECT seller_id, livemode, 'PAYMENT' FROM payment
            WHERE seller_id = $1 AND livemode = $2 AND customer_id = $3 AND id = $4 AND status NOT IN NEVER_PLACED
            UNION ALL
            SELECT seller_id, livemode, 'BOOKING' FROM booking
            WHERE seller_id = $1 AND livemode = $2 AND customer_id = $3 AND id = $4 AND status NOT IN NEVER_PLACED
            UNION ALL
            SELECT seller_id, livemode, 'SUBSCRIPTION' FROM subscription
            WHERE seller_id = $1 AND livemode = $2 AND customer_id = $3 AND id = $4 AND status NOT IN NEVER_PLACED
            """.replace("NEVER_PLACED", NEVER_PLACED);

    private static final String CHARGES = """
            SELECT p.seller_id, p.livemode, p.created_at, (r.record ->> 'amount')::bigint, r.record ->> 'currency',
                   r.record ->> 'paymentStatus', r.record ->> 'processorInvoicePdf',
                   coalesce((r.record ->> 'refunded')::boolean, FALSE)
            FROM subscription_payment p
            CROSS JOIN LATERAL (SELECT convert_from(p.record, 'UTF8')::jsonb AS record) r
            WHERE p.seller_id = $1 AND p.livemode = $2 AND p.customer_id = $3 AND p.subscription_id = $4
            ORDER BY p.id DESC LIMIT 100
            """;

    /** The kinds of purchases. */
    enum Kind {
        PAYMENT,
        BOOKING,
        SUBSCRIPTION
    }

    /**
     * A purchase in the list.
     *
     * @param amount in minor units; of a subscription, the amount of a period
     * @param canceled whether the order is canceled, whatever was paid
     * @param plan whether it is an installment plan
     * @param ending whether a subscription is canceled at a later time
     * @param card the card that was or is charged; null if the purchase has none
     */
    record Listed(
            String id,
            Kind kind,
            Instant createdAt,
            String status,
            String title,
            long amount,
            String currency,
            String orderId,
            boolean canceled,
            boolean plan,
            boolean ending,
            @Nullable String card) {}

    /**
     * A page of the list.
     *
     * @param next the cursor of the next page; null if this is the last one
     */
    record ListPage(List<Listed> purchases, @Nullable String next) {}

    /**
     * Returns a page of the customer's purchases, newest first.
     *
     * @param cursor id of the last purchase on the page before; null for the first page
     */
    Future<ListPage> list(PortalCustomer customer, @Nullable String cursor) {
        Tuple values = of(customer).addValue(cursor == null ? LAST : cursor);
        return database.list(LIST, values).map(rows -> {
            List<Listed> purchases = new ArrayList<>();
            for (Row row : rows) {
                TenantGuard.requireTenant(customer.scope(), row);
                if (purchases.size() < PAGE_SIZE) {
                    purchases.add(listed(row));
                }
            }
            boolean more = rows.size() > PAGE_SIZE;
            return new ListPage(purchases, more ? purchases.get(PAGE_SIZE - 1).id() : null);
        });
    }

    private static Listed listed(Row row) {
        return new Listed(
                row.getString(2),
                Kind.valueOf(row.getString(3)),
                row.getOffsetDateTime(4).toInstant(),
                row.getString(5),
                row.getString(6),
                row.getLong(7),
                row.getString(8),
                row.getString(9),
                row.getBoolean(10),
                row.getBoolean(11),
                row.getBoolean(12),
                row.getString(14) == null ? null : CardName.of(row.getString(13), row.getString(14)));
    }

    /**
     * Returns the kind of a purchase.
     *
     * @throws ApiError 404 if it is not one of this customer
     */
    Future<Kind> find(PortalCustomer customer, String id) {
        return database.get(FIND, of(customer).addValue(id)).map(rows -> {
            for (Row row : rows) {
                TenantGuard.requireTenant(customer.scope(), row);
                return Kind.valueOf(row.getString(2));
            }
            throw ApiError.notFound("Purchase");
        });
    }

    /**
     * A charge of a subscription.
     *
     * @param document address of the processor's invoice; null without one
     */
    record Charged(
            Instant createdAt,
            long amount,
            String currency,
            String status,
            @Nullable String document) {}

    /** Returns the charges of a subscription of the customer, newest first, at most 100; empty for other purchases. */
    Future<List<Charged>> charges(PortalCustomer customer, String subscriptionId) {
        return database.get(CHARGES, of(customer).addValue(subscriptionId)).map(rows -> {
            List<Charged> charges = new ArrayList<>();
            for (Row row : rows) {
                TenantGuard.requireTenant(customer.scope(), row);
                String document = row.getString(6);
                charges.add(new Charged(
                        row.getOffsetDateTime(2).toInstant(),
                        row.getLong(3),
                        row.getString(4),
                        row.getBoolean(7) ? "refunded" : row.getString(5),
                        document != null && document.startsWith("https://") ? document : null));
            }
            return charges;
        });
    }

    private static Tuple of(PortalCustomer customer) {
        return Tuple.of(customer.scope().sellerId(), customer.scope().live(), customer.id());
    }
}
