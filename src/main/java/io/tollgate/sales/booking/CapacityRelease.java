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

    private CapacityRelease() {}

    /**
     * Releases places of ticket types. They belong to one event.
     *
     * @param types the number of places by ticket type id; empty for none
     * @param couponId the coupon whose use is released; null for none
     * @return whether everything was claimed before
     */
    public static Future<Boolean> of(
            WriteContext write, String eventId, Map<String, Integer> types, @Nullable String couponId) {
        if (!write.scope().live()) {
            return Future.succeededFuture(true);
        }
        return groups(write, types.keySet()).compose(groupOfType -> {
            List<Future<Boolean>> released = new ArrayList<>();
            if (!types.isEmpty()) {
                int places = types.values().stream().mapToInt(Integer::intValue).sum();
                released.add(release(write, Kind.EVENT, eventId, places));
                Map<String, Integer> groups = new TreeMap<>();
                groupOfType.forEach((type, group) -> groups.merge(group, types.getOrDefault(type, 0), Integer::sum));
                groups.forEach((group, count) -> released.add(release(write, Kind.TICKET_GROUP, group, count)));
                new TreeMap<>(types)
                        .forEach((type, count) -> released.add(release(write, Kind.TICKET_TYPE, type, count)));
            }
            if (couponId != null) {
                released.add(release(write, Kind.COUPON, couponId, 1));
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
