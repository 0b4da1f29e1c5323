/** Reads carts and answers from request bodies. */
@NullMarked
package io.tollgate.sales.cart.input;

import org.jspecify.annotations.NullMarked;
