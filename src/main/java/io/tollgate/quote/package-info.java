/** Quotes: what a cart would cost, explained line by line; nothing is bought. */
@NullMarked
package io.tollgate.quote;

import org.jspecify.annotations.NullMarked;
