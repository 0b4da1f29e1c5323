package io.tollgate.catalog.coupon;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tollgate.platform.records.CatalogDocuments;
import io.tollgate.platform.records.CatalogDocuments.Capacity;
import io.tollgate.platform.resource.Scope;
import io.vertx.core.Future;
import java.util.List;

/** Adds the number of live redemptions and its maximum to coupons, whose documents do not contain these numbers. */
public final class CouponComposition {
    private final CatalogDocuments catalog;

    public CouponComposition(CatalogDocuments catalog) {
        this.catalog = catalog;
    }

    public Future<List<ObjectNode>> compose(Scope scope, List<ObjectNode> coupons) {
        List<String> ids =
                coupons.stream().map(coupon -> coupon.get("id").textValue()).toList();
        return catalog.capacities(scope, "coupon", ids).map(uses -> {
            for (ObjectNode coupon : coupons) {
                Capacity use = uses.getOrDefault(coupon.get("id").textValue(), Capacity.UNLIMITED);
                coupon.put("timesRedeemed", use.taken());
                coupon.put("maxRedemptions", use.capacity());
            }
            return coupons;
        });
    }
}
