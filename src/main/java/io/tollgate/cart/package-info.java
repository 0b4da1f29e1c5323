/**
 * The rules of a cart: valid selections and answers, coupons, and the lines that {@link io.tollgate.pricing} prices.
 *
 * <p>The classes are independent of JSON, Postgres and Vert.x. {@link io.tollgate.cart.input} reads carts from request
 * bodies.
 */
@NullMarked
package io.tollgate.cart;

import org.jspecify.annotations.NullMarked;
