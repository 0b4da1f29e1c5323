/**
 * The rules of a cart: what can be chosen together, what it costs, and which answers are valid.
 *
 * <p>Values in, values out: nothing here depends on JSON, Postgres or Vert.x. {@link io.tollgate.cart.input} reads
 * carts from requests.
 */
@NullMarked
package io.tollgate.cart;

import org.jspecify.annotations.NullMarked;
