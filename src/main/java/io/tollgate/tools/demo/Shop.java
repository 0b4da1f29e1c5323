package io.tollgate.tools.demo;

import io.tollgate.accounts.seller.SellerDetails;
import io.tollgate.catalog.model.Coupon;
import io.tollgate.catalog.model.TaxRate;
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
