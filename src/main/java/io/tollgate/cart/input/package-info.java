/** Reads carts and answers from request bodies. */
@NullMarked
package io.tollgate.cart.input;

import org.jspecify.annotations.NullMarked;
