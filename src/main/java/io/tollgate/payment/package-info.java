/** Payments: purchases on checkout pages. */
package io.tollgate.payment;
