package io.tollgate.sales.checkout;

import io.tollgate.catalog.model.Coupon;
import io.tollgate.catalog.model.Variant;
import io.tollgate.platform.error.ApiError;
import io.tollgate.platform.records.Capacities;
import io.tollgate.platform.records.Capacities.Kind;
import io.tollgate.platform.resource.Scope;
import io.tollgate.platform.write.WriteContext;
import io.tollgate.sales.booking.CapacityClaims;
import io.tollgate.sales.booking.CapacityClaims.ClaimStatement;
import io.tollgate.sales.booking.CapacityRelease;
import io.tollgate.sales.booking.CouponCustomer;
import io.tollgate.sales.cart.BumpCart;
import io.tollgate.sales.cart.ChosenVariant;
import io.tollgate.sales.cart.RequestedVariant;
import io.vertx.core.Future;
import io.vertx.core.json.JsonArray;
import io.vertx.sqlclient.SqlConnection;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * The stock and the coupon use of an order: held when it is placed, released if it expires. Claims follow the order of
 * {@link Capacities}, so that they cannot deadlock. Test purchases claim nothing.
 */
final class StockClaims {
    private final Map<Claim, Integer> claims = new TreeMap<>();

    /** The claims on an event with its groups and types, which are claimed together; null for a product. */
    private @Nullable CapacityClaims tickets;

    /** How often one customer can use the coupon; null for no limit. */
    private @Nullable Integer usesPerCustomer;

    private record Claim(Kind kind, String ownerId) implements Comparable<Claim> {
        private static final Comparator<Claim> ORDER =
                Comparator.comparing(Claim::kind).thenComparing(Claim::ownerId);

        @Override
        public int compareTo(Claim other) {
            return ORDER.compare(this, other);
        }
    }

    /** Reads claims as {@link #json} wrote them. */
    StockClaims(JsonArray stored) {
        for (int i = 0; i < stored.size(); i++) {
            JsonArray claim = stored.getJsonArray(i);
            add(Kind.valueOf(claim.getString(0)), claim.getString(1), ((Number) claim.getValue(2)).intValue());
        }
    }

    private StockClaims() {}

    static StockClaims ofProduct(ProductOrder order, int quantity, List<ChosenVariant> variants, boolean live) {
        StockClaims claims = new StockClaims();
        if (live) {
            claims.add(Kind.PRODUCT, order.page().product().id(), quantity);
            for (ChosenVariant chosen : variants) {
                chosen.options()
                        .forEach(option ->
                                claims.add(Kind.VARIANT_OPTION, option.option().id(), option.quantity()));
            }
            claims.shared(order);
        }
        return claims;
    }

    /** Stores no claims on ticket groups: a ticket type can be moved to another group while the order is open. */
    static StockClaims ofTickets(TicketOrder.PricedTickets priced, boolean live) {
        StockClaims claims = new StockClaims();
        if (live) {
            TicketOrder order = priced.order();
            claims.add(Kind.EVENT, order.page().id(), priced.cart().quantity());
            priced.cart()
                    .items()
                    .forEach(item -> claims.add(Kind.TICKET_TYPE, item.type().id(), item.quantity()));
            claims.shared(order);
            claims.tickets = new CapacityClaims(true, order.page(), priced.cart(), null, "");
        }
        return claims;
    }

    /** Adds the use of the coupon by the customer of the order. */
    StockClaims withCustomer(PageOrder.Placed placed) {
        Coupon coupon = placed.priced().order().usedCoupon();
        if (coupon != null && !claims.isEmpty()) {
            Capacities.Owner customer =
                    CouponCustomer.of(coupon.id(), placed.buyer().email());
            add(customer.kind(), customer.id(), 1);
            usesPerCustomer = coupon.maxRedemptionsPerCustomer();
        }
        return this;
    }

    private void shared(PageOrder order) {
        for (BumpCart.Choice bump : order.bumps()) {
            add(Kind.PRODUCT, bump.requested().productId(), bump.requested().quantity());
            options(bump);
        }
        Coupon coupon = order.usedCoupon();
        if (coupon != null) {
            add(Kind.COUPON, coupon.id(), 1);
        }
    }

    /** Claims the options of an order bump in the quantities that are charged. */
    private void options(BumpCart.Choice bump) {
        List<Variant> variants =
                bump.product() == null ? List.of() : bump.product().variants();
        for (RequestedVariant requested : bump.requested().variants()) {
            boolean increases = variants.stream()
                    .anyMatch(variant -> variant.id().equals(requested.variantId()) && variant.increasesWithQuantity());
            int times = increases ? bump.requested().quantity() : 1;
            for (RequestedVariant.Option option : requested.options()) {
                add(Kind.VARIANT_OPTION, option.optionId(), Objects.requireNonNullElse(option.quantity(), 1) * times);
            }
        }
    }

    private void add(Kind kind, String ownerId, int quantity) {
        claims.merge(new Claim(kind, ownerId), quantity, Integer::sum);
    }

    /** Returns the claimed quantities by the ids of what is limited. */
    Map<String, Integer> byOwner() {
        Map<String, Integer> quantities = new HashMap<>();
        claims.forEach((claim, quantity) -> quantities.merge(claim.ownerId(), quantity, Integer::sum));
        return quantities;
    }

