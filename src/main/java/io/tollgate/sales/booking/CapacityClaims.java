package io.tollgate.sales.booking;

import io.tollgate.catalog.model.Coupon;
import io.tollgate.catalog.model.Event;
import io.tollgate.catalog.model.TicketGroup;
import io.tollgate.catalog.model.TicketType;
import io.tollgate.platform.records.Capacities;
import io.tollgate.platform.records.Capacities.Kind;
import io.tollgate.platform.resource.Scope;
import io.tollgate.platform.write.WriteExecutor;
import io.tollgate.sales.cart.EventCart;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.Tuple;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Claims the capacities and the coupon use of a live booking, or of an order of a hosted page. All of them claim in the
 * order of {@link Capacities}, so that they cannot deadlock. Test bookings claim nothing.
 */
public final class CapacityClaims {
    private static final String UNMOVED_TYPES = "SELECT count(*) FROM ticket_type t"
            + " JOIN unnest($2::text[], $3::text[]) AS read (id, ticket_group_id) USING (id, ticket_group_id)"
            + " WHERE t.seller_id = $1";

    private static final String GROUPS =
            "SELECT t.id, t.ticket_group_id FROM ticket_type t WHERE t.seller_id = $1 AND t.id = ANY ($2)";

    private final List<Claim> claims = new ArrayList<>();
    private final Map<String, String> groupOfType = new TreeMap<>();

    /** The use of the coupon by the customer; null for none. */
    private @Nullable CustomerUse use;

    /** @param limit of the coupon for one customer; null for no limit */
    private record CustomerUse(
            Capacities.Owner owner, @Nullable Integer limit) {}

    /** @param name the name of the event, group, type or coupon in an error message */
    private record Claim(Kind kind, String ownerId, String name, int quantity) {}

    /** Claims a quantity of one capacity, as {@link Capacities#claim} does. Tests replace it. */
    public interface ClaimStatement {
        Future<Boolean> claim(SqlConnection transaction, Scope scope, Kind kind, String ownerId, int quantity);
    }

    /**
     * @param coupon the coupon that is used; null for none
     * @param email of the buyer who uses it
     */
    public CapacityClaims(boolean live, Event event, EventCart cart, @Nullable Coupon coupon, String email) {
        if (!live) {
            return;
        }
        claims.add(new Claim(Kind.EVENT, event.id(), event.displayTitle(), cart.quantity()));
        Map<String, Claim> groups = new TreeMap<>();
        Map<String, Claim> types = new TreeMap<>();
        for (EventCart.Item item : cart.items()) {
            TicketGroup group = item.group();
            TicketType type = item.type();
            add(groups, new Claim(Kind.TICKET_GROUP, group.id(), group.name(), item.quantity()));
            add(types, new Claim(Kind.TICKET_TYPE, type.id(), type.name(), item.quantity()));
            groupOfType.put(type.id(), group.id());
        }
        claims.addAll(groups.values());
        claims.addAll(types.values());
        if (coupon != null) {
            claims.add(new Claim(Kind.COUPON, coupon.id(), "coupon " + coupon.code(), 1));
            use = new CustomerUse(CouponCustomer.of(coupon.id(), email), coupon.maxRedemptionsPerCustomer());
        }
    }

    private CapacityClaims(List<Claim> claims, Map<String, String> groupOfType) {
        this.claims.addAll(claims);
        this.groupOfType.putAll(groupOfType);
    }

    /** Returns these claims in the groups that the ticket types are in now. Fails with 409 if a type was deleted. */
    public Future<CapacityClaims> inCurrentGroups(SqlConnection transaction, Scope scope) {
        String[] types = groupOfType.keySet().toArray(String[]::new);
        return transaction
                .preparedQuery(GROUPS)
                .execute(Tuple.of(scope.sellerId(), (Object) types))
                .map(rows -> {
                    Map<String, String> current = new TreeMap<>();
                    rows.forEach(row -> current.put(row.getString(0), row.getString(1)));
                    return current.equals(groupOfType) ? this : in(current);
                });
    }

    private CapacityClaims in(Map<String, String> current) {
        Map<String, Claim> groups = new TreeMap<>();
        for (Claim claim : claims) {
            if (claim.kind() == Kind.TICKET_TYPE) {
                String group = current.get(claim.ownerId());
                if (group == null) {
                    throw SaleStatus.soldOut(claim.name());
                }
                add(groups, new Claim(Kind.TICKET_GROUP, group, claim.name(), claim.quantity()));
            }
        }
        List<Claim> all = new ArrayList<>();
        for (Claim claim : claims) {
            if (claim.kind() == Kind.EVENT) {
                all.add(claim);
                all.addAll(groups.values());
            } else if (claim.kind() != Kind.TICKET_GROUP) {
                all.add(claim);
            }
        }
        CapacityClaims moved = new CapacityClaims(all, current);
        moved.use = use;
        return moved;
    }

    private static void add(Map<String, Claim> claims, Claim claim) {
        claims.merge(
                claim.ownerId(),
                claim,
                (a, b) -> new Claim(a.kind(), a.ownerId(), a.name(), a.quantity() + b.quantity()));
    }

    /** Claims everything. Fails with 409 and the name of the first claim that exceeds its capacity. */
    public Future<Void> claimAll(SqlConnection transaction, Scope scope, ClaimStatement claimer) {
        // Pipelined, so that the rows are locked for one round trip.
        List<Future<Boolean>> results = claims.stream()
                .map(claim -> claimer.claim(transaction, scope, claim.kind(), claim.ownerId(), claim.quantity()))
                .toList();
        Future<Boolean> used = use == null
                ? Future.succeededFuture(true)
                : Capacities.claimWithin(transaction, scope, use.owner(), 1, use.limit());
        Future<Void> unmoved = requireUnmoved(transaction, scope);
        List<Future<Boolean>> all = new ArrayList<>(results);
        all.add(used);
        return Future.join(all)
                .map(done -> {
                    for (int i = 0; i < results.size(); i++) {
                        if (!results.get(i).result()) {
                            throw SaleStatus.soldOut(claims.get(i).name());
                        }
                    }
                    if (!used.result()) {
                        throw CouponCustomer.usedUp();
                    }
                    return null;
                })
                .eventually(() -> unmoved.otherwiseEmpty())
                .compose(done -> unmoved);
    }

    /**
     * Retries the transaction if a ticket type was moved to another group after it was read: the claim on the former
     * group is then wrong. The type cannot be moved after this check, because its capacity row is locked.
     */
    private Future<Void> requireUnmoved(SqlConnection transaction, Scope scope) {
        if (groupOfType.isEmpty()) {
            return Future.succeededFuture();
        }
        String[] types = groupOfType.keySet().toArray(String[]::new);
        String[] groups = groupOfType.values().toArray(String[]::new);
        return transaction
                .preparedQuery(UNMOVED_TYPES)
                .execute(Tuple.of(scope.sellerId(), types, groups))
                .map(rows -> {
                    if (rows.iterator().next().getLong(0) != types.length) {
                        throw new WriteExecutor.RetryTransaction("a ticket type was moved while it was booked");
                    }
                    return null;
                });
    }
}
