package io.tollgate.tools.demo;

import io.tollgate.catalog.Coupon;
import io.tollgate.catalog.TaxRate;
import io.tollgate.seller.SellerDetails;
import java.util.List;

/**
 * A seller with its catalog.
 *
 * @param coupons in their state before deletion
 */
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
        List<Coupon> coupons,
        List<TaxRate> taxRates,
        StockList stock) {}
