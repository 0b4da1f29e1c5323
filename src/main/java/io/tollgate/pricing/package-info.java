/**
 * The one engine that prices an order: lines, then bulk discount, coupon, fees, tax.
 *
 * <p>All amounts are integers in the currency's smallest unit. Each step is rounded once, half up,
 * on the whole it concerns; what falls to the single lines is shared out by largest remainder, so
 * the parts always sum to the whole. An order without anything to pay carries no fees.
 */
@NullMarked
package io.tollgate.pricing;

import org.jspecify.annotations.NullMarked;
