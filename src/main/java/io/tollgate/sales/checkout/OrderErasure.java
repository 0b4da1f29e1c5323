package io.tollgate.sales.checkout;

import io.tollgate.platform.records.Capacities;
import io.tollgate.platform.write.WriteContext;
import io.tollgate.sales.booking.CouponCustomer;
import io.tollgate.sales.erasure.ErasedCustomer;
import io.tollgate.sales.erasure.ErasureStep;
import io.vertx.core.Future;
import io.vertx.core.json.JsonArray;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.Tuple;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Removes the buyer from stored orders that are complete or have expired. The price, the stock and the payment at the
 * processor stay, because refunds and late payments need them.
 */
public record OrderErasure() implements ErasureStep {
    /** Orders that became records of the customer, and expired orders of the addresses. */
    private static final String FOUND = """
            FROM checkout c
            WHERE c.seller_id = $1 AND c.livemode = $2 AND c.email <> $7 AND c.id IN (
                SELECT o.id FROM (
                    SELECT id FROM payment WHERE seller_id = $1 AND livemode = $2 AND customer_id = $3
                    UNION ALL
                    SELECT id FROM booking WHERE seller_id = $1 AND livemode = $2 AND customer_id = $3
                    UNION ALL
                    SELECT id FROM subscription WHERE seller_id = $1 AND livemode = $2 AND customer_id = $3) r
                JOIN checkout o ON o.seller_id = $1 AND o.livemode = $2 AND o.charge_id = r.id
                UNION ALL
                SELECT id FROM checkout
                WHERE seller_id = $1 AND livemode = $2 AND status = 'EXPIRED' AND email = ANY ($4)
                  AND created_at <= $5)
              AND $6::timestamptz IS NOT NULL
            """;

    private static final String PAGE =
            "SELECT c.id, c.order_json, c.claims " + FOUND + " ORDER BY c.id LIMIT $8 FOR UPDATE OF c";

    private static final String ERASE = """
            UPDATE checkout SET order_json = $4, claims = $5, email = $6, client_ip = NULL, inputs = NULL,
                owner = NULL, submission = NULL, once_product_id = NULL, one_subscription_of = NULL
            WHERE seller_id = $1 AND livemode = $2 AND id = $3
            """;

    @Override
    public String kind() {
        return "orders";
    }

    @Override
    public List<String> tables() {
        return List.of("checkout", "capacity");
    }

    @Override
    public Future<Done> run(WriteContext write, ErasedCustomer customer, String after) {
        return write.transaction()
                .preparedQuery(PAGE)
                .execute(customer.parameters().addValue(ROWS_MAX))
                .compose(rows -> {
                    List<Tuple> changes = new ArrayList<>();
                    TreeMap<String, String> owners = new TreeMap<>();
                    for (Row row : rows) {
                        JsonArray claims = claims(row.getJsonArray(2), customer.pseudonym(), owners);
                        changes.add(CheckoutStore.names(write.scope(), row.getString(0))
                                .addValue(ErasedOrderCodec.erased(row.getString(1), customer.pseudonym()))
                                .addValue(claims)
                                .addValue(customer.pseudonym()));
                    }
                    String next = changes.size() < ROWS_MAX ? null : "";
                    return changes.isEmpty()
                            ? Future.succeededFuture(Done.of(0, null))
                            : write.transaction()
                                    .preparedQuery(ERASE)
                                    .executeBatch(changes)
                                    .compose(done -> move(write, owners))
                                    .map(Done.of(changes.size(), next));
                });
    }

    /** Lets the pseudonym own what expired orders claimed. The uses of complete orders move with their records. */
    private static Future<Void> move(WriteContext write, TreeMap<String, String> owners) {
        List<Capacities.Owner> locked = Stream.concat(owners.keySet().stream(), owners.values().stream())
                .map(id -> new Capacities.Owner(Capacities.Kind.COUPON_CUSTOMER, id))
                .toList();
        Future<Void> moved = owners.isEmpty()
                ? Future.succeededFuture()
                : Capacities.lock(write.transaction(), write.scope(), locked);
        for (var owner : owners.entrySet()) {
            moved = moved.compose(done ->
                    Capacities.moveUses(write.transaction(), write.scope(), owner.getKey(), owner.getValue(), 0));
        }
        return moved;
    }

    private static JsonArray claims(JsonArray stored, String pseudonym, TreeMap<String, String> owners) {
        JsonArray claims = new JsonArray();
        for (Object element : stored) {
            JsonArray claim = (JsonArray) element;
            String owner = claim.getString(1);
            if (claim.getString(0).equals(Capacities.Kind.COUPON_CUSTOMER.name())) {
                String coupon = owner.substring(0, owner.indexOf('.'));
                String pseudonymous = CouponCustomer.of(coupon, pseudonym).id();
                if (!owner.equals(pseudonymous)) {
                    owners.put(owner, pseudonymous);
                }
                owner = pseudonymous;
            }
            claims.add(new JsonArray().add(claim.getString(0)).add(owner).add(claim.getValue(2)));
        }
        return claims;
    }

    @Override
    public Future<@Nullable Long> count(WriteContext write, ErasedCustomer customer) {
        return write.transaction()
                .preparedQuery("SELECT count(*) " + FOUND)
                .execute(customer.parameters())
                .map(rows -> rows.iterator().next().getLong(0));
    }
}
