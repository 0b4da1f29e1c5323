/** Checkout pages: the resource, its endpoints, and the product that each page sells. */
package io.tollgate.catalog.checkoutpage;
