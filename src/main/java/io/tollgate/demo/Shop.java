package io.tollgate.demo;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tollgate.seller.SellerDetails;
import java.util.List;

/** A seller with everything offered. */
record Shop(
        String id,
        String name,
        SellerDetails details,
        long seed,
        long start,
        long now,
        List<Offer> offers,
        List<EventOffer> events,
        List<FormOffer> forms,
        List<CouponOffer> coupons,
        List<TaxRate> taxRates) {

    /** A fixed tax rate with its snapshot, as purchases keep it. */
    record TaxRate(String id, String name, boolean inclusive, double percentage, ObjectNode snapshot) {}

    TaxRate taxRate(boolean inclusive) {
        return taxRates.stream()
                .filter(rate -> rate.inclusive() == inclusive)
                .findFirst()
                .orElseThrow();
    }
}
