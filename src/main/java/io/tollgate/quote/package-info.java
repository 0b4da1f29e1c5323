/** Quotes: the price of a cart with a breakdown by line. A quote stores and reserves nothing. */
@NullMarked
package io.tollgate.quote;

import org.jspecify.annotations.NullMarked;
