/** Buyers on hosted pages: they view, change their choice, order, pay at the simulator, and return. */
@NullMarked
package io.tollgate.loadtest.buyers;

import org.jspecify.annotations.NullMarked;
