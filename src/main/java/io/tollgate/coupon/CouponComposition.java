package io.tollgate.coupon;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tollgate.records.CatalogDocuments;
import io.tollgate.records.CatalogDocuments.Capacity;
import io.tollgate.resource.Scope;
import io.vertx.core.Future;
import java.util.List;

/** A coupon with how often live purchases have used it, and how often they may. */
public final class CouponComposition {
    private final CatalogDocuments catalogue;

    public CouponComposition(CatalogDocuments catalogue) {
        this.catalogue = catalogue;
    }

    public Future<List<ObjectNode>> compose(Scope scope, List<ObjectNode> coupons) {
        List<String> ids =
                coupons.stream().map(coupon -> coupon.get("id").textValue()).toList();
        return catalogue.capacities(scope, "coupon", ids).map(uses -> {
            for (ObjectNode coupon : coupons) {
                Capacity use = uses.getOrDefault(coupon.get("id").textValue(), Capacity.UNLIMITED);
                coupon.put("timesRedeemed", use.taken());
                coupon.put("maxRedemptions", use.capacity());
            }
            return coupons;
        });
    }
}
