/** Reads carts and answers from the bodies of requests. */
@NullMarked
package io.tollgate.cart.input;

import org.jspecify.annotations.NullMarked;