    /** Returns the claims for the database: kind, id of the owner and quantity of each. */
    JsonArray json() {
        JsonArray json = new JsonArray();
        claims.forEach((claim, quantity) -> json.add(
                new JsonArray().add(claim.kind().name()).add(claim.ownerId()).add(quantity)));
        return json;
    }

    /**
     * Claims everything, or fails with 409. Places of an event are claimed as those of bookings are.
     *
     * @param former what a replaced order holds, which is released in the same transaction; null for nothing
     */
    Future<Void> claim(WriteContext write, @Nullable StockClaims former, ClaimStatement claimer) {
        return (former == null
                        ? Future.<Void>succeededFuture()
                        : lock(write, former).compose(locked -> former.release(write)))
                .compose(released -> claim(write.transaction(), write.scope(), claimer, tickets));
    }

    /** Locks all capacities of two orders in the order of claims, so that releasing and claiming cannot deadlock. */
    private Future<Void> lock(WriteContext write, StockClaims former) {
        Set<Claim> all = new TreeSet<>(claims.keySet());
        all.addAll(former.claims.keySet());
        List<Capacities.Owner> owners = all.stream()
                .map(claim -> new Capacities.Owner(claim.kind(), claim.ownerId()))
                .toList();
        return Capacities.lock(write.transaction(), write.scope(), owners);
    }

    /**
     * Does the same as {@link #claim} for an order that was read earlier: its ticket types may have been moved to other
     * groups since.
     */
    Future<Void> claimAgain(SqlConnection transaction, Scope scope, ClaimStatement claimer) {
        return tickets == null
                ? claim(transaction, scope, claimer, null)
                : tickets.inCurrentGroups(transaction, scope)
                        .compose(current -> claim(transaction, scope, claimer, current));
    }

    private Future<Void> claim(
            SqlConnection transaction, Scope scope, ClaimStatement claimer, @Nullable CapacityClaims places) {
        Future<Void> claimed = places == null ? Future.succeededFuture() : places.claimAll(transaction, scope, claimer);
        return claimed.compose(done -> claimRest(transaction, scope, claimer));
    }

    private Future<Void> claimRest(SqlConnection transaction, Scope scope, ClaimStatement claimer) {
        List<Claim> rest =
                claims.keySet().stream().filter(claim -> !isPlace(claim)).toList();
        List<Future<Boolean>> results = rest.stream()
                .map(claim -> claim(transaction, scope, claimer, claim, claims.getOrDefault(claim, 0)))
                .toList();
        return Future.join(results).map(done -> {
            for (int i = 0; i < results.size(); i++) {
                if (!results.get(i).result()) {
                    throw rejection(rest.get(i).kind());
                }
            }
            return null;
        });
    }

    private Future<Boolean> claim(
            SqlConnection transaction, Scope scope, ClaimStatement claimer, Claim claim, int quantity) {
        return claim.kind() == Kind.COUPON_CUSTOMER
                ? Capacities.claimWithin(
                        transaction,
                        scope,
                        new Capacities.Owner(claim.kind(), claim.ownerId()),
                        quantity,
                        usesPerCustomer)
                : claimer.claim(transaction, scope, claim.kind(), claim.ownerId(), quantity);
    }

    private static boolean isPlace(Claim claim) {
        return claim.kind() == Kind.EVENT || claim.kind() == Kind.TICKET_TYPE;
    }

    private static ApiError rejection(Kind kind) {
        if (kind == Kind.COUPON_CUSTOMER) {
            return CouponCustomer.usedUp();
        }
        return kind == Kind.COUPON
                ? ApiError.conflict("coupon_used_up", "This coupon has been used as often as it can be.")
                : ApiError.conflict("sold_out", "This is sold out, or fewer are left than requested.");
    }

    /** Releases everything that was claimed. */
    Future<Void> release(WriteContext write) {
        return releasePlaces(write)
                .compose(places ->
                        releaseRest(write.transaction(), write.scope()).map(rest -> places && rest))
                .map(whole -> {
                    if (!whole) {
                        throw new IllegalStateException("a checkout released stock that was not claimed");
                    }
                    return null;
                });
    }

    private Future<Boolean> releasePlaces(WriteContext write) {
        Map<String, Integer> types = new TreeMap<>();
        String event = null;
        for (Map.Entry<Claim, Integer> claim : claims.entrySet()) {
            if (claim.getKey().kind() == Kind.EVENT) {
                event = claim.getKey().ownerId();
            } else if (claim.getKey().kind() == Kind.TICKET_TYPE) {
                types.put(claim.getKey().ownerId(), claim.getValue());
            }
        }
        return event == null
                ? Future.succeededFuture(true)
                : CapacityRelease.of(write, new CapacityRelease.Returned(event, types, List.of(), null, false));
    }

    private Future<Boolean> releaseRest(SqlConnection transaction, Scope scope) {
        List<Future<Boolean>> results = new ArrayList<>();
        claims.forEach((claim, quantity) -> {
            if (!isPlace(claim)) {
                Future<Boolean> released =
                        Capacities.release(transaction, scope, claim.kind(), claim.ownerId(), quantity);
                // A canceled order of a former version, whose use was not counted, may have returned this one.
                results.add(claim.kind() == Kind.COUPON_CUSTOMER ? released.map(true) : released);
            }
        });
        return Future.join(results).map(done -> results.stream().allMatch(Future::result));
    }
}
