package io.tollgate.sales.booking;

import io.tollgate.platform.records.Capacities;
import io.tollgate.platform.records.Capacities.Kind;
import io.tollgate.platform.write.WriteContext;
import io.tollgate.platform.write.WriteExecutor;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.Tuple;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Releases the capacity and the coupon use of live tickets that were canceled or not paid, in the order in which
 * bookings claim them. Test tickets have claimed nothing.
 */
public final class CapacityRelease {
    private static final String GROUPS =
            "SELECT id, ticket_group_id FROM ticket_type WHERE seller_id = $1 AND id = ANY ($2)";

    /**
     * The use of a coupon by an order.
     *
     * @param email of the buyer
     */
    public record CouponUse(String couponId, String email) {}

    /** A quantity of a product or of a variant option. */
    public record Goods(Kind kind, String ownerId, int quantity) {}

    /**
     * What an order gives back.
     *
     * @param types the number of places by ticket type id, of one event; empty for none
     * @param goods in the order of claims
     * @param coupon the use of a coupon; null for none
     * @param withheld whether the places stay taken
     */
    public record Returned(
            String eventId,
            Map<String, Integer> types,
            List<Goods> goods,
            @Nullable CouponUse coupon,
            boolean withheld) {
        public Returned {
            types = Map.copyOf(types);
            goods = List.copyOf(goods);
        }
    }

    private CapacityRelease() {}

    /**
     * Releases what an order gives back, and withholds places that stay taken.
     *
     * @return whether everything was claimed before
     */
    public static Future<Boolean> of(WriteContext write, Returned returned) {
        if (!write.scope().live()) {
            return Future.succeededFuture(true);
        }
        Map<String, Integer> types = returned.types();
        return groups(write, types.keySet()).compose(groupOfType -> {
            List<Future<Boolean>> released = places(write, returned, groupOfType);
            returned.goods()
                    .forEach(goods -> released.add(release(write, goods.kind(), goods.ownerId(), goods.quantity())));
            CouponUse coupon = returned.coupon();
            if (coupon != null) {
                released.add(release(write, Kind.COUPON, coupon.couponId(), 1));
                // Uses of former versions were not counted for each customer.
                Capacities.Owner customer = CouponCustomer.of(coupon.couponId(), coupon.email());
                write.awaitAtCommit(release(write, customer.kind(), customer.id(), 1));
            }
            return Future.join(released)
                    .compose(done -> groups(write, types.keySet()))
                    .map(now -> {
                        // The rows of the types are locked by now, so that they cannot be moved any more.
                        if (!now.equals(groupOfType)) {
                            throw new WriteExecutor.RetryTransaction("a ticket type was moved while it was released");
                        }
                        return released.stream().allMatch(Future::result);
                    });
        });
    }

    /** A group withholds what its types do. */
    private static List<Future<Boolean>> places(
            WriteContext write, Returned returned, Map<String, String> groupOfType) {
        List<Future<Boolean>> released = new ArrayList<>();
        Map<String, Integer> types = new TreeMap<>(returned.types());
        if (types.isEmpty()) {
            return released;
        }
        int places = types.values().stream().mapToInt(Integer::intValue).sum();
        if (returned.withheld()) {
            released.add(withhold(write, Kind.EVENT, returned.eventId(), places));
            types.forEach((type, count) -> released.add(withhold(write, Kind.TICKET_TYPE, type, count)));
            return released;
        }
        released.add(release(write, Kind.EVENT, returned.eventId(), places));
        Map<String, Integer> groups = new TreeMap<>();
        groupOfType.forEach((type, group) -> groups.merge(group, types.getOrDefault(type, 0), Integer::sum));
        groups.forEach((group, count) -> released.add(release(write, Kind.TICKET_GROUP, group, count)));
        types.forEach((type, count) -> released.add(release(write, Kind.TICKET_TYPE, type, count)));
        return released;
    }

    private static Future<Boolean> withhold(WriteContext write, Kind kind, String ownerId, int quantity) {
        return Capacities.withhold(write.transaction(), write.scope(), kind, ownerId, quantity);
    }

    /** Releases nothing if less was claimed, as by records that were imported. */
    private static Future<Boolean> release(WriteContext write, Kind kind, String ownerId, int quantity) {
        return Capacities.release(write.transaction(), write.scope(), kind, ownerId, quantity);
    }

    private static Future<Map<String, String>> groups(WriteContext write, Collection<String> types) {
        return write.transaction()
                .preparedQuery(GROUPS)
                .execute(Tuple.of(write.scope().sellerId(), (Object) types.toArray(String[]::new)))
                .map(rows -> {
                    Map<String, String> groups = new TreeMap<>();
                    for (Row row : rows) {
                        groups.put(row.getString(0), row.getString(1));
                    }
                    return groups;
                });
    }
}
