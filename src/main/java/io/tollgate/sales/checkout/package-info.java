/**
 * Purchases of buyers: an order is priced, its stock is held, it is paid at the processor, and its records are written
 * once. The only code that changes the status of a checkout.
 */
@NullMarked
package io.tollgate.sales.checkout;

import org.jspecify.annotations.NullMarked;
