package io.tollgate.sales.erasure;

import io.tollgate.platform.error.ApiError;
import io.tollgate.platform.write.WriteContext;
import io.tollgate.processor.DisputeState;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** What keeps a customer from being erased: everything that still needs to know who the customer is. */
final class ErasureObstacles {
    private static final int MAX = 20;

    private static final String OF_CUSTOMER = " WHERE seller_id = $1 AND livemode = $2 AND customer_id = $3 AND ";
    private static final String OF_CHARGES =
            " WHERE t.seller_id = $1 AND t.livemode = $2 AND t.charge_id IN (" + CustomerRecords.CHARGES + ") AND ";

    private static final String CLOSED_DISPUTES = DisputeState.CLOSED.stream()
            .sorted()
            .map(status -> "'" + status + "'")
            .collect(Collectors.joining(", "));

    private static final String FIND = "SELECT kind, id FROM ("
            + String.join(
                    " UNION ALL ",
                    "SELECT CASE WHEN convert_from(record, 'UTF8')::jsonb ->> 'planIterations' IS NULL"
                            + " THEN 'SUBSCRIPTION' ELSE 'PLAN' END AS kind, id FROM subscription" + OF_CUSTOMER
                            + "status IN ('incomplete', 'scheduled', 'trialing', 'active', 'paused', 'past_due',"
                            + " 'unpaid')",
                    "SELECT 'PAYMENT', id FROM payment" + OF_CUSTOMER + "status IN ('pending', 'unpaid',"
                            + " 'partially_paid')",
                    "SELECT 'PAYMENT', id FROM booking" + OF_CUSTOMER + "status IN ('pending', 'unpaid',"
                            + " 'partially_paid')",
                    "SELECT 'ORDER', id FROM checkout WHERE seller_id = $1 AND livemode = $2 AND email = ANY ($4)"
                            + " AND status IN ('OPEN', 'PENDING')",
                    "SELECT 'REFUND', t.id FROM refund t" + OF_CHARGES + "t.status = 'PENDING'",
                    "SELECT 'DISPUTE', t.charge_id FROM dispute t" + OF_CHARGES + "t.status NOT IN (" + CLOSED_DISPUTES
                            + ")",
                    "SELECT 'OFFER', f.id FROM checkout t JOIN funnel_run f ON f.seller_id = $1 AND f.livemode = $2"
                            + " AND f.checkout_id = t.id" + OF_CHARGES + "f.outcome IN ('OPEN', 'SHOWN')",
                    "SELECT 'FILE', r.file_id FROM file_reference r WHERE r.seller_id = $1 AND r.file_id IN ("
                            + CustomerRecords.FILES + ")")
            + ") found WHERE true" + ErasedCustomer.ALL_PARAMETERS + " ORDER BY kind, id LIMIT " + MAX;

    private ErasureObstacles() {}

    /** A kind of obstacle, and what to do about it. */
    enum Kind {
        SUBSCRIPTION("subscription_running", "the subscription has not ended; cancel it first"),
        PLAN("installments_due", "installments of the plan are due; the plan ends with the last one, or cancel it"),
        PAYMENT("payment_due", "the order is not paid in full; record the payment or cancel the order"),
        ORDER("order_open", "an order with this address is open; it is paid or expires"),
        REFUND("refund_pending", "a refund is pending at the payment processor"),
        DISPUTE("dispute_open", "a payment of this order is disputed; the dispute must be closed first"),
        OFFER("offer_open", "an offer after a purchase is open; it ends within an hour"),
        FILE("file_attached", "a page or product uses the file that the customer uploaded; remove it there");

        private final String reason;
        private final String message;

        Kind(String reason, String message) {
            this.reason = reason;
            this.message = message;
        }
    }

    /**
     * An obstacle.
     *
     * @param recordId of the subscription, order, refund, payment, offer or file
     */
    record Obstacle(Kind kind, String recordId) {
        String reason() {
            return kind.reason;
        }

        String message() {
            return kind.message;
        }
    }

    /** Returns the obstacles, at most 20. */
    static Future<List<Obstacle>> find(WriteContext write, ErasedCustomer customer) {
        return write.transaction()
                .preparedQuery(FIND)
                .execute(customer.parameters())
                .map(rows -> {
                    List<Obstacle> found = new ArrayList<>();
                    for (Row row : rows) {
                        found.add(new Obstacle(Kind.valueOf(row.getString(0)), row.getString(1)));
                    }
                    return found;
                });
    }

    /** Returns the 409 that lists the obstacles. */
    static ApiError refusal(List<Obstacle> obstacles) {
        return ApiError.conflict(
                "customer_not_erasable",
                "The customer cannot be erased now: "
                        + obstacles.get(0).message()
                        + (obstacles.size() > 1 ? " (and " + (obstacles.size() - 1) + " more)" : ""),
                obstacles.stream()
                        .map(one -> new ApiError.Problem(one.reason(), one.message(), one.recordId()))
                        .toList());
    }
}
