/**
 * Realistic records of every kind, in any number, the same for the same seed.
 *
 * <p>Nothing is kept in memory: every purchase is derived anew from seed and position, so that a
 * payment and its invoice, or a booking and its tickets, agree without knowing one another. What
 * can run out (stock, places, uses of a coupon) is counted while purchases are made in the order of
 * time. Money comes from {@link io.tollgate.pricing.Quote}, columns from {@link
 * io.tollgate.records.Projection}, so the demo cannot disagree with either.
 */
@NullMarked
package io.tollgate.demo;

import org.jspecify.annotations.NullMarked;
