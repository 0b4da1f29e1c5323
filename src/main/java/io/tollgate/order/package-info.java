/**
 * What purchases of all kinds have in common: what the buyer answered, who bought, what it costs, and
 * under which number.
 *
 * <p>A cart is priced by {@code pricing.Quote} alone; here stands how the catalogue's documents become
 * what that engine takes.
 */
@NullMarked
package io.tollgate.order;

import org.jspecify.annotations.NullMarked;
