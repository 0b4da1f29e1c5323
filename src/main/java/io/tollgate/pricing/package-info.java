/**
 * The pricing engine for orders: lines, then bulk discount, coupon, fees and tax.
 *
 * <p>All amounts are integers in the smallest unit of the currency. Each step is rounded once, half up, on its total,
 * and allocated to lines by largest remainder, so that parts always sum to the total. An order with nothing to pay
 * has no fees.
 */
@NullMarked
package io.tollgate.pricing;

import org.jspecify.annotations.NullMarked;
