package io.tollgate.booking;

import io.tollgate.cart.EventCart;
import io.tollgate.catalog.Coupon;
import io.tollgate.catalog.TicketGroup;
import io.tollgate.catalog.TicketType;
import io.tollgate.records.Capacities;
import io.tollgate.records.Capacities.Kind;
import io.tollgate.resource.Scope;
import io.tollgate.write.WriteExecutor;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.Tuple;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Takes the places and the coupon's use of a live booking, in the one order in which all do, so that no
 * two wait for each other.
 */
final class Claims {
    private static final String STILL_THERE = "SELECT count(*) FROM ticket_type t"
            + " JOIN unnest($2::text[], $3::text[]) AS read (id, ticket_group_id) USING (id, ticket_group_id)"
            + " WHERE t.seller_id = $1";

    private final List<Claim> claims = new ArrayList<>();
    private final Map<String, String> groupOfType = new TreeMap<>();

    /** So much of one thing that can run out. */
    private record Claim(Kind kind, String ownerId, String name, int quantity) {}

    /** Takes so much of a thing, where there is so much: {@link Capacities#claim}, but for tests. */
    interface Taking {
        Future<Boolean> claim(SqlConnection transaction, Scope scope, Kind kind, String ownerId, int quantity);
    }

    Claims(Draft draft) {
        if (!draft.scope().live()) {
            return;
        }
        claims.add(new Claim(
                Kind.EVENT,
                draft.request().eventId(),
                draft.event().displayTitle(),
                draft.cart().quantity()));
        Map<String, Claim> groups = new TreeMap<>();
        Map<String, Claim> types = new TreeMap<>();
        for (EventCart.Item item : draft.cart().items()) {
            TicketGroup group = item.group();
            TicketType type = item.type();
            add(groups, new Claim(Kind.TICKET_GROUP, group.id(), group.name(), item.quantity()));
            add(types, new Claim(Kind.TICKET_TYPE, type.id(), type.name(), item.quantity()));
            groupOfType.put(type.id(), group.id());
        }
        claims.addAll(groups.values());
        claims.addAll(types.values());
        if (draft.coupon() != null) {
            Coupon coupon = draft.coupon().coupon();
            claims.add(new Claim(Kind.COUPON, coupon.id(), "coupon " + coupon.code(), 1));
        }
    }

    private static void add(Map<String, Claim> claims, Claim claim) {
        claims.merge(
                claim.ownerId(),
                claim,
                (a, b) -> new Claim(a.kind(), a.ownerId(), a.name(), a.quantity() + b.quantity()));
    }

    /** Takes all of it, or fails naming the first that there is not enough of. */
    Future<Void> take(SqlConnection transaction, Scope scope, Taking taking) {
        // Sent one after another without waiting: rows are held for one way to the database.
        List<Future<Boolean>> taken = claims.stream()
                .map(claim -> taking.claim(transaction, scope, claim.kind(), claim.ownerId(), claim.quantity()))
                .toList();
        Future<Void> stayed = stayed(transaction, scope);
        return Future.join(taken)
                .map(done -> {
                    for (int i = 0; i < taken.size(); i++) {
                        if (!taken.get(i).result()) {
                            throw SaleStatus.soldOut(claims.get(i).name());
                        }
                    }
                    return null;
                })
                .eventually(() -> stayed.otherwiseEmpty())
                .compose(done -> stayed);
    }

    /**
     * A type that was moved to another group after it was read has taken what is sold of it along. Now
     * that its row is held it can move no more: where it has, places were taken of the wrong group.
     */
    private Future<Void> stayed(SqlConnection transaction, Scope scope) {
        if (groupOfType.isEmpty()) {
            return Future.succeededFuture();
        }
        String[] types = groupOfType.keySet().toArray(String[]::new);
        String[] groups = groupOfType.values().toArray(String[]::new);
        return transaction
                .preparedQuery(STILL_THERE)
                .execute(Tuple.of(scope.sellerId(), types, groups))
                .map(rows -> {
                    if (rows.iterator().next().getLong(0) != types.length) {
                        throw new WriteExecutor.RetryTransaction("a ticket type was moved while it was booked");
                    }
                    return null;
                });
    }
}
