/** Checkout pages. */
package io.tollgate.checkoutpage;
