/** Payments: purchases on checkout pages. */
package io.tollgate.sales.payment;
