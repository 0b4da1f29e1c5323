/**
 * The rules of a cart: valid selections and answers, coupons, and the lines that {@link io.tollgate.pricing} prices.
 *
 * <p>The classes are independent of JSON, Postgres and Vert.x. {@link io.tollgate.sales.cart.input} reads carts from
 * request bodies.
 */
@NullMarked
package io.tollgate.sales.cart;

import org.jspecify.annotations.NullMarked;
