package io.tollgate.checkout;

import io.tollgate.cart.BumpCart;
import io.tollgate.cart.ChosenVariant;
import io.tollgate.cart.RequestedVariant;
import io.tollgate.error.ApiError;
import io.tollgate.records.Capacities;
import io.tollgate.records.Capacities.Kind;
import io.tollgate.resource.Scope;
import io.vertx.core.Future;
import io.vertx.core.json.JsonArray;
import io.vertx.sqlclient.SqlConnection;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The stock and the coupon use of an order: held when it is placed, released if it expires. Claims follow the order of
 * {@link Capacities}, so that they cannot deadlock. Test purchases claim nothing.
 */
final class StockClaims {
    private final Map<Claim, Integer> claims =
            new TreeMap<>(Comparator.comparing(Claim::kind).thenComparing(Claim::ownerId));

    private record Claim(Kind kind, String ownerId) {}

    /** Reads claims as {@link #json} wrote them. */
    StockClaims(JsonArray stored) {
        for (int i = 0; i < stored.size(); i++) {
            JsonArray claim = stored.getJsonArray(i);
            add(Kind.valueOf(claim.getString(0)), claim.getString(1), ((Number) claim.getValue(2)).intValue());
        }
    }

    StockClaims(PageOrder.Priced priced, boolean live) {
        if (!live) {
            return;
        }
        PageOrder order = priced.order();
        add(Kind.PRODUCT, order.page().product().id(), priced.cart().quantity());
        for (ChosenVariant chosen : priced.cart().variants()) {
            chosen.options()
                    .forEach(option -> add(Kind.VARIANT_OPTION, option.option().id(), option.quantity()));
        }
        for (BumpCart.Choice bump : order.bumps()) {
            add(Kind.PRODUCT, bump.requested().productId(), bump.requested().quantity());
            variants(bump.requested().variants(), bump.requested().quantity());
        }
        if (order.coupon() != null) {
            add(Kind.COUPON, order.coupon().coupon().id(), 1);
        }
    }

    private void variants(List<RequestedVariant> variants, int quantity) {
        for (RequestedVariant variant : variants) {
            for (RequestedVariant.Option option : variant.options()) {
                add(Kind.VARIANT_OPTION, option.optionId(), option.quantity() == null ? quantity : option.quantity());
            }
        }
    }

    private void add(Kind kind, String ownerId, int quantity) {
        claims.merge(new Claim(kind, ownerId), quantity, Integer::sum);
    }

    /** Returns the claims for the database: kind, id of the owner and quantity of each. */
    JsonArray json() {
        JsonArray json = new JsonArray();
        claims.forEach((claim, quantity) -> json.add(
                new JsonArray().add(claim.kind().name()).add(claim.ownerId()).add(quantity)));
        return json;
    }

    /** Claims everything, or fails with 409. */
    Future<Void> claim(SqlConnection transaction, Scope scope) {
        List<Future<Boolean>> results = new ArrayList<>();
        claims.forEach((claim, quantity) ->
                results.add(Capacities.claim(transaction, scope, claim.kind(), claim.ownerId(), quantity)));
        return Future.join(results).map(done -> {
            List<Claim> claimed = List.copyOf(claims.keySet());
            for (int i = 0; i < results.size(); i++) {
                if (!results.get(i).result()) {
                    throw rejection(claimed.get(i).kind());
                }
            }
            return null;
        });
    }

    private static ApiError rejection(Kind kind) {
        return kind == Kind.COUPON
                ? ApiError.conflict("coupon_used_up", "This coupon has been used as often as it can be.")
                : ApiError.conflict("sold_out", "This is sold out, or fewer are left than requested.");
    }

    /** Releases everything that was claimed. */
    Future<Void> release(SqlConnection transaction, Scope scope) {
        List<Future<Boolean>> results = new ArrayList<>();
        claims.forEach((claim, quantity) ->
                results.add(Capacities.release(transaction, scope, claim.kind(), claim.ownerId(), quantity)));
        return Future.join(results).map(done -> {
            if (results.stream().anyMatch(result -> !result.result())) {
                throw new IllegalStateException("a checkout released stock that was not claimed");
            }
            return null;
        });
    }
}
